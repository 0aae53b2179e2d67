import { existsSync, realpathSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Migratable } from '../migrations.ts';
import { whenFree } from './connection.ts';
import { catalogOf } from './driver.ts';
import { distrust, findForeign } from './schema.ts';

/** How long another process may have the file locked: for a moment while this one reads, and while it migrates. */
const READING_TIMEOUT = 5000;
const MIGRATING_TIMEOUT = 30_000;

/** A SQLite file, which is created if it is not there. */
export const sqliteFile = (file: string): Migratable => ({
  provider: 'sqlite',
  name: file,
  findForeign,
  read: async (work) => {
    if (!existsSync(file)) return work(async () => []);
    // A read-only connection cannot roll back the transaction of a writer that died.
    const readonly = !existsSync(`${realpathSync(file)}-journal`);
    const database = new Database(file, { readonly, timeout: 0 });
    try {
      distrust(database);
      database.exec('BEGIN');
      return await whenFree(() => work(catalogOf(database).all), performance.now() + READING_TIMEOUT);
    } finally {
      database.close();
    }
  },
  transaction: async (work) => {
    const database = new Database(file, { timeout: 0 });
    const execute = (script: string) => database.exec(script);
    try {
      distrust(database);
      await whenFree(() => execute(BEGIN), performance.now() + MIGRATING_TIMEOUT);
      const result = await work({ ...catalogOf(database), runScript: async (script) => execute(script) });
      const dangling = database.pragma('foreign_key_check') as readonly unknown[];
      if (dangling.length > 0) throw new Error('A migration leaves references to what is not there.');
      await whenFree(() => execute('COMMIT'), performance.now() + READING_TIMEOUT);
      return result;
    } finally {
      database.close();
    }
  },
});

/** Foreign keys are checked at the end, as tables are rebuilt. Old content could not be erased later. */
const BEGIN = 'PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; PRAGMA secure_delete = ON; BEGIN IMMEDIATE';
