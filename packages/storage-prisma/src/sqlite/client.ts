import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { Database } from 'better-sqlite3';
import type { Connection } from '../client.ts';
import { PrismaClient } from '../generated/sqlite/client.ts';
import { SharedSqlite } from './adapter.ts';
import { sqliteSql } from './sql.ts';
import { writeAnew } from './write-anew.ts';
import { takeWriteLock, whenFree } from './write-lock.ts';

/**
 * A lock that another process holds is waited for without blocking: SQLite's own waiting would stop the event loop, so
 * the writer does not wait at all (the write queue tries again) and the reader, which only ever meets a recovery, hardly.
 */
const WRITER = { timeout: 0 };
const READER = { timeout: 200, readonly: true };

export type SqliteConnection = Connection & {
  readonly client: PrismaClient;
  readonly changes: () => number;
  readonly inTransaction: () => boolean;
  readonly commit: () => void;
  /** Has grown since it was last asked if anything at all was committed since, here or on any other connection. */
  readonly version: () => number;
};

const connect = async (file: string, options: typeof WRITER | typeof READER): Promise<SqliteConnection> => {
  const adapter = new SharedSqlite({ url: file, ...options }, { timestampFormat: 'unixepoch-ms' });
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' });
  await client.$connect();
  try {
    return { client, sql: sqliteSql(adapter.database), ...toldBy(adapter.database) };
  } catch (error) {
    await client.$disconnect();
    throw error;
  }
};

/** What a connection says of itself. */
const toldBy = (database: Database): Omit<SqliteConnection, 'client' | 'sql'> => {
  const commit = database.prepare('COMMIT');
  // What others commit, SQLite counts; what is committed here, it does not.
  const byOthers = database.prepare('PRAGMA data_version').pluck().safeIntegers(false);
  const totalChanges = database.prepare('SELECT total_changes()').pluck().safeIntegers(false);
  let here = 0;
  return {
    changes: () => totalChanges.get() as number,
    inTransaction: () => database.inTransaction,
    // Counted before anyone else can ask, and also if it fails: then nobody knows.
    commit: () => {
      here += 1;
      commit.run();
    },
    version: () => (byOthers.get() as number) + here,
  };
};

/** The one connection that writes. What is committed on it survives power loss: WAL alone would sync only at checkpoints. */
export const openWriter = async (file: string): Promise<SqliteConnection> => {
  const connection = await whenFree(() => connectToWrite(file), PATIENCE);
  const { client, sql } = connection;
  try {
    // A file that may not be written is opened for reading without a word; only a lock shows the difference.
    await takeWriteLock(sql, PATIENCE);
    await writeAnew(`${file}-wal`);
    await sql.run('ROLLBACK');
    return connection;
  } catch (error) {
    await client.$disconnect();
    throw error;
  }
};

const connectToWrite = async (file: string): Promise<SqliteConnection> => {
  const connection = await connect(file, WRITER);
  const { client } = connection;
  try {
    await useWriteAheadLog(client);
    await client.$queryRawUnsafe('PRAGMA synchronous = FULL');
    await client.$queryRawUnsafe('PRAGMA foreign_keys = ON');
    // What is removed is overwritten with zeros, and not merely forgotten.
    await client.$queryRawUnsafe('PRAGMA secure_delete = ON');
    return connection;
  } catch (error) {
    await client.$disconnect();
    throw error;
  }
};

/** Another process that opens or closes the file at this moment is in the way for a moment only. */
const PATIENCE = 5000;

const useWriteAheadLog = async (client: PrismaClient): Promise<void> => {
  const [mode] = await client.$queryRawUnsafe<{ journal_mode: string }[]>('PRAGMA journal_mode = WAL');
  if (mode?.journal_mode !== 'wal') throw new Error('its file system allows no write-ahead log');
};

/** Reads beside the writer, seeing what is committed. It cannot write. */
export const openReader = (file: string): Promise<SqliteConnection> => connect(file, READER);

/**
 * Empties the write-ahead log, in which what has been removed since still stands. Readers and writers are waited for,
 * `patience` milliseconds at most.
 */
export const clearLog = async (file: string, patience: number): Promise<void> => {
  const { client } = await openWriter(file);
  try {
    const deadline = performance.now() + patience;
    while (!(await isCleared(client))) {
      if (performance.now() > deadline) {
        throw new Unavailable('store', 'The journal of the database is in use.', { retryAfterSeconds: 1 });
      }
      await sleep(20);
    }
  } finally {
    await client.$disconnect();
  }
};

const isCleared = async (client: PrismaClient): Promise<boolean> => {
  const [state] = await client.$queryRawUnsafe<{ busy: number | bigint }[]>('PRAGMA wal_checkpoint(TRUNCATE)');
  return Number(state?.busy) === 0;
};
