import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import Database, { type Statement } from 'better-sqlite3';
import type { Client, Connection, Sql, Value } from '../client.ts';
import { isBusy } from '../failures.ts';
import type { PrismaClient } from '../generated/sqlite/client.ts';

/**
 * SQLite's own waiting for the lock of another process would stop the event loop. So the writer does not wait at all:
 * `whenFree` tries again. The reader only ever meets a recovery, and waits for a moment.
 */
const WRITER = { timeout: 0, fileMustExist: true };
const READER = { timeout: 200, readonly: true };

/** How long another process that opens or closes the file may be in the way, in milliseconds. */
const OPENING_TIMEOUT = 5000;

export type SqliteConnection = Connection & {
  readonly changes: () => number;
  readonly inTransaction: () => boolean;
  readonly commit: (onlyAudited: boolean) => void;
  /**
   * Grows with each commit on any connection, but not with those on this one that only added to the audit trail.
   */
  readonly version: () => number;
  readonly close: () => Promise<void>;
};

const connectionOver = (database: Database.Database): SqliteConnection => {
  const numberOf = (statement: string): (() => number) => {
    const prepared = database.prepare(statement).pluck();
    return () => prepared.get() as number;
  };
  let client: Promise<PrismaClient> | undefined;
  const commit = database.prepare('COMMIT');
  // SQLite counts the commits of other connections only.
  const commitsOfOthers = numberOf('PRAGMA data_version');
  let ownCommits = 0;
  return {
    sql: sqliteSql(database),
    prisma: (): Promise<Client> => {
      client ??= loadPrisma(database);
      return client;
    },
    changes: numberOf('SELECT total_changes()'),
    inTransaction: () => database.inTransaction,
    commit: (onlyAudited) => {
      // Before the commit, so that a failed one is counted: nobody knows what it left.
      if (!onlyAudited) ownCommits += 1;
      commit.run();
    },
    version: () => commitsOfOthers() + ownCommits,
    close: async () => {
      await (await client)?.$disconnect();
      database.close();
    },
  };
};

const loadPrisma = async (database: Database.Database): Promise<PrismaClient> => {
  const [{ PrismaClient }, { prismaAdapterOver }] = await Promise.all([
    import('../generated/sqlite/client.ts'),
    import('./prisma-adapter.ts'),
  ]);
  const adapter = prismaAdapterOver(database);
  const { provider, adapterName } = adapter;
  const client = new PrismaClient({
    adapter: { provider, adapterName, connect: async () => adapter },
    errorFormat: 'minimal',
  });
  await client.$connect();
  return client;
};

type Prepared = {
  readonly statement: Statement;
  /** For each place of the statement, the index of the value that stands there. */
  readonly order: readonly number[];
};

/** SQLite answers at once; the promises are those of `Sql`. */
export const sqliteSql = (database: Database.Database): Sql => {
  const prepared = new Map<string, Prepared>();
  const prepare = (text: string): Prepared => {
    const known = prepared.get(text);
    if (known) return known;
    const order: number[] = [];
    // The driver takes `$1` for a name. The plus changes nothing else: without it SQLite's planner looks at the value, and
    // plans the statement again for each one, which takes longer than most statements.
    const positional = text.replace(/\$(\d+)/g, (_, nth) => {
      order.push(Number(nth) - 1);
      return '+?';
    });
    const made = { statement: database.prepare(positional), order };
    prepared.set(text, made);
    return made;
  };
  return {
    all: async <Row>(text: string, ...values: readonly Value[]) => {
      const { statement, order } = prepare(text);
      return statement.all(...order.map((at) => bound(values[at]))) as Row[];
    },
    run: async (text, ...values) => {
      const { statement, order } = prepare(text);
      return statement.run(...order.map((at) => bound(values[at]))).changes;
    },
  };
};

const bound = (value: Value | undefined): string | number | null | undefined =>
  value instanceof Date ? value.getTime() : value;

const connect = (
  file: string,
  options: Database.Options,
  prepare: (database: Database.Database) => void = () => undefined,
): SqliteConnection => {
  const database = new Database(file, options);
  try {
    prepare(database);
    return connectionOver(database);
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Reads beside the writer, and sees what is committed. It cannot write. */
export const openReader = async (file: string): Promise<SqliteConnection> => connect(file, READER);

/**
 * The one connection that writes. Its commits survive a power loss: with synchronous = NORMAL, WAL would sync only at
 * checkpoints. `work` is done while nobody else can write.
 */
export const openWriter = async (
  file: string,
  work: () => Promise<void> = async () => undefined,
): Promise<SqliteConnection> => {
  const connection = await whenFree(async () => connect(file, WRITER, prepareToWrite), OPENING_TIMEOUT);
  const { sql, close } = connection;
  try {
    // SQLite silently opens a read-only file for reading; only a lock shows the difference.
    await takeWriteLock(sql, OPENING_TIMEOUT);
    await work();
    await sql.run('ROLLBACK');
    return connection;
  } catch (error) {
    await close();
    throw error;
  }
};

const prepareToWrite = (database: Database.Database): void => {
  const mode = database.pragma('journal_mode = WAL', { simple: true });
  if (mode !== 'wal') throw new Error('its file system allows no write-ahead log');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // Removed data is overwritten with zeros.
  database.pragma('secure_delete = ON');
};

/** IMMEDIATE takes the write lock before anything is read, so that no other process can write between a check and its write. */
export const takeWriteLock = async (sql: Sql, timeout: number): Promise<void> => {
  await whenFree(() => sql.run('BEGIN IMMEDIATE'), timeout);
};

/** Tries again, without blocking, while another process is in the way: `timeout` milliseconds at most. */
const whenFree = async <T>(attempt: () => Promise<T>, timeout: number): Promise<T> => {
  const deadline = performance.now() + timeout;
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(pause);
    }
  }
};

/**
 * Empties the write-ahead log, which still holds what has been removed since. Waits for readers and writers, `timeout`
 * milliseconds at most.
 */
export const clearLog = async (file: string, timeout: number): Promise<void> => {
  const { sql, close } = await openWriter(file);
  try {
    const deadline = performance.now() + timeout;
    while (!(await isCleared(sql))) {
      if (performance.now() > deadline) {
        throw new Unavailable('store', 'The journal of the database is in use.', { retryAfterSeconds: 1 });
      }
      await sleep(20);
    }
  } finally {
    await close();
  }
};

const isCleared = async (sql: Sql): Promise<boolean> => {
  const [state] = await sql.all<{ readonly busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
  return state?.busy === 0;
};
