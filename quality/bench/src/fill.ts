import Database from 'better-sqlite3';
import type { AccountId, AuditRecordId, ChildId, Instant } from '../../../packages/domain/src/model/values.ts';
import { ok } from '../../../packages/domain/src/result.ts';
import { createAesGcmKeyring } from '../../../packages/node-platform/src/aes-gcm-keyring.ts';
import { openSqliteStorage } from '../../../packages/storage-prisma/src/sqlite/storage.ts';
import {
  digestOf,
  doctorOfCase,
  doctorsWithChildren,
  emailOf,
  FIRST_MILLISECOND,
  FIRST_NAMES,
  idOf,
  LAST_NAMES,
  parentOfChild,
  parentsIn,
  type Size,
  tokenOf,
} from './sizes.ts';
import { SECRET_KEY } from './systems.ts';

/** Fills an empty store of the service's schema. It drops the indexes and creates them at the end, which is faster. */
export const fill = async (file: string, size: Size, passwordHash: string): Promise<void> => {
  let indexes: readonly { name: string; sql: string }[] = [];
  withoutSafety(file, (database) => {
    indexes = database
      .prepare<[], { name: string; sql: string }>(
        `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
         AND tbl_name IN ('Account', 'Session', 'Child', 'Case', 'Task', 'AuditRecord')`,
      )
      .all();
    for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
    insertRows(database, size, passwordHash);
  });
  await fillAuditTrail(file, size);
  withoutSafety(file, (database) => {
    for (const { sql } of indexes) database.exec(sql);
  });
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.close();
};

/** One transaction without safety: a filling that is interrupted is thrown away. */
const withoutSafety = (file: string, work: (database: Database.Database) => void): void => {
  const database = new Database(file);
  const settings = ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF', 'temp_store = MEMORY'];
  for (const setting of [...settings, 'cache_size = -1000000']) database.pragma(setting);
  database.transaction(work)(database);
  database.close();
};

const insertRows = (database: Database.Database, size: Size, passwordHash: string): void => {
  const insert = (table: string, count: number, rowOf: (n: number) => Readonly<Record<string, string | number>>) => {
    const columns = Object.keys(rowOf(0));
    const [names, values] = [columns.map((name) => `"${name}"`), columns.map((name) => `$${name}`)];
    const statement = database.prepare(`INSERT INTO "${table}" (${names}) VALUES (${values})`);
    for (let n = 0; n < count; n += 1) statement.run(rowOf(n));
  };
  const namesOf = (n: number) => ({
    firstName: FIRST_NAMES[n % FIRST_NAMES.length] ?? '',
    lastName: LAST_NAMES[n % LAST_NAMES.length] ?? '',
  });
  const account = (kind: 'doctor' | 'parent', role: string) => (n: number) => {
    const who = { id: idOf(kind, n), ...namesOf(n), email: emailOf(kind, n) };
    return { ...who, passwordHash, role, registeredAt: FIRST_MILLISECOND };
  };
  const { rows } = size;
  insert('Account', rows, account('doctor', 'Doc'));
  insert('Account', parentsIn(size), account('parent', 'Par'));
  // First the sessions of the doctors with children, then one of each parent, then those of other doctors.
  const firstParent = doctorsWithChildren(size);
  insert('Session', rows, (n) => {
    const isParent = n >= firstParent && n < firstParent + parentsIn(size);
    const accountId = isParent ? idOf('parent', n - firstParent) : idOf('doctor', n);
    return { digest: digestOf(tokenOf(n)), accountId, startedAt: Date.now(), lastUsedAt: Date.now() };
  });
  const parentId = (n: number): string => idOf('parent', parentOfChild(size, n));
  insert('Child', rows, (n) => ({ id: idOf('child', n), parentId: parentId(n), ...namesOf(n * 7) }));
  insert('Case', rows, (n) => {
    const people = {
      childId: idOf('child', n),
      parentId: parentId(n),
      doctorId: idOf('doctor', doctorOfCase(size, n)),
    };
    return { id: idOf('case', n), ...people, title: 'Asthma', openedAt: FIRST_MILLISECOND };
  });
  insert('Task', rows, (n) => {
    const task = { id: idOf('task', n), caseId: idOf('case', n), title: 'Measure lung function' };
    return { ...task, closedAt: FIRST_MILLISECOND, closedPlace: 1 };
  });
};

const RECORDS_PER_COMMIT = 5000;
/** A prime, so that each case comes once, and adjacent records are of distant cases. */
const STEP = 7919;

/** A record for each case: it was shown to its doctor. Only the service's storage can seal the records. */
const fillAuditTrail = async (file: string, size: Size): Promise<void> => {
  const storage = await openSqliteStorage({ file, keyring: createAesGcmKeyring(async () => SECRET_KEY) });
  for (let from = 0; from < size.rows; from += RECORDS_PER_COMMIT) {
    await storage.write(async ({ audit }) => {
      for (let n = from; n < Math.min(from + RECORDS_PER_COMMIT, size.rows); n += 1) {
        const shown = (n * STEP) % size.rows;
        await audit.append({
          id: idOf('record', n) as AuditRecordId,
          at: (FIRST_MILLISECOND + n) as Instant,
          requestId: idOf('record', n),
          by: idOf('doctor', doctorOfCase(size, shown)) as AccountId,
          action: 'case shown',
          on: idOf('case', shown),
          outcome: 'OK',
          child: idOf('child', shown) as ChildId,
        });
      }
      return ok(undefined);
    });
  }
  await storage.close();
};
