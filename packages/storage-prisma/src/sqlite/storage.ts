import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { Keyring } from '@health-case/domain/ports/security';
import type { Reads } from '@health-case/domain/ports/storage';
import { StoreUnusable, unusable } from '../failures.ts';
import { bringUpToDate, type Migrating, migrate } from '../migrations.ts';
import { createPrismaStorage, type PrismaStorage, type RunRead } from '../prisma-storage.ts';
import { openReader, openWriter } from './connection.ts';
import { sqliteFile } from './migrate.ts';
import { openSqliteTransactions } from './transactions.ts';

type Options = {
  /** The path of the SQLite file; its folder must be there. */
  readonly file: string;
  readonly keyring: Keyring;
  /** How long another process may hold the write lock before a write fails, in milliseconds. */
  readonly lockTimeout?: number;
  /** How long a unit of work may take, in milliseconds, its waiting included. */
  readonly timeout?: number;
  readonly migrating?: Migrating;
  readonly readCache?: boolean;
};

/**
 * A SQLite file as `Storage`, brought to the schema of this program first. Throws `StoreUnusable`, having changed
 * nothing, for a file that is no SQLite database, belongs to another program, or is newer than this one.
 */
export const openSqliteStorage = async ({
  file,
  keyring,
  lockTimeout = 5000,
  timeout = 5000,
  migrating = 'apply',
  readCache = true,
}: Options): Promise<PrismaStorage> => {
  const transactions = await inOneSentence(file, async () => {
    await bringUpToDate(sqliteFile(file), migrating);
    return openSqliteTransactions(file, lockTimeout);
  });
  const reader = await openReader(file);
  const database = {
    ...{ reader, transactions, timeout, close: reader.close },
    ...(readCache && { runRead: createReadCache(transactions.version) }),
    checkFiles: transactions.checkFiles,
    scrub: () => clearLog(file, lockTimeout),
  };
  return createPrismaStorage(database, keyring);
};

/**
 * Empties the write-ahead log, which still holds what has been removed since. Waits for readers and writers, `timeout`
 * milliseconds at most.
 */
const clearLog = async (file: string, timeout: number): Promise<void> => {
  const { database, close } = await openWriter(file);
  const deadline = performance.now() + timeout;
  try {
    // The first column of the reply tells whether somebody is in the way.
    while (database.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0) {
      if (performance.now() > deadline) {
        throw new Unavailable('store', 'The journal of the database is in use.', { retryAfterSeconds: 1 });
      }
      await sleep(20);
    }
  } finally {
    await close();
  }
};

/** Applies the pending migrations to a file, which is made if it is not there. Resolves to their names. */
export const applySqliteMigrations = (file: string): Promise<readonly string[]> =>
  inOneSentence(file, () => migrate(sqliteFile(file)));

const inOneSentence = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  const advice = 'name a SQLite file in DATABASE_URL';
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new StoreUnusable(`${file} is no file; ${advice}.`);
  return work().catch((error: Error) => {
    throw unusable(error, `The database ${file} cannot be opened (${error.message}); ${advice}.`);
  });
};

/** The reads of every request. No number, no password's hash, and no record of the audit trail stays in memory. */
const CACHED: { readonly [Name in keyof Reads]?: readonly (keyof Reads[Name])[] } = {
  accounts: ['doctors', 'find'],
  assistants: ['assists', 'ofDoctor'],
  cases: ['find', 'ofAssistant', 'ofDoctor', 'ofParent'],
  certifications: ['newestOf'],
  children: ['isOfDoctor', 'ofDoctor', 'ofDoctorAndParent', 'ofParent', 'parentOf'],
  history: ['ofCase'],
  sessions: ['find'],
  tasks: ['find', 'lastClosedOf', 'ofCase'],
};
const CACHED_NAMES = new Set(
  Object.entries(CACHED).flatMap(([store, methods]) => methods.map((method) => `${store}.${method}`)),
);

/** A row takes some 200 bytes. */
const MOST_ROWS = 20_000;

/**
 * Caches reads until `version` changes: until any process commits anything but records of this process's audit trail. Asking
 * for it costs a tenth of the cheapest read. Equal reads get the same object, so its identity shows that nothing has changed.
 */
export const createReadCache = (version: () => number): RunRead => {
  const cached = new Map<string, Promise<unknown>>();
  let [cachedAt, rows] = [Number.NaN, 0];

  return <T>(read: (...args: unknown[]) => Promise<T>, name: string, args: unknown[]): Promise<T> => {
    if (!CACHED_NAMES.has(name)) return read(...args);
    const now = version();
    if (now !== cachedAt) {
      cached.clear();
      [cachedAt, rows] = [now, 0];
    }
    const key = `${name} ${JSON.stringify(args)}`;
    const known = cached.get(key) as Promise<T> | undefined;
    if (known) return known;
    if (rows >= MOST_ROWS) return read(...args);
    const reading = read(...args).then((value) => {
      if (cached.get(key) === reading) rows += Array.isArray(value) ? value.length + 1 : 1;
      // V8 would soon create all rows in the old generation, as the cached ones live long; only these copies live there.
      return Array.isArray(value) ? (value.map((row: object) => ({ ...row })) as T) : value;
    });
    cached.set(key, reading);
    reading.catch(() => {
      if (cached.get(key) === reading) cached.delete(key);
    });
    return reading;
  };
};
