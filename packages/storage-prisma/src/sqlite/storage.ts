import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { Keyring } from '@health-case/domain/ports/security';
import type { Connection } from '../access.ts';
import { codeOf, isBusy, notCleared, StoreUnusable, unusable } from '../failures.ts';
import { bringUpToDate, type Migrating, migrate } from '../migrations.ts';
import { createPrismaStorage, type PrismaStorage, type ReportReadiness } from '../prisma-storage.ts';
import { checkRoom } from './checkpoints.ts';
import { connectionUsing, openReader, openWriter, type SqliteConnection } from './connection.ts';
import { sqliteFile } from './migrate.ts';
import { refuseLostLog, whileLogMayGo } from './running.ts';
import { openSqliteTransactions, type SqliteTransactions } from './transactions.ts';

type Options = {
  /** The path of the SQLite file; its folder must be there. */
  readonly file: string;
  readonly keyring: Keyring;
  /** How long another process may hold the write lock before a write fails, in milliseconds. */
  readonly lockTimeout?: number;
  /** How long a unit of work may take, in milliseconds, its waiting included. */
  readonly timeout?: number;
  readonly migrating?: Migrating;
  readonly reportReadiness?: ReportReadiness;
};

/**
 * A SQLite file as `Storage`, brought to the schema of this program first. Throws `StoreUnusable`, having changed
 * nothing, for a file that is no SQLite database, belongs to another program, or is newer than this one.
 */
export const openSqliteStorage = ({ migrating = 'apply', ...options }: Options): Promise<PrismaStorage> =>
  openMigrated(options, () => bringUpToDate(sqliteFile(options.file), migrating));

/** `before`: what makes the file one of this schema, if it is not. */
export const openMigrated = async (
  { file, keyring, lockTimeout = 5000, timeout = 5000, reportReadiness }: Omit<Options, 'migrating'>,
  before?: () => Promise<void>,
): Promise<PrismaStorage> => {
  const [opened, reader] = await opening(file, async () => {
    await before?.();
    const writing = await openSqliteTransactions(file, lockTimeout);
    const closeAll = async (error: unknown) => {
      await writing.close();
      throw error;
    };
    return [writing, await openReader(file).catch(closeAll)] as const;
  });
  const transactions = { ...opened, close: () => whileLogMayGo(file, opened.close) };
  const database = {
    reader: readingOn(transactions, reader),
    transactions,
    timeout,
    close: reader.close,
    reportReadiness,
    pause: transactions.pause,
    trailThread: { module: new URL('./verify-thread.ts', import.meta.url), target: file },
    conditions: [
      { otherwise: WITHOUT_FILES, check: transactions.checkFiles },
      { otherwise: WITHOUT_ROOM, check: () => checkRoom(file) },
      { otherwise: UNCOPIED, check: transactions.checkLog },
    ],
    scrub: () => clearLog(file, lockTimeout),
  };
  return createPrismaStorage(database, keyring);
};

const WITHOUT_FILES =
  'The files of the database were removed or replaced; stop the service, and put them or a backup back.';
const WITHOUT_ROOM = 'The disk of the database is full; make room on it.';
const UNCOPIED = 'The write-ahead log of the database grows, as it cannot be copied; the log of the service says why.';

/**
 * Reads on the connection that writes while no unit of work is open there (P-21), and the audit trail always on the
 * other one: the first may hold records that are not committed. Only the other one waits for a recovery.
 */
const readingOn = ({ idle }: SqliteTransactions, trail: SqliteConnection): Connection => {
  const { database } = trail;
  const reading = connectionUsing((work) => {
    try {
      return work(idle()?.database ?? database);
    } catch (error) {
      if (!isBusy(error)) throw error;
      return work(database);
    }
  });
  return { ...reading, trail };
};

/** Empties the write-ahead log, which holds what was removed. Waits `timeout` milliseconds for readers and writers. */
const clearLog = async (file: string, timeout: number): Promise<void> => {
  const { database, close } = await openWriter(file);
  const deadline = performance.now() + timeout;
  try {
    // The first column of the reply tells whether somebody is in the way.
    while (database.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0) {
      if (performance.now() > deadline) {
        throw new Unavailable('store', notCleared('another process uses its journal'), { retryAfterSeconds: 1 });
      }
      await sleep(20);
    }
  } finally {
    await close();
  }
};

/** Applies the pending migrations to a file, which is made if it is not there. Resolves to their names. */
export const applySqliteMigrations = (file: string): Promise<readonly string[]> =>
  opening(file, () => migrate(sqliteFile(file)));

/** Throws one sentence for the operator. */
const opening = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  const other = 'name a SQLite file in DATABASE_URL';
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new StoreUnusable(`${file} is no file; ${other}.`);
  refuseShut(file);
  refuseLostLog(file);
  return whileLogMayGo(file, work).catch((error: Error) => {
    const advice = codeOf(error) === 'SQLITE_FULL' ? 'make room on its disk' : other;
    throw unusable(error, `The database ${file} cannot be opened (${error.message}); ${advice}.`);
  });
};

/** SQLite says only that it cannot open the database. It makes, and removes, files beside it. */
const refuseShut = (file: string): void => {
  const place = existsSync(file) ? realpathSync(file) : file;
  const shut = [dirname(place), place, `${place}-wal`, `${place}-shm`].find((path) => {
    try {
      return void accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      return ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error as Error));
    }
  });
  if (shut === undefined) return;
  const user = process.geteuid?.() ?? 'of this process';
  throw new StoreUnusable(
    `The database ${file} cannot be opened: the user with id ${user}, also in a container, may not read and write ${shut}; give this user the folder and all files in it (chown ${user}).`,
  );
};
