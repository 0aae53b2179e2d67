import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import {
  MIGRATIONS_TABLE,
  type Migrated,
  type Migrating,
  pendingAmong,
  readMigrations,
  SELECT_MIGRATIONS,
  untilNonePending,
} from '../migrations.ts';
import { type Migration, migrationList, NO_FILTERS, withSchemaEngine } from '../schema-engine.ts';

/**
 * Brings a SQLite file to the schema of this program, making it if it is not there, with Prisma's own engine and in its
 * own table of migrations. A file that is up to date is only read. Resolves to the names of what was applied.
 */
export const migrateSqlite = async (file: string, folder: string): Promise<readonly string[]> => {
  const migrations = await readMigrations(folder);
  if ((await pendingIn(file, migrations)).length === 0) return [];
  return whileAlone(file, async () => {
    if ((await pendingIn(file, migrations)).length === 0) return [];
    const migrationsList = migrationList('sqlite', folder, migrations);
    const adapter = new OneTransaction({ url: file });
    return withSchemaEngine(adapter, [], async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
      await adapter.commit();
      return appliedMigrationNames;
    });
  });
};

/**
 * Prisma's adapter, all that is done by which is one transaction: it is applied as a whole, or nothing of it. Tables that
 * are made anew may refer to each other wrongly meanwhile, so that is looked at in the end alone.
 */
class OneTransaction extends PrismaBetterSqlite3 {
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

const BEGIN = 'PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE';

/** Sees to it that a file is up to date, in the way that was asked for. */
export const bringSqliteUpToDate = async (file: string, folder: string, migrating: Migrating): Promise<void> => {
  if (migrating === 'apply') await migrateSqlite(file, folder);
  else await untilNonePending(async () => pendingIn(file, await readMigrations(folder)), migrating.waiting);
};

const pendingIn = async (file: string, migrations: readonly Migration[]): Promise<readonly Migration[]> => {
  if (!existsSync(file)) return migrations;
  // What a writer left undone when it died has to be taken back first.
  const readonly = !existsSync(`${file}-journal`);
  const database = await new PrismaBetterSqlite3({ url: file, readonly, timeout: 5000 }).connect();
  try {
    return pendingAmong(migrations, await migratedOf(database), { database: file, another: 'another file' });
  } finally {
    await database.dispose();
  }
};

const migratedOf = async (database: SqlDriverAdapter): Promise<Migrated> => {
  const select = async (sql: string) => (await database.queryRaw({ sql, args: [], argTypes: [] })).rows;
  const tables = (await select(`SELECT name FROM sqlite_master WHERE type = 'table'`)).map(([name]) => String(name));
  if (!tables.includes(MIGRATIONS_TABLE)) return { tables, rows: [] };
  const rows = await select(SELECT_MIGRATIONS);
  return { tables, rows: rows.map(([name, finishedAt]) => ({ name: String(name), finished: finishedAt !== null })) };
};

/** Processes that come to one file at once take turns, by a lock that ends with the process that holds it. */
const whileAlone = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  const lockFile = `${file}-migrating`;
  const lock = await takeLock(lockFile, performance.now() + LOCK_PATIENCE);
  try {
    const result = await work();
    rmSync(lockFile, { force: true });
    return result;
  } finally {
    await lock.dispose();
  }
};

const LOCK_PATIENCE = 30_000;

/** The file is opened anew for each attempt, as whoever held the lock has removed it. */
const takeLock = async (lockFile: string, deadline: number): Promise<SqlDriverAdapter> => {
  for (;;) {
    const lock = await new PrismaBetterSqlite3({ url: lockFile, timeout: 0 }).connect();
    try {
      await lock.executeScript('BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      await lock.dispose();
      if (performance.now() > deadline) throw error;
      await sleep(20);
    }
  }
};
