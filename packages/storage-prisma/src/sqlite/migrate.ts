import { existsSync, realpathSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
import { type Migratable, type Migrated, readMigrated } from '../migrations.ts';

/** A SQLite file, which is created if it is not there. */
export const sqliteFile = (file: string): Migratable => ({
  ...{ provider: 'sqlite', name: file, another: 'another file' },
  migrated: () => migratedOf(file),
  exclusively: (work) => exclusively(file, () => inTransaction(file, work)),
});

const SELECT_TABLES = `SELECT name FROM sqlite_master WHERE type = 'table'`;

export const migratedOf = async (file: string): Promise<Migrated> => {
  if (!existsSync(file)) return { tables: [], rows: [] };
  // A read-only connection cannot roll back the transaction of a writer that died.
  const readonly = !existsSync(`${realpathSync(file)}-journal`);
  const database = new Database(file, { readonly, timeout: 5000 });
  try {
    return await readMigrated(async (select) => database.prepare<[], never>(select).all(), SELECT_TABLES);
  } finally {
    database.close();
  }
};

/**
 * Migrations may rebuild tables that refer to each other, so foreign keys are checked only at the end. The old content is
 * overwritten, since it could not be erased later.
 */
const BEGIN = 'PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; PRAGMA secure_delete = ON; BEGIN IMMEDIATE';

/** Gives the work an adapter whose only connection is in a transaction, and commits that. */
const inTransaction = async <T>(
  file: string,
  work: (adapter: SqlMigrationAwareDriverAdapterFactory) => Promise<T>,
): Promise<T> => {
  // Imported only where migrations are applied.
  const { PrismaBetterSqlite3 } = await import('@prisma/adapter-better-sqlite3');
  const adapter = new PrismaBetterSqlite3({ url: file });
  const connection = await adapter.connect();
  const dispose = connection.dispose.bind(connection);
  // What the work connects to, it disposes of; the transaction goes on until it is committed here.
  connection.dispose = async () => undefined;
  try {
    await connection.executeScript(BEGIN);
    const { provider, adapterName } = adapter;
    const connect = async () => connection;
    const result = await work({ provider, adapterName, connect, connectToShadowDb: connect });
    const dangling = await connection.queryRaw({ sql: 'PRAGMA foreign_key_check', args: [], argTypes: [] });
    if (dangling.rows.length > 0) throw new Error('A migration leaves references to what is not there.');
    await connection.executeScript('COMMIT');
    return result;
  } finally {
    await dispose();
  }
};

/** Processes that open one file at once take turns, by a lock that ends with the process that holds it. */
const exclusively = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  const lockFile = `${file}-migrating`;
  const lock = await takeLock(lockFile, performance.now() + LOCK_TIMEOUT);
  try {
    const result = await work();
    rmSync(lockFile, { force: true });
    return result;
  } finally {
    lock.close();
  }
};

const LOCK_TIMEOUT = 30_000;

/** The file is opened again for each attempt, since the last holder of the lock has removed it. */
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
