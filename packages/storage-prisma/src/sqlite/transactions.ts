import type { Transactions } from '../transactions.ts';
import { openWriter, type SqliteConnection } from './client.ts';
import { writeAnew } from './write-anew.ts';
import { takeWriteLock } from './write-lock.ts';

type Options = {
  readonly file: string;
  /** How long another process may hold the write lock, in milliseconds, before what waits for it is given up. */
  readonly lockWait: number;
};

export type SqliteTransactions = Transactions & {
  /** The connection that writes, while no transaction is open on it. */
  readonly idle: () => SqliteConnection | undefined;
  /** As of a connection; differs from all its values if that cannot be told. */
  readonly version: () => number;
};

/** More than any connection counts to: what one of them said, none after it says. */
const MOST_VERSIONS = 2 ** 40;

/**
 * Transactions on one connection, one after another: its caller never begins one before the last has ended. A connection
 * on which a commit, or what leads to it, failed is not used again, nor one that rolled back by itself: SQLite rolls back
 * what is left open on it.
 */
export const openSqliteTransactions = async ({ file, lockWait }: Options): Promise<SqliteTransactions> => {
  // A commit that fails later on leaves nothing in the log that the next one does not write over.
  let connection: SqliteConnection | undefined = await openWriter(file, () => writeAnew(file));
  let connections = 0;

  const giveUp = async (): Promise<void> => {
    const last = connection;
    connection = undefined;
    connections += 1;
    await last?.close().catch(() => undefined);
  };

  return {
    alone: async (work) => {
      connection ??= await openWriter(file);
      try {
        await takeWriteLock(connection.sql, lockWait);
        const { result, kept, onlyAudited = false } = await work(connection);
        if (kept) connection.commit(onlyAudited);
        else if (connection.inTransaction()) await connection.sql.run('ROLLBACK');
        else await giveUp();
        return result;
      } catch (error) {
        await giveUp();
        throw error;
      }
    },
    idle: () => (connection?.inTransaction() ? undefined : connection),
    version: () => (connection ? connections * MOST_VERSIONS + connection.version() : Number.NaN),
    close: async () => {
      const last = connection;
      connection = undefined;
      await last?.close();
    },
  };
};
