import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnusable } from './failures.ts';
import type { Migration } from './schema-engine.ts';

/** The migrations of a folder laid out as Prisma does, oldest first; none if there is no such folder yet. */
export const readMigrations = async (folder: string): Promise<readonly Migration[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => ({ name, script: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  );
};

/** What a database says of itself: its tables, and the rows of Prisma's table of migrations that were not rolled back. */
export type Migrated = {
  readonly tables: readonly string[];
  readonly rows: readonly { readonly name: string; readonly finished: boolean }[];
};

export const MIGRATIONS_TABLE = '_prisma_migrations';
export const SELECT_MIGRATIONS = `SELECT migration_name, finished_at FROM ${MIGRATIONS_TABLE} WHERE rolled_back_at IS NULL`;

/** What is still to be applied, if the database is one that this program can bring up to date; otherwise says why not. */
export const pendingAmong = (
  migrations: readonly Migration[],
  { tables, rows }: Migrated,
  { database, another }: { readonly database: string; readonly another: string },
): readonly Migration[] => {
  if (tables.length === 0) return migrations;
  if (!tables.includes(MIGRATIONS_TABLE)) {
    throw new StoreUnusable(`The database ${database} belongs to another program; name ${another} in DATABASE_URL.`);
  }
  const unfinished = rows.find(({ finished }) => !finished);
  if (unfinished) {
    throw new StoreUnusable(
      `The migration ${unfinished.name} of the database ${database} did not finish; restore a backup.`,
    );
  }
  const known = new Set(migrations.map(({ name }) => name));
  if (rows.some(({ name }) => !known.has(name))) {
    throw new StoreUnusable(`The database ${database} is newer than this program; start the version that wrote it.`);
  }
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
};

/** Whether an opener applies what is to be applied, or waits until another process has; that it waits, it says once. */
export type Migrating = 'apply' | { readonly waiting: (pending: readonly string[]) => void };

const POLL = 500;

export const untilNonePending = async (
  pending: () => Promise<readonly Migration[]>,
  waiting: (pending: readonly string[]) => void,
): Promise<void> => {
  for (let told = false; ; told = true) {
    const left = await pending();
    if (left.length === 0) return;
    if (!told) waiting(left.map(({ name }) => name));
    await sleep(POLL);
  }
};
