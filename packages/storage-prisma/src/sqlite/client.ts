import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import Database from 'better-sqlite3';
import type { Connection, Sql } from '../client.ts';
import type { PrismaClient } from '../generated/sqlite/client.ts';
import { lazyClient } from './lazy-client.ts';
import { sqliteSql } from './sql.ts';
import { takeWriteLock, whenFree } from './write-lock.ts';

/**
 * A lock that another process holds is waited for without blocking: SQLite's own waiting would stop the event loop, so
 * the writer does not wait at all (the write queue tries again) and the reader, which only ever meets a recovery, hardly.
 */
const WRITER = { timeout: 0, fileMustExist: true };
const READER = { timeout: 200, readonly: true };

export type SqliteConnection = Connection & {
  readonly changes: () => number;
  readonly inTransaction: () => boolean;
  readonly commit: (onlyAudited: boolean) => void;
  /**
   * Has grown since it was last asked if anything was committed since, here or on any other connection; but for what was
   * added here to the audit trail alone.
   */
  readonly version: () => number;
  readonly close: () => Promise<void>;
};

const connectionOver = (database: Database.Database): SqliteConnection => {
  // Prisma reads every number as one that may be too large for JavaScript's own.
  database.defaultSafeIntegers(true);
  const numberOf = (statement: string): (() => number) => {
    const prepared = database.prepare(statement).pluck().safeIntegers(false);
    return () => prepared.get() as number;
  };
  let prisma: Promise<PrismaClient> | undefined;
  const load = async (): Promise<PrismaClient> => (await import('./prisma-client.ts')).prismaOver(database);
  const client = lazyClient(() => {
    prisma ??= load();
    return prisma;
  });
  const commit = database.prepare('COMMIT');
  // What others commit, SQLite counts; what is committed here, it does not.
  const byOthers = numberOf('PRAGMA data_version');
  let here = 0;
  return {
    client,
    sql: sqliteSql(database),
    changes: numberOf('SELECT total_changes()'),
    inTransaction: () => database.inTransaction,
    // Counted before anyone else can ask, and also if it fails: then nobody knows.
    commit: (onlyAudited) => {
      if (!onlyAudited) here += 1;
      commit.run();
    },
    version: () => byOthers() + here,
    close: async () => {
      await (await prisma)?.$disconnect();
      database.close();
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

/**
 * The one connection that writes. What is committed on it survives power loss: WAL alone would sync only at checkpoints.
 * Nobody else writes while `work` is done.
 */
export const openWriter = async (
  file: string,
  work: () => Promise<void> = async () => undefined,
): Promise<SqliteConnection> => {
  const connection = await whenFree(async () => connectToWrite(file), PATIENCE);
  const { sql, close } = connection;
  try {
    // A file that may not be written is opened for reading without a word; only a lock shows the difference.
    await takeWriteLock(sql, PATIENCE);
    await work();
    await sql.run('ROLLBACK');
    return connection;
  } catch (error) {
    await close();
    throw error;
  }
};

const connectToWrite = (file: string): SqliteConnection =>
  connect(file, WRITER, (database) => {
    useWriteAheadLog(database);
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    // What is removed is overwritten with zeros, and not merely forgotten.
    database.pragma('secure_delete = ON');
  });

/** Another process that opens or closes the file at this moment is in the way for a moment only. */
const PATIENCE = 5000;

const useWriteAheadLog = (database: Database.Database): void => {
  const mode = database.pragma('journal_mode = WAL', { simple: true });
  if (mode !== 'wal') throw new Error('its file system allows no write-ahead log');
};

/** Reads beside the writer, seeing what is committed. It cannot write. */
export const openReader = async (file: string): Promise<SqliteConnection> => connect(file, READER);

/**
 * Empties the write-ahead log, in which what has been removed since still stands. Readers and writers are waited for,
 * `patience` milliseconds at most.
 */
export const clearLog = async (file: string, patience: number): Promise<void> => {
  const { sql, close } = await openWriter(file);
  try {
    const deadline = performance.now() + patience;
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
