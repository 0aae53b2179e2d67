import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Select } from './access.ts';
import { printable, StoreUnusable } from './failures.ts';
import { columnsBeside, hot, type Value } from './statement.ts';

export type Provider = 'sqlite' | 'postgresql';

export const migrationsOf = (provider: Provider): string =>
  join(import.meta.dirname, '../../../prisma', provider, 'migrations');

/** The migrations of a folder in Prisma's layout, oldest first. */
export const readMigrations = async (folder: string) => {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => ({ name, script: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  );
};

type Migrations = Awaited<ReturnType<typeof readMigrations>>;

/** Its id was drawn at random when the store was made. Backups and restored stores have the same. */
export const SELECT_FIRST: Select =
  'SELECT "id" FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name LIMIT 1';
export const FIRST_MIGRATION = hot('Each start asks for it. The table of migrations is no model.').returning(
  columnsBeside<{ readonly id: string }>('_prisma_migrations', 'id'),
)`
  ${SELECT_FIRST}`;

export type Migratable = {
  readonly provider: Provider;
  /** Its name in error messages. */
  readonly name: string;
  /** Never changes or creates the database. What is read is as it was at one moment, also while another migrates. */
  readonly read: <T>(work: (all: ReadCatalog) => Promise<T>) => Promise<T>;
  /** How its schema differs from what the migrations make that are `applied`, in words that follow its name. */
  readonly findForeign: (all: ReadCatalog, applied: Migrations) => Promise<string | undefined>;
  /** Runs the work in one transaction, while no other process migrates the same database. */
  readonly transaction: <T>(work: (connection: MigratingConnection) => Promise<T>) => Promise<T>;
};

/** Reads what a database says of itself. */
export type ReadCatalog = <Row>(statement: Select, ...values: readonly Value[]) => Promise<readonly Row[]>;

export type MigratingConnection = {
  readonly all: ReadCatalog;
  readonly run: (statement: string, ...values: readonly Value[]) => Promise<unknown>;
  readonly runScript: (script: string) => Promise<unknown>;
};

const SELECT_TABLES: Readonly<Record<Provider, Select>> = {
  sqlite: `SELECT name, CAST(sql AS TEXT) AS sql FROM sqlite_master WHERE type = 'table'`,
  postgresql: `SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
};
const SELECT_MIGRATIONS: Select = `SELECT migration_name AS name, finished_at IS NOT NULL AS finished
  FROM _prisma_migrations WHERE rolled_back_at IS NULL`;

/** What a database says of itself: tables, whether it holds a store, applied migrations, one that did not finish. */
export const readMigrated = async (provider: Provider, all: ReadCatalog) => {
  const found = await all<{ readonly name: string; readonly sql?: string }>(SELECT_TABLES[provider]);
  const tables = found.map(({ name }) => name);
  const isStore = found.some(
    ({ name, sql }) => name === '_prisma_migrations' && (sql === undefined || isTableOfMigrations(sql)),
  );
  const rows = isStore ? await all<{ readonly name: string; readonly finished: unknown }>(SELECT_MIGRATIONS) : [];
  const unfinished = rows.find(({ finished }) => !finished)?.name;
  return { tables, isStore, unfinished, applied: rows.map(({ name }) => name) };
};

type Migrated = Awaited<ReturnType<typeof readMigrated>>;

/** The first migration of every store that was made before there was a release, and the last commit that reads them. */
const UNRELEASED = { migration: '20261121064655_initial', lastReader: 'af23e548' };

/** Refuses what other programs have migrated. `name`: of the database or the backup. */
export const refuseUnlessKnown = (name: string, { applied }: Migrated, migrations: Migrations): void => {
  if (applied.includes(UNRELEASED.migration)) {
    const advice = `use commit ${UNRELEASED.lastReader}, the last that reads it, or begin with an empty database`;
    throw new StoreUnusable(`The ${name} was made by an earlier checkout; ${advice}.`);
  }
  if (applied.some((one) => !migrations.some((known) => known.name === one))) {
    throw new StoreUnusable(`The ${name} is newer than this program; use the version that made it.`);
  }
};

/** The migrations to apply, if this program can bring the database up to date; otherwise throws why not. */
const pendingIn = async (
  { provider, name: database, findForeign }: Migratable,
  migrations: Migrations,
  all: ReadCatalog,
): Promise<Migrations> => {
  const migrated = await readMigrated(provider, all);
  const { applied, isStore, tables, unfinished } = migrated;
  if (!isStore && tables.length > 0) {
    const another = provider === 'sqlite' ? 'another file' : 'another database';
    throw new StoreUnusable(`The database ${database} belongs to another program; name ${another} in DATABASE_URL.`);
  }
  if (unfinished !== undefined) {
    throw new StoreUnusable(
      `The migration ${unfinished} of the database ${database} did not finish; restore a backup.`,
    );
  }
  refuseUnlessKnown(`database ${database}`, migrated, migrations);
  const [done, pending] = [true, false].map((is) => migrations.filter(({ name }) => applied.includes(name) === is));
  const foreign = await findForeign(all, done ?? []);
  if (foreign) throw new StoreUnusable(`The database ${database} ${foreign}; mend that, or restore a backup.`);
  return pending ?? [];
};

/** Prisma's table of migrations, so that its tools agree with this program on what was applied. */
const createTable = (moment: 'DATETIME' | 'TIMESTAMPTZ'): string => `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at ${moment},
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at ${moment},
    started_at ${moment} NOT NULL DEFAULT CURRENT_TIMESTAMP,
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;
/** As Prisma makes it on SQLite. */
const TABLE_OF_PRISMA = `CREATE TABLE "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL,
  "checksum" TEXT NOT NULL,
  "finished_at" DATETIME,
  "migration_name" TEXT NOT NULL,
  "logs" TEXT,
  "rolled_back_at" DATETIME,
  "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0
)`;
const bare = (sql: string): string => sql.replace(/["\s]|IF NOT EXISTS/g, '').toLowerCase();

/** Whether SQLite's table is that of the migrations. Reading another could run what its author wanted. */
export const isTableOfMigrations = (sql: string): boolean =>
  [createTable('DATETIME'), TABLE_OF_PRISMA].some((own) => bare(own) === bare(sql));

const INSERT = `
  INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, $4, $5, 1)`;

const now = (): string => new Date().toISOString().replace('Z', '+00:00');

/** Applies the pending migrations in one transaction, and resolves to their names. Without any it only reads. */
export const migrate = async (
  database: Migratable,
  folder = migrationsOf(database.provider),
): Promise<readonly string[]> => {
  const migrations = await readMigrations(folder);
  if ((await database.read((all) => pendingIn(database, migrations, all))).length === 0) return [];
  return database.transaction(async ({ all, run, runScript }) => {
    const pending = await pendingIn(database, migrations, all);
    await runScript(createTable(database.provider === 'sqlite' ? 'DATETIME' : 'TIMESTAMPTZ'));
    for (const { name, script } of pending) {
      const startedAt = now();
      await runScript(script);
      await run(INSERT, randomUUID(), createHash('sha256').update(script).digest('hex'), name, startedAt, now());
    }
    // Nothing is left to do, so this compares the schema.
    await pendingIn(database, migrations, all);
    return pending.map(({ name }) => name);
  });
};

/** Whether an opener applies migrations, or waits until another process has; `waiting` is then called once. */
export type Migrating = 'apply' | { readonly waiting: (pending: readonly string[]) => void };

const POLL_INTERVAL = 500;

export const bringUpToDate = async (database: Migratable, migrating: Migrating): Promise<void> => {
  if (migrating === 'apply') return void (await migrate(database));
  const migrations = await readMigrations(migrationsOf(database.provider));
  for (let reported = false; ; reported = true) {
    const pending = await database.read((all) => pendingIn(database, migrations, all));
    if (pending.length === 0) return;
    if (!reported) migrating.waiting(pending.map(({ name }) => name));
    await sleep(POLL_INTERVAL);
  }
};

/** A table, a trigger or another thing of a schema, such as `table Account`, with all that the database says of it. */
export type Part = { readonly name: string; readonly definition: string };

/** How a schema differs from the one that the migrations make, in words that follow the name of the database. */
export const differenceOf = (found: readonly Part[], made: readonly Part[]): string | undefined => {
  const [have, expected] = [found, made].map(
    (parts) => new Map(parts.map(({ name, definition }) => [name, definition])),
  );
  const added = found.find(({ name }) => !expected?.has(name));
  if (added) return `has the ${printable(added.name)}, which this program does not make`;
  const changed = found.find(({ name, definition }) => expected?.get(name) !== definition);
  if (changed) return `has another ${printable(changed.name)} than this program makes`;
  const missing = made.find(({ name }) => !have?.has(name));
  return missing && `lacks the ${missing.name}`;
};
