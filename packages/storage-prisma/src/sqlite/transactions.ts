import type { PrismaClient } from '../generated/sqlite/client.ts';
import type { Transactions } from '../transactions.ts';
import { openWriter } from './client.ts';
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
  let client: PrismaClient | undefined = await openWriter(file);
  return {
    alone: async (work) => {
      client ??= await openWriter(file);
      try {
        await takeWriteLock(client, lockWait);
        const result = await work(client);
        await client.$executeRawUnsafe('COMMIT');
        return result;
      } catch (error) {
        const failed = client;
        client = undefined;
        await failed.$disconnect().catch(() => undefined);
        throw error;
      }
    },
    close: async () => {
      await client?.$disconnect();
      client = undefined;
    },
  };
};
