import { realpathSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { Transactions } from '../access.ts';
import { before } from '../call-time.ts';
import { isBusy } from '../failures.ts';
import { createCheckpoints } from './checkpoints.ts';
import { openWriter, type SqliteConnection, whenFree } from './connection.ts';
import { rewriteLog } from './files.ts';

export type SqliteTransactions = Transactions<SqliteConnection> & {
  /** The connection, unless a unit of work is open on it. */
  readonly idle: () => SqliteConnection | undefined;
  /** Lets others have a turn within a transaction that has changed nothing but the audit trail. */
  readonly pause: () => Promise<void>;
  readonly checkFiles: () => void;
  readonly checkLog: () => void;
};

/**
 * Transactions on one connection; the caller begins one only after the last has ended. After any error, and after a
 * rollback of SQLite's own, the connection is closed, which rolls back what is open on it.
 */
export const openSqliteTransactions = async (file: string, lockTimeout: number): Promise<SqliteTransactions> => {
  let checkFiles = (): void => undefined;
  // The first connection rewrites the log. Later ones need not: the next commit overwrites what a failed one left in it.
  let connection: SqliteConnection | undefined = await openWriter(file, async () => {
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
      connection ??= await openWriter(file, undefined, lockedUntil);
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
