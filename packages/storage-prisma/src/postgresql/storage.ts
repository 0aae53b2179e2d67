import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { Keyring } from '@health-case/domain/ports/security';
import type { PoolClient } from 'pg';
import { before, type CallTime, createCallTime, deadlineExceeded } from '../call-time.ts';
import type { Connection, Driver, Ended, Transactions } from '../client.ts';
import { isConflict, isLost, isUnexpected } from '../failures.ts';
import { bringUpToDate, type Migrating, migrate } from '../migrations.ts';
import { createPrismaStorage, type PrismaStorage, type ReportReadiness, type RunRead } from '../prisma-storage.ts';
import { columnsBeside, hot } from '../statement.ts';
import { TABLES_OF_ACCOUNT } from '../stores/account.ts';
import { createClockCheck } from './clock.ts';
import { createPool, readerOver, type Transaction, transactionsOn } from './connection.ts';
import { BOUNDS, type Bounds, createHosts, type Hosts } from './host-client.ts';
import { postgresDatabase } from './migrate.ts';
import { type SharedPrisma, sharedPrisma } from './prisma-adapter.ts';
import { rewriteTables, TABLES_OF_CHILD } from './rewrite-tables.ts';

const MOST_ATTEMPTS = 4;
/** The most units of work that wait for a connection. A distant database runs so many in about a second. */
export const MOST_WAITING = 1024;

/**
 * Transactions at READ COMMITTED, in parallel over a pool; each locks the rows that its rule relies on (P-15). After a
 * conflict or a lost connection they are retried, unless what ends them was sent and not answered (P-16).
 */
export const openPostgresTransactions = (
  hosts: Hosts,
  bounds: Bounds,
  prisma: SharedPrisma,
  { spend }: CallTime,
): Transactions & { readonly waiting: () => number } => {
  const { pool, connect: connectOnce } = createPool(hosts, bounds.writers, bounds, true);
  const known = new WeakMap<PoolClient, ReturnType<typeof transactionsOn>>();

  const connect = async (deadline: number): Promise<PoolClient> => {
    if (pool.waitingCount >= MOST_WAITING) throw exhausted();
    const connecting = connectOnce();
    return before(deadline, connecting).catch((error: unknown) => {
      connecting.then((late) => late.release()).catch(() => undefined);
      throw pool.idleCount === 0 && pool.totalCount === bounds.writers ? exhausted() : error;
    });
  };
  /**
   * Closes the connection, which rolls back: its records have had numbers, so that it cannot serve another transaction. If the
   * unit of work still runs, its further statements fail.
   */
  const abandon = (client: PoolClient, transaction: Transaction, error: unknown): unknown => {
    transaction.fail(error);
    const state = transaction.state();
    const failure = state.is === 'failed' ? state.error : error;
    if (isLost(failure)) hosts.distrust(client);
    if (state.is !== 'ending') {
      client.release(true);
      return failure;
    }
    // A commit may wait, for a standby for example. Closing the connection would not end it on the server, so the pool
    // counts the connection until it is answered.
    void hosts.settled(client, state.answer).then(() => client.release(true));
    return unknownOutcome();
  };

  const attempt = async <T>(
    work: (connection: Connection) => Promise<Ended<T>>,
    deadline: number,
    isFirst: boolean,
  ): Promise<T> => {
    const client = await connect(deadline);
    const begin = known.get(client) ?? transactionsOn(client, prisma);
    known.set(client, begin);
    const { connection, transaction } = begin(isFirst);
    const run = async () => {
      const { result, commit } = await work(connection);
      if (performance.now() >= deadline) throw deadlineExceeded();
      await transaction.end(commit);
      return result;
    };
    try {
      const result = await before(deadline, run());
      client.release();
      return result;
    } catch (error) {
      throw abandon(client, transaction, error);
    }
  };

  return {
    transaction: (work, latest = Number.POSITIVE_INFINITY) =>
      spend(bounds.call, (end) => {
        const deadline = Math.min(end, latest);
        const isWorthRepeating = (error: unknown) => isConflict(error) || isLost(error);
        return repeated((tries) => attempt(work, deadline, tries === 1), deadline, isWorthRepeating);
      }),
    waiting: () => pool.waitingCount,
    close: async () => {
      hosts.close();
      await pool.end();
    },
  };
};

const unavailable = (reason: Unavailable['reason'], message: string) =>
  new Unavailable(reason, message, { retryAfterSeconds: 1 });
const exhausted = () => unavailable('overloaded', 'All connections to the database are in use.');
const unknownOutcome = () =>
  unavailable('store', 'The database did not answer a COMMIT; look whether the change was stored.');

/**
 * Repeats what failed and changed nothing, after a pause that grows and is random, so that two do not meet again. A repeated
 * attempt sends nothing ahead that may turn out wrong.
 */
const repeated = async <T>(
  attempt: (tries: number) => Promise<T>,
  deadline: number,
  isWorthRepeating: (error: unknown) => boolean,
): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries);
    } catch (error) {
      if (tries === MOST_ATTEMPTS || !isWorthRepeating(error)) throw error;
      const pause = isUnexpected(error) ? 0 : Math.random() * 50 * 2 ** tries;
      if (performance.now() + pause > deadline) throw error;
      await sleep(pause);
    }
  }
};

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
  const prisma = sharedPrisma();
  const callTime = createCallTime();
  const readers = createPool(hosts, bounds.readers, bounds);
  const { pool } = readers;
  const transactions = openPostgresTransactions(hosts, bounds, prisma, callTime);
  const reader = readerOver(prisma, readers, hosts);
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
