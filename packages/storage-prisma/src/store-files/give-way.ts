import { existsSync, lstatSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { isDriverAdapterError, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { StoreUnusable } from '../failures.ts';

/** Where SQLite keeps what is not in the file itself yet. Beside another file of the same name it would be written into that. */
const LOGS = ['-wal', '-journal'];

/** What there is of a store, down to the log of one whose file is gone. */
export const remainsOf = (file: string): readonly string[] =>
  ['', ...LOGS].map((suffix) => file + suffix).filter((path) => lstatSync(path, { throwIfNoEntry: false }));

/**
 * Puts a draft in the place of a store that no process has open, and keeps the old one under another name. At every
 * moment a whole store is in that place, and never a log of the old one beside the new.
 */
export const replace = async (file: string, draft: string, aside: string): Promise<void> => {
  const store = existsSync(file) ? await takeAlone(file) : undefined;
  try {
    // Only a damaged store, and one whose file is gone, have logs by now.
    for (const suffix of LOGS) if (existsSync(file + suffix)) await rename(file + suffix, aside + suffix);
    await rm(`${file}-shm`, { force: true });
    if (existsSync(file)) await link(file, aside);
    await rename(draft, file).catch(async (error: unknown) => {
      await rm(aside, { force: true });
      throw error;
    });
  } finally {
    await store?.dispose();
  }
};

/**
 * Leaving the write-ahead log takes SQLite to be alone, unlike any lock: it fails while another process has the store
 * open, even an idle one. It also brings the log into the file and removes it. The lock then keeps others out until the
 * connection is closed; one of ours that waits for it cannot write into the file after it was moved, as it begins by
 * going back to the log, which SQLite refuses for a moved file. A damaged store cannot be locked, nor does it serve.
 */
const takeAlone = async (file: string): Promise<SqlDriverAdapter> => {
  const store = await new PrismaBetterSqlite3({ url: file, timeout: 0, fileMustExist: true }).connect();
  try {
    await store.executeScript('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    const { rows } = await store.queryRaw({ sql: 'PRAGMA journal_mode', args: [], argTypes: [] });
    if (rows[0]?.[0] !== 'delete') throw inUse(file);
  } catch (error) {
    const code = isDriverAdapterError(error) ? (error.cause.originalCode ?? '') : '';
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return store;
    await store.dispose();
    throw code.startsWith('SQLITE_BUSY') ? inUse(file) : error;
  }
  return store;
};

const inUse = (file: string): StoreUnusable =>
  new StoreUnusable(`A process has the database ${file} open; stop the service, and whatever else uses it, first.`);
