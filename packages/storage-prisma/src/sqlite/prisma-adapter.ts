import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { Database } from 'better-sqlite3';
import { PrismaClient } from '../generated/sqlite/client.ts';

/** Prisma's client over a connection that is open already: its statements are part of the transactions on it. */
export const prismaOver = async (database: Database): Promise<PrismaClient> => {
  const client = new PrismaClient({ adapter: new AdapterOver(database), errorFormat: 'minimal' });
  await client.$connect();
  return client;
};

/** Prisma's adapter opens a connection for itself, which this one replaces. Moments are stored as milliseconds. */
class AdapterOver extends PrismaBetterSqlite3 {
  readonly #database: Database;

  constructor(database: Database) {
    super({ url: ':memory:' }, { timestampFormat: 'unixepoch-ms' });
    this.#database = database;
  }

  override async connect() {
    const adapter = await super.connect();
    await adapter.dispose();
    return Object.assign(adapter, {
      client: this.#database,
      startTransaction: () => Promise.reject(new Error('Transactions begin and end outside of Prisma.')),
      dispose: async () => undefined,
    });
  }
}
