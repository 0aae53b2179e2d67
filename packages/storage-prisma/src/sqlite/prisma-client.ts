import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { Database } from 'better-sqlite3';
import { PrismaClient } from '../generated/sqlite/client.ts';

/** Prisma's adapter over a connection that is there already, so that Prisma's statements share its transactions. */
class OverConnection extends PrismaBetterSqlite3 {
  readonly #database: Database;

  constructor(database: Database) {
    super({ url: database.name, readonly: true, fileMustExist: true }, { timestampFormat: 'unixepoch-ms' });
    this.#database = database;
  }

  override async connect(): Promise<SqlDriverAdapter> {
    const adapter = await super.connect();
    // Not among its types, and so looked for: another version may call it otherwise.
    const own = adapter as unknown as { client?: Database };
    if (typeof own.client?.prepare !== 'function') throw new Error("Prisma's adapter does not show its connection.");
    own.client.close();
    own.client = this.#database;
    return adapter;
  }
}

/** Prisma's client over a connection; it closes the connection with itself. */
export const prismaOver = async (database: Database): Promise<PrismaClient> => {
  const client = new PrismaClient({ adapter: new OverConnection(database), errorFormat: 'minimal' });
  await client.$connect();
  return client;
};
