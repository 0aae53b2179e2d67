import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Harness, TrailRows } from '@health-case/domain/contracts/storage/harness';
import type { Storage } from '@health-case/domain/ports/storage';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { openSqliteStorage } from '../../src/sqlite/storage.ts';
import { keyring } from './keyring.ts';

/** A folder that goes with the test that asked for it. */
export const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** The path of a file that is not there yet. */
export const scratchFile = (): string => join(scratchFolder(), 'health-case.db');

let emptyStore: Promise<Uint8Array> | undefined;

const makeEmptyStore = async (): Promise<Uint8Array> => {
  const file = scratchFile();
  await (await openSqliteStorage({ file, keyring: keyring() })).close();
  return readFileSync(file);
};

/** An empty store's file. It is made once and copied: most tests are about what is kept, not about how the file came to be. */
export const migratedFile = async (): Promise<string> => {
  emptyStore ??= makeEmptyStore();
  const file = scratchFile();
  writeFileSync(file, await emptyStore);
  return file;
};

type Options = Partial<Omit<Parameters<typeof openSqliteStorage>[0], 'file'>>;

/** A store that closes with the test that opened it. */
export const openSqlite = async (file: string, options: Options = {}) => {
  const storage = await openSqliteStorage({ file, keyring: keyring(), ...options });
  onTestFinished(() => storage.close());
  return storage;
};

/** Another connection to a file, with nothing of ours in between. It closes with the test that opened it. */
export const openBeside = (file: string): Database.Database => {
  const database = new Database(file, { timeout: 0 });
  onTestFinished(() => void database.close());
  return database;
};

type Row = NonNullable<TrailRows['end']>;

/** Changes the audit trail in a file on a connection of its own. */
export const tamperSqlite =
  (file: string, storage: Storage): Harness['tamper'] =>
  async (change) => {
    const database = new Database(file);
    const rowsOf = (table: string) => database.prepare<[], Row>(`SELECT * FROM ${table} ORDER BY place`).all();
    const replace = (table: string, rows: readonly Row[]) => {
      database.exec(`DELETE FROM ${table}`);
      for (const row of rows) {
        const columns = Object.keys(row);
        const names = columns.map((column) => `"${column}"`);
        const values = columns.map((column) => row[column]);
        database.prepare(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?')})`).run(values);
      }
    };
    database.transaction(() => {
      const { records, end } = change({ records: rowsOf('AuditRecord'), end: rowsOf('AuditEnd')[0] });
      replace('AuditRecord', records);
      replace('AuditEnd', end ? [end] : []);
    })();
    database.close();
    return storage;
  };
