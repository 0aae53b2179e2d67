import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { Keyring } from '@health-case/domain/ports/security';
import { before } from '../call-time.ts';
import type { Connection, Transactions } from '../client.ts';
import { codeOf, isBusy, notCleared, StoreUnusable, unusable } from '../failures.ts';
import { bringUpToDate, type Migrating, migrate } from '../migrations.ts';
import { createPrismaStorage, type PrismaStorage, type ReportReadiness } from '../prisma-storage.ts';
import { checkRoom, createCheckpoints } from './checkpoints.ts';
import {
  connectionUsing,
  openReader,
  openWriter,
  type SqliteConnection,
  type SqlitePrisma,
  sharedPrisma,
  whenFree,
} from './connection.ts';
import { sync } from './files.ts';
import { sqliteFile } from './migrate.ts';
import { refuseLostLog, whileLogMayGo } from './running.ts';

type SqliteTransactions = Transactions<SqliteConnection> & {
  /** The connection, unless a unit of work is open on it. */
  readonly idle: () => SqliteConnection | undefined;
  /** Lets others have a turn within a transaction that has changed nothing but the audit trail. */
  readonly pause: () => Promise<void>;
  readonly checkFiles: () => void;
  readonly checkLog: () => void;
};

/**
 * Writes the write-ahead log over itself, and flushes it and its name to the disk, while no writer writes: a process
 * that died after a failed sync may have left a commit in it that was never on the disk (P-31). It lies beside the
 * file, not beside a link.
 */
const rewriteLog = async (file: string): Promise<void> => {
  const log = `${await realpath(file)}-wal`;
  await using handle = await open(log, 'r+');
  let at = 0;
  for await (const piece of handle.createReadStream({ start: 0, autoClose: false })) {
    await handle.write(piece, 0, piece.length, at);
    at += piece.length;
  }
  await handle.sync();
  await sync(dirname(log));
};

/**
 * Transactions on one connection; the caller begins one only after the last has ended. After any error, and after a
 * rollback of SQLite's own, the connection is closed, which rolls back what is open on it.
 */
export const openSqliteTransactions = async (
  file: string,
  prisma: SqlitePrisma,
  lockTimeout: number,
): Promise<SqliteTransactions> => {
  let checkFiles = (): void => undefined;
  // The first connection rewrites the log. Later ones need not: the next commit overwrites what a failed one left in it.
  let connection: SqliteConnection | undefined = await openWriter(file, prisma, async () => {
    await rewriteLog(file);
    checkFiles = watchFiles(file);
  });
  const checkpoints = createCheckpoints(file);
  let isOpen = false;

  const closeConnection = async (): Promise<void> => {
    const last = connection;
    connection = undefined;
    await last?.close();
  };

  const fail = async (error: unknown): Promise<void> => {
    await closeConnection();
    checkFiles();
    if (!isBusy(error)) checkpoints.failed();
  };

  return {
    transaction: async (work, deadline = Number.POSITIVE_INFINITY) => {
      const copying = checkpoints.room();
      if (copying) await before(deadline, copying);
      checkFiles();
      const lockedUntil = Math.min(deadline, performance.now() + lockTimeout);
      connection ??= await openWriter(file, prisma, undefined, lockedUntil);
      const { begin, control, database } = connection;
      try {
        await whenFree(begin, lockedUntil);
        isOpen = true;
        const { result, commit } = await work(connection);
        if (commit || database.inTransaction) await control(commit ? 'COMMIT' : 'ROLLBACK');
        else await closeConnection();
        // The files may have been removed before the commit.
        checkFiles();
        checkpoints.committed(database);
        return result;
      } catch (error) {
        await fail(error).catch(() => undefined);
        throw error;
      } finally {
        isOpen = false;
      }
    },
    idle: () => (isOpen ? undefined : connection),
    pause: async () => {
      isOpen = false;
      await nextTurn();
      isOpen = true;
      if (!connection?.database.inTransaction) throw new Error('A read has failed, and the transaction with it.');
    },
    checkFiles,
    checkLog: checkpoints.check,
    close: async () => {
      await checkpoints.close();
      await closeConnection();
    },
  };
};

/**
 * Throws `Unavailable` while the files of a database are not those that are open (P-31). Reliable only while a
 * connection is open: the last one to close removes the log, and a new file can get the inode of a file that nobody has
 * open.
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
  const prisma = sharedPrisma();
  const [opened, reader] = await opening(file, async () => {
    await before?.();
    const writing = await openSqliteTransactions(file, prisma, lockTimeout);
    const closeAll = async (error: unknown) => {
      await writing.close();
      throw error;
    };
    return [writing, await openReader(file, prisma).catch(closeAll)] as const;
  });
  const transactions = { ...opened, close: () => whileLogMayGo(file, opened.close) };
  const database = {
    ...{ reader: readingOn(prisma, transactions, reader), transactions, timeout, close: reader.close, reportReadiness },
    pause: transactions.pause,
    trailThread: { module: new URL('./verify-thread.ts', import.meta.url), target: file },
    conditions: [
      { otherwise: WITHOUT_FILES, check: transactions.checkFiles },
      { otherwise: WITHOUT_ROOM, check: () => checkRoom(file) },
      { otherwise: UNCOPIED, check: transactions.checkLog },
    ],
    scrub: () => clearLog(file, prisma, lockTimeout),
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
const readingOn = (prisma: SqlitePrisma, { idle }: SqliteTransactions, trail: SqliteConnection): Connection => {
  const { database } = trail;
  const reading = connectionUsing(prisma, (work) => {
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
const clearLog = async (file: string, prisma: SqlitePrisma, timeout: number): Promise<void> => {
  const { database, close } = await openWriter(file, prisma);
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
