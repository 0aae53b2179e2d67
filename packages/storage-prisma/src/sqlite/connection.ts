import { realpathSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import Database, { type Statement } from 'better-sqlite3';
import type { Access, Connection, Sql, Transactions, Value } from '../client.ts';
import { isBusy } from '../failures.ts';
import type { PrismaClient } from '../generated/sqlite/client.ts';
import { tablesOver } from '../tables/tables.ts';
import { rewriteLog } from './files.ts';

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
  readonly commitsOfOthers: () => number;
  readonly database: Database.Database;
  readonly close: () => Promise<void>;
};

const connectionOver = (database: Database.Database): SqliteConnection => {
  const numberOf = (statement: string): (() => number) => {
    const prepared = database.prepare(statement).pluck();
    return () => prepared.get() as number;
  };
  let client: Promise<PrismaClient> | undefined;
  const access: Access = {
    sql: sqliteSql(database),
    prisma: () => {
      client ??= import('./prisma-adapter.ts').then(({ prismaOver }) => prismaOver(database));
      return client;
    },
  };
  return {
    ...access,
    tables: tablesOver(access),
    database,
    changes: numberOf('SELECT total_changes()'),
    commitsOfOthers: numberOf('PRAGMA data_version'),
    close: async () => {
      await (await client)?.$disconnect();
      database.close();
    },
  };
};

type Prepared = {
  readonly statement: Statement;
  /** For each place of the statement, the index of the value that stands there. */
  readonly order: readonly number[];
};

/** SQLite answers at once; the promises are those of `Sql`. */
export const sqliteSql = (database: Database.Database): Sql => {
  const prepared = new Map<string, Prepared>();
  const prepare = (text: string, values: readonly Value[]) => {
    const { statement, order } = prepared.get(text) ?? parse(text);
    const bound: unknown[] = [];
    for (const at of order) {
      const value = values[at];
      bound.push(value instanceof Date ? value.getTime() : value);
    }
    return { statement, bound };
  };
  const parse = (text: string): Prepared => {
    const order: number[] = [];
    // The driver takes `$1` for a name. The plus changes nothing else: without it SQLite's planner looks at the value, and
    // plans the statement again for each one, which takes longer than most statements.
    const positional = text.replace(/\$(\d+)/g, (_, nth) => {
      order.push(Number(nth) - 1);
      return '+?';
    });
    const parsed = { statement: database.prepare(positional), order };
    prepared.set(text, parsed);
    return parsed;
  };
  return {
    all: async <Row>(text: string, ...values: readonly Value[]) => {
      const { statement, bound } = prepare(text, values);
      return statement.all(...bound) as Row[];
    },
    run: async (text, ...values) => {
      const { statement, bound } = prepare(text, values);
      return statement.run(...bound).changes;
    },
  };
};

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
    await whenFree(() => sql.run(BEGIN), OPENING_TIMEOUT);
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
const BEGIN = 'BEGIN IMMEDIATE';

/** Tries again, without blocking, while another process is in the way: `timeout` milliseconds at most. */
export const whenFree = async <T>(attempt: () => Promise<T>, timeout: number): Promise<T> => {
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

type Options = {
  readonly file: string;
  /** How long another process may hold the write lock before a transaction that waits for it fails, in milliseconds. */
  readonly lockTimeout: number;
};

export type SqliteTransactions = Transactions & {
  /** The connection that writes, while no transaction is open on it. */
  readonly idle: () => SqliteConnection | undefined;
  /**
   * Another number after each commit of any process, but not after one of these transactions that only added to the audit
   * trail. Without a connection it is unknown, and equals no other.
   */
  readonly version: () => number;
  readonly checkFiles: () => void;
};

/** More than any connection counts to, so that the versions of two connections never are the same. */
const VERSIONS_PER_CONNECTION = 2 ** 40;

/**
 * Transactions on one connection, one after another: the caller begins one only after the last has ended. A connection is
 * closed after a failed commit, after an error before it, and after a rollback of SQLite's own: closing rolls back whatever
 * is open on it.
 */
export const openSqliteTransactions = async ({ file, lockTimeout }: Options): Promise<SqliteTransactions> => {
  // Only here: the next commit overwrites what a failed commit of this process leaves in the log.
  let connection: SqliteConnection | undefined = await openWriter(file, () => rewriteLog(file));
  const checkFiles = watchFiles(file);
  // SQLite counts the commits of other connections only.
  let ownVersion = 0;

  const closeConnection = async (): Promise<void> => {
    const last = connection;
    connection = undefined;
    ownVersion += VERSIONS_PER_CONNECTION;
    await last?.close();
  };

  return {
    transaction: async (work) => {
      checkFiles();
      connection ??= await openWriter(file);
      const { sql, database } = connection;
      try {
        await whenFree(() => sql.run(BEGIN), lockTimeout);
        const { result, commit, onlyAudited = false } = await work(connection);
        // Before the commit, so that a failed one is counted: nobody knows what it left.
        if (commit && !onlyAudited) ownVersion += 1;
        if (commit || database.inTransaction) await sql.run(commit ? 'COMMIT' : 'ROLLBACK');
        else await closeConnection();
        // The files can go until the commit.
        checkFiles();
        return result;
      } catch (error) {
        await closeConnection().catch(() => undefined);
        throw error;
      }
    },
    idle: () => (connection?.database.inTransaction ? undefined : connection),
    version: () => (connection ? ownVersion + connection.commitsOfOthers() : Number.NaN),
    checkFiles,
    close: closeConnection,
  };
};

/**
 * Throws `Unavailable` while the files of a database are not those that are open: SQLite would go on writing to files that
 * nobody finds again. A connection must have them open all the time, because the last one to close removes the log, and no
 * other file has the same identity while one is open.
 */
const watchFiles = (file: string): (() => void) => {
  const opened = [file, `${realpathSync(file)}-wal`].map((path) => ({ path, ...statSync(path, { bigint: true }) }));
  return () => {
    for (const { path, dev, ino } of opened) {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (found?.dev === dev && found.ino === ino) continue;
      throw new Unavailable('store', `The database ${file} was removed or replaced while it was open.`, {
        retryAfterSeconds: 1,
      });
    }
  };
};
