import { Unavailable } from '@health-case/domain/errors';
import type { Keyring } from '@health-case/domain/ports/security';
import type { Driver } from '../access.ts';
import { before, type CallTime, createCallTime } from '../call-time.ts';
import { isLost } from '../failures.ts';
import { bringUpToDate, type Migrating, migrate } from '../migrations.ts';
import { createPrismaStorage, type PrismaStorage, type ReportReadiness, type RunRead } from '../prisma-storage.ts';
import { columnsBeside, hot } from '../statement.ts';
import { TABLES_OF_ACCOUNT } from '../stores/account.ts';
import { createClockCheck } from './clock.ts';
import { createPool, readerOver } from './connection.ts';
import { BOUNDS, type Bounds, createHosts } from './host-client.ts';
import { postgresDatabase } from './migrate.ts';
import { rewriteTables, TABLES_OF_CHILD } from './rewrite-tables.ts';
import { openPostgresTransactions, repeated } from './transactions.ts';

type Options = {
  /** Of the scheme postgresql: or postgres:, with the driver's own parameters, `sslmode` for example. */
  readonly url: string;
  readonly keyring: Keyring;
  readonly bounds?: Partial<Bounds>;
  readonly migrating?: Migrating;
  readonly reportReadiness?: ReportReadiness;
  /** The clock of this process: milliseconds since 1970. */
  readonly now?: () => number;
};

/**
 * A PostgreSQL database as `Storage`, brought to the schema of this program first. Throws `StoreUnusable`, having changed
 * nothing, for a database that cannot be reached, belongs to another program, or is newer than this one.
 */
export const openPostgresStorage = async (options: Options): Promise<PrismaStorage> =>
  createPrismaStorage(await openDatabase(options), options.keyring);

/** The connections of a storage. */
export const openDatabase = async ({
  url,
  bounds: given = {},
  migrating = 'apply',
  reportReadiness,
  now,
}: Omit<Options, 'keyring'>) => {
  const bounds = { ...BOUNDS, ...given };
  await bringUpToDate(postgresDatabase(url), migrating);
  const hosts = createHosts(url, bounds);
  const callTime = createCallTime();
  const readers = createPool(hosts, bounds.readers, bounds);
  const { pool } = readers;
  const transactions = openPostgresTransactions(hosts, bounds, callTime);
  const reader = readerOver(readers, hosts);
  const readInTime = readWithin(bounds.call, callTime);
  const askForTime = async () => Number((await reader.sql.rows(NOW))[0]?.now);
  const checkClock = createClockCheck(() => readInTime(askForTime, 'clock'), now);
  const runRead: RunRead = async (read, name) => {
    // A process with a wrong clock cannot tell which sessions have ended.
    if (name === 'sessions.find') await checkClock();
    return readInTime(read, name);
  };
  return {
    reader,
    transactions,
    trailThread: { module: new URL('./verify-thread.ts', import.meta.url), target: { url, bounds } },
    reportReadiness,
    beforeWriting: checkClock,
    shareTime: callTime.share,
    conditions: [
      { check: checkClock },
      { check: () => readInTime(() => checkCommits(reader.driver, bounds), 'commits') },
    ],
    parallel: {
      waiting: transactions.waiting,
      connections: () => ({ used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    },
    close: () => pool.end(),
    runRead,
    // The locks of rewritten tables let nobody read.
    scrub: (of: keyof typeof TABLES) => rewriteTables(url, TABLES[of], bounds.clearing),
  };
};

/** Of which rows or texts are removed. */
const TABLES = { child: TABLES_OF_CHILD, account: TABLES_OF_ACCOUNT };

/** Applies the pending migrations to a database, which must be there. Resolves to their names. */
export const applyPostgresMigrations = (url: string): Promise<readonly string[]> => migrate(postgresDatabase(url));

const UNANSWERED = `SELECT 1 FROM pg_stat_activity WHERE "usename" = current_user AND "datname" = current_database()
  AND "wait_event" = 'SyncRep' AND "query_start" < clock_timestamp() - make_interval(secs => $1) LIMIT 1`;

/** A commit that waits for a standby keeps its connection also when nobody waits for its answer, so no more of them may be tried. */
const checkCommits = async ({ rows }: Driver, { statement }: Bounds): Promise<void> => {
  if ((await rows(UNANSWERED, [statement / 1000])).length === 0) return;
  const sentence = 'The database does not answer commits, as its standbys do not; see that they run.';
  throw new Unavailable('store', sentence, { retryAfterSeconds: 5 });
};

const NOW = hot('Its clock is compared before a session is looked up.').returning(
  columnsBeside<{ readonly now: number }>('', 'now'),
)`SELECT clock_timestamp() AT TIME ZONE 'UTC' AS "now"`;

/** Reads of a whole table, which may take longer; each of their statements has its timeout. */
const LONG: ReadonlySet<string> = new Set(['audit.verify']);

/** A read changes nothing, so it is repeated if its connection was lost. */
const readWithin =
  (milliseconds: number, { spend }: CallTime): RunRead =>
  (read, name) =>
    spend(milliseconds, (deadline) => {
      const result = repeated(read, deadline, isLost);
      return LONG.has(name) ? result : before(deadline, result);
    });
