import { existsSync, realpathSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
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
    // Imported only where migrations are to be applied.
    const { OneTransaction } = await import('./one-transaction.ts');
    const adapter = new OneTransaction({ url: file });
    return withSchemaEngine(adapter, [], async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
      await adapter.commit();
      return appliedMigrationNames;
    });
  });
};

/** Sees to it that a file is up to date, in the way that was asked for. */
export const bringSqliteUpToDate = async (file: string, folder: string, migrating: Migrating): Promise<void> => {
  if (migrating === 'apply') await migrateSqlite(file, folder);
  else await untilNonePending(async () => pendingIn(file, await readMigrations(folder)), migrating.waiting);
};

const pendingIn = async (file: string, migrations: readonly Migration[]): Promise<readonly Migration[]> => {
  if (!existsSync(file)) return migrations;
  // What a writer left undone when it died has to be taken back first.
  const readonly = !existsSync(`${realpathSync(file)}-journal`);
  const database = new Database(file, { readonly, timeout: 5000 });
  try {
    return pendingAmong(migrations, migratedOf(database), { database: file, another: 'another file' });
  } finally {
    database.close();
  }
};

const migratedOf = (database: Database.Database): Migrated => {
  const tables = database.prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
  if (!tables.includes(MIGRATIONS_TABLE)) return { tables, rows: [] };
  const rows = database.prepare<[], { migration_name: string; finished_at: unknown }>(SELECT_MIGRATIONS).all();
  return {
    tables,
    rows: rows.map((row) => ({ name: row.migration_name, finished: row.finished_at !== null })),
  };
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
    lock.close();
  }
};

const LOCK_PATIENCE = 30_000;

/** The file is opened anew for each attempt, as whoever held the lock has removed it. */
const takeLock = async (lockFile: string, deadline: number): Promise<Database.Database> => {
  for (;;) {
    const lock = new Database(lockFile, { timeout: 0 });
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      lock.close();
      if (performance.now() > deadline) throw error;
      await sleep(20);
    }
  }
};
