import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';

/**
 * Prisma's adapter, all that is done by which is one transaction: it is applied as a whole, or nothing of it. Tables that
 * are made anew may refer to each other wrongly meanwhile, so that is looked at in the end alone. What they held before is
 * overwritten, as it could not be erased later.
 */
export class OneTransaction extends PrismaBetterSqlite3 {
  #connection: SqlDriverAdapter | undefined;

  override async connect(): Promise<SqlDriverAdapter> {
    if (this.#connection) throw new Error('Migrations are applied on one connection.');
    this.#connection = await super.connect();
    await this.#connection.executeScript(BEGIN);
    return this.#connection;
  }

  async commit(): Promise<void> {
    const dangling = await this.#connection?.queryRaw({ sql: 'PRAGMA foreign_key_check', args: [], argTypes: [] });
    if (dangling?.rows.length !== 0) throw new Error('A migration leaves references to what is not there.');
    await this.#connection?.executeScript('COMMIT');
  }
}

const BEGIN = 'PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; PRAGMA secure_delete = ON; BEGIN IMMEDIATE';
