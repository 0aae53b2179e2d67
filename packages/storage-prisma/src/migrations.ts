import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { StoreUnusable } from './failures.ts';
import { applyIn, type Migration, type Provider, withSchemaEngine } from './schema-engine.ts';

/** The folder of this program's migrations. */
export const migrationsOf = (provider: Provider): string =>
  join(import.meta.dirname, '../../../prisma', provider, 'migrations');

/** The migrations of a folder in Prisma's layout, oldest first. */
export const readMigrations = async (folder: string): Promise<readonly Migration[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => ({ name, script: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  );
};

/** The tables of a database, and the rows of Prisma's table of migrations that were not rolled back. */
export type Migrated = {
  readonly tables: readonly string[];
  readonly rows: readonly { readonly name: string; readonly finished: boolean }[];
};

export const MIGRATIONS_TABLE = '_prisma_migrations';
const SELECT_MIGRATIONS = `SELECT migration_name AS name, finished_at IS NOT NULL AS finished
  FROM ${MIGRATIONS_TABLE} WHERE rolled_back_at IS NULL`;

type Rows = (select: string) => Promise<readonly { readonly name: string; readonly finished: unknown }[]>;

/** What a database says of itself; `selectTables` is the provider's query for the names of its tables. */
export const readMigrated = async (rowsOf: Rows, selectTables: string): Promise<Migrated> => {
  const tables = (await rowsOf(selectTables)).map(({ name }) => name);
  if (!tables.includes(MIGRATIONS_TABLE)) return { tables, rows: [] };
  const rows = await rowsOf(SELECT_MIGRATIONS);
  return { tables, rows: rows.map(({ name, finished }) => ({ name, finished: Boolean(finished) })) };
};

/** A database that can be migrated. */
export type Migratable = {
  readonly provider: Provider;
  /** How sentences call it, and what else DATABASE_URL could name. */
  readonly name: string;
  readonly another: 'another database' | 'another file';
  readonly migrated: () => Promise<Migrated>;
  /** Runs the work in one transaction, while no other process migrates the same database. */
  readonly exclusively: (
    work: (adapter: SqlMigrationAwareDriverAdapterFactory) => Promise<readonly string[]>,
  ) => Promise<readonly string[]>;
};

/** The migrations to apply, if this program can bring the database up to date; otherwise throws why not. */
const pendingIn = async (
  { name: database, another, migrated }: Migratable,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> => {
  const { tables, rows } = await migrated();
  if (tables.length === 0) return migrations;
  if (!tables.includes(MIGRATIONS_TABLE)) {
    throw new StoreUnusable(`The database ${database} belongs to another program; name ${another} in DATABASE_URL.`);
  }
  const unfinished = rows.find(({ finished }) => !finished);
  if (unfinished) {
    const { name } = unfinished;
    throw new StoreUnusable(`The migration ${name} of the database ${database} did not finish; restore a backup.`);
  }
  const known = new Set(migrations.map(({ name }) => name));
  if (rows.some(({ name }) => !known.has(name))) {
    throw new StoreUnusable(`The database ${database} is newer than this program; start the version that wrote it.`);
  }
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
};

/**
 * Brings a database to the schema of this program, with Prisma's own engine and in its own table of migrations. A
 * database that is up to date is only read. Resolves to the names of the applied migrations.
 */
export const migrate = async (
  database: Migratable,
  folder = migrationsOf(database.provider),
): Promise<readonly string[]> => {
  const migrations = await readMigrations(folder);
  const isUpToDate = async () => (await pendingIn(database, migrations)).length === 0;
  if (await isUpToDate()) return [];
  const given = { provider: database.provider, folder, migrations };
  return database.exclusively(async (adapter) =>
    (await isUpToDate()) ? [] : withSchemaEngine(adapter, [], (engine) => applyIn(engine, given)),
  );
};

/** Whether an opener applies migrations, or waits until another process has; `waiting` is then called once. */
export type Migrating = 'apply' | { readonly waiting: (pending: readonly string[]) => void };

const POLL_INTERVAL = 500;

export const bringUpToDate = async (database: Migratable, migrating: Migrating): Promise<void> => {
  if (migrating === 'apply') return void (await migrate(database));
  const migrations = await readMigrations(migrationsOf(database.provider));
  for (let reported = false; ; reported = true) {
    const pending = await pendingIn(database, migrations);
    if (pending.length === 0) return;
    if (!reported) migrating.waiting(pending.map(({ name }) => name));
    await sleep(POLL_INTERVAL);
  }
};
