import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { type Access, accessOver, type Provider, type SharedConnection } from '../access.ts';
import { isBusy } from '../failures.ts';
import { sharedClient } from '../shared-client.ts';
import { NO_LOCKS } from '../statement.ts';
import { driverUsing, type Using } from './driver.ts';

/** Waiting inside SQLite stops the event loop: the writer never does (`whenFree`), the reader only for a recovery. */
const WRITER = { timeout: 0, fileMustExist: true };
const READER = { timeout: 200, readonly: true };

/** How long another process that opens or closes the file may be in the way, in milliseconds. */
const OPENING_TIMEOUT = 5000;

export type SqliteConnection = SharedConnection & {
  readonly database: Database.Database;
  /** Takes the write lock before anything is read, so that no other process can write between a check and its write. */
  readonly begin: () => unknown;
  readonly close: () => Promise<void>;
};

const connect = (file: string, options: Database.Options): SqliteConnection => {
  const database = new Database(file, options);
  try {
    if (options === WRITER) prepareToWrite(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    ...connectionUsing((work) => work(database)),
    database,
    begin: database.exec.bind(database, 'BEGIN IMMEDIATE'),
    close: async () => void database.close(),
  };
};

const { over } = sharedClient<Using>(async (current) =>
  (await import('./prisma-adapter.ts')).prismaUsing((work) => current()(work)),
);

export const connectionUsing = (using: Using): SharedConnection => {
  const prisma: Provider['prisma'] = (work) => over(using, work);
  const { change, settled } = changesOf(prisma);
  const driver = driverUsing(using);
  const access = accessOver({ driver, locks: NO_LOCKS, prisma, change });
  const control = async (text: string): Promise<void> => {
    await settled();
    await driver.write(text, []);
  };
  return { ...access, driver, control };
};

/** Prisma sends a change some turns after it was asked to: a unit of work that fails meanwhile must not end before. */
const changesOf = (prisma: Provider['prisma']) => {
  const underWay = new Set<Promise<unknown>>();
  const change: Access['change'] = async (work) => {
    const changing = prisma(work);
    underWay.add(changing);
    try {
      return await changing;
    } finally {
      underWay.delete(changing);
    }
  };
  return { change, settled: () => (underWay.size > 0 ? Promise.allSettled(underWay) : undefined) };
};

/**
 * Reads beside the writer, and sees what is committed. It cannot write. Its first read, here, opens the log: while it
 * is open, a writer that closes after a failed commit is not the last connection, which would copy the log to the
 * database and remove it.
 */
export const openReader = async (file: string): Promise<SqliteConnection> => {
  const reader = connect(file, READER);
  try {
    await reader.driver.rows('SELECT 1 FROM sqlite_master LIMIT 1', []);
    return reader;
  } catch (error) {
    await reader.close();
    throw error;
  }
};

/** The one connection that writes, open before the `deadline`. `work` is done while nobody else can write. */
export const openWriter = async (
  file: string,
  work?: () => Promise<void>,
  deadline = performance.now() + OPENING_TIMEOUT,
): Promise<SqliteConnection> => {
  const connection = await whenFree(() => connect(file, WRITER), deadline);
  const { begin, database, close } = connection;
  try {
    // SQLite silently opens a read-only file for reading; only a lock shows the difference.
    await whenFree(begin, deadline);
    await work?.();
    database.exec('ROLLBACK');
    return connection;
  } catch (error) {
    await close();
    throw error;
  }
};

const prepareToWrite = (database: Database.Database): void => {
  const mode = database.pragma('journal_mode = WAL', { simple: true });
  if (mode !== 'wal') throw new Error('its file system allows no write-ahead log');
  // With NORMAL, WAL would sync only at checkpoints.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // A thread copies the log into the database (`checkpoints.ts`).
  database.pragma('wal_autocheckpoint = 0');
  // What a savepoint keeps of pages goes to no file outside of the store, and costs no file for each unit.
  database.pragma('temp_store = MEMORY');
  // Removed data is overwritten with zeros.
  database.pragma('secure_delete = ON');
};

/** Tries again while another process is in the way, until the `deadline`, a moment of `performance.now()`. */
export const whenFree = async <T>(attempt: () => T | Promise<T>, deadline: number): Promise<T> => {
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      await sleep(pause);
    }
  }
};
