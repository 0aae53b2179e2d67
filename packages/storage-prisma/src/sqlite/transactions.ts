import type { Transactions } from '../transactions.ts';
import { openWriter, type SqliteConnection } from './client.ts';
import { takeWriteLock } from './write-lock.ts';

type Options = {
  readonly file: string;
  /** How long another process may hold the write lock, in milliseconds, before what waits for it is given up. */
  readonly lockWait: number;
};

/**
 * Transactions on one connection, one after another: its caller never begins one before the last has ended. A connection
 * on which a commit, or what leads to it, failed is not used again: SQLite rolls back what is left open on it.
 */
export const openSqliteTransactions = async ({ file, lockWait }: Options): Promise<Transactions> => {
  let connection: SqliteConnection | undefined = await openWriter(file);
  return {
    alone: async (work) => {
      connection ??= await openWriter(file);
      try {
        await takeWriteLock(connection.sql, lockWait);
        const result = await work(connection);
        await connection.sql.run('COMMIT');
        return result;
      } catch (error) {
        const { client } = connection;
        connection = undefined;
        await client.$disconnect().catch(() => undefined);
        throw error;
      }
    },
    close: async () => {
      await connection?.client.$disconnect();
      connection = undefined;
    },
  };
};
