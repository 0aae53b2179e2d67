import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError, Unavailable } from '@health-case/domain/errors';
import type { Select } from '../access.ts';
import { notCleared, printable } from '../failures.ts';
import type { MigratingConnection } from '../migrations.ts';
import { ERASED, OF_CASE } from '../stores/case.ts';
import { asPrismaError, driverCode } from './errors.ts';
import { BOUNDS } from './host-client.ts';
import { connected } from './migrate.ts';

/** The tables from which erasing a child removes rows. */
export const TABLES_OF_CHILD: readonly string[] = [...new Set([...Object.keys(OF_CASE), ...ERASED, 'Child', 'Draft'])];

/** A table may take an hour. All others wait behind the one who waits for its lock, so that wait is short, and is repeated. */
const REWRITING = { ...BOUNDS, statement: 3_600_000, lock: 1000 };
const PAUSE = 500;

/** Its samples of the columns are values of rows. */
const STATISTICS = 'pg_statistic';

/**
 * Writes tables and their indexes anew without the rows that were removed, and then the statistics of their columns. A plain
 * VACUUM leaves removed rows legible in the free space of pages. Waits `patience` milliseconds before each table for others.
 * Throws `Unavailable` if somebody is in the way, `OperatorError` if the role may not rewrite a table.
 */
export const rewriteTables = async (url: string, tables: readonly string[], patience: number): Promise<void> => {
  const problem = await connected(url, REWRITING, async (connection) => {
    for (const table of [...tables, STATISTICS]) {
      const found = await rewrite(connection, table, patience);
      if (found) return found;
    }
    return undefined;
  }).catch((error: unknown) => {
    throw asPrismaError(error);
  });
  if (problem) throw problem;
};

const rewrite = async ({ all, runScript }: MigratingConnection, table: string, patience: number) => {
  const deadline = performance.now() + patience;
  const [state] = await all<{ readonly file: string; readonly role: string; readonly next: string }>(STATE, table);
  for (;;) {
    // A row stays while a transaction that began before its removal has not ended.
    let [holder] = await all<Holder>(`${HOLDERS} WHERE age > age($2::xid) ${OLDEST}`, table, state?.next ?? '');
    if (!holder) {
      const isRewritten = await runScript(`VACUUM (FULL, ANALYZE) "${table}"`).then(() => true, orIfLocked);
      const [after] = await all<{ readonly file: string }>(STATE, table);
      // Without the right to a table, PostgreSQL leaves it out with a warning.
      if (isRewritten) return after?.file === state?.file ? notAllowed(table, state?.role ?? '') : undefined;
      [holder] = await all<Holder>(`${HOLDERS} WHERE locks ${OLDEST}`, table);
    }
    if (performance.now() > deadline) return blocked(table, holder);
    await sleep(PAUSE);
  }
};

/** A rewritten table is another file. `next` is the first transaction that is still to come. */
const STATE: Select = `SELECT pg_relation_filenode(format('%I', $1::text)::regclass)::text AS file, current_user::text AS role,
  pg_snapshot_xmax(pg_current_snapshot())::xid::text AS next`;

type Holder = { readonly name: string; readonly since: string | null };

/**
 * Who may need a state of the database from before now, or holds a lock of a table. VACUUM itself needs none. Only a role with
 * the right to it sees since when a transaction of others is open.
 */
const HOLDERS: Select = `SELECT name, to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since FROM (
    SELECT format('session %s of %s (%s)', pid, coalesce(usename, 'the server'), application_name), xact_start,
      greatest(age(backend_xid), age(backend_xmin)),
      pid IN (SELECT pid FROM pg_locks WHERE granted AND relation = format('%I', $1::text)::regclass)
    FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum)
      AND (datname = current_database() OR datname IS NULL)
    UNION ALL SELECT 'prepared transaction ' || gid, prepared, age(transaction), false
    FROM pg_prepared_xacts WHERE database = current_database()
    UNION ALL SELECT 'replication slot ' || slot_name, NULL, greatest(age(xmin), age(catalog_xmin)), false
    FROM pg_replication_slots
  ) holder (name, since, age, locks)`;
const OLDEST = 'ORDER BY age DESC NULLS LAST LIMIT 1';

const LOCK_NOT_AVAILABLE = '55P03';
const orIfLocked = (error: unknown): false => {
  if (driverCode(error) === LOCK_NOT_AVAILABLE) return false;
  throw error;
};

const blocked = (table: string, holder: Holder | undefined): Error => {
  const since = holder?.since ? `, with a transaction open since ${holder.since},` : '';
  const who = holder ? `the ${printable(holder.name)}${since}` : 'another session';
  return new Unavailable('store', notCleared(`${who} keeps the table ${table} from being rewritten`), {
    retryAfterSeconds: 1,
  });
};

const notAllowed = (table: string, role: string): Error =>
  new OperatorError(
    notCleared(
      `the role ${printable(role)} may not rewrite the table ${table}; repeat the command as the owner of the database and its tables`,
    ),
  );
