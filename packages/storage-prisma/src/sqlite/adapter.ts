import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { Database } from 'better-sqlite3';

/** Prisma's adapter, which hands out the connection that it has made, so that other statements share its transactions. */
export class SharedSqlite extends PrismaBetterSqlite3 {
  #database: Database | undefined;

  override async connect(): Promise<SqlDriverAdapter> {
    const connection = await super.connect();
    // Not among its types, and so looked for: another version may call it otherwise.
    const { client } = connection as unknown as { readonly client?: Database };
    if (typeof client?.prepare !== 'function') throw new Error("Prisma's adapter does not show its connection.");
    this.#database = client;
    return connection;
  }

  /** Once the client has connected. */
  get database(): Database {
    if (!this.#database) throw new Error('There is no connection yet.');
    return this.#database;
  }
}
