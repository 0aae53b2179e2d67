import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Keyring, WrappedKey } from '@health-case/domain/ports/security';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { StoreUnusable } from '../failures.ts';
import { readMigrations } from '../migrations.ts';
import { wordsOf } from './draft.ts';
import { inThread } from './in-thread.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../prisma/sqlite/migrations');
const MAGIC = 'SQLite format 3\0';
const WAL = 2;

/**
 * Refuses what is no SQLite file, or not all of one. A copy of a store that was in use has its latest writes in another
 * file, while a backup says in its header that it has no log; and what is missing at the end of the last page is zeros
 * to SQLite, which finds no fault with them. The header: https://sqlite.org/fileformat2.html#the_database_header
 */
export const refuseUnlessWhole = async (backup: string): Promise<void> => {
  const { header, size } = await headerOf(backup);
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new StoreUnusable(`The file ${backup} is no backup of a store; name one that this program has made.`);
  }
  if (header[18] === WAL || existsSync(`${backup}-wal`) || existsSync(`${backup}-journal`)) {
    throw new StoreUnusable(
      `The file ${backup} is a store in use, or a part of one; name a backup made by this program.`,
    );
  }
  // 1 stands for the one page size that two bytes do not hold.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  if (size < header.readUInt32BE(28) * pageSize) throw damaged(backup, 'it is cut off');
};

const damaged = (backup: string, why: string): StoreUnusable =>
  new StoreUnusable(`The backup ${backup} is damaged (${why}); take another one.`);

const headerOf = async (backup: string): Promise<{ readonly header: Buffer; readonly size: number }> => {
  const handle = await open(backup, 'r').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'is not there' : `cannot be read (${error.code})`;
    throw new StoreUnusable(`The backup ${backup} ${why}; name another file.`);
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new StoreUnusable(`${backup} is no file; name a backup.`);
    return { header: (await handle.read(Buffer.alloc(100), 0, 100, 0)).buffer, size: found.size };
  } finally {
    await handle.close();
  }
};

/** Refuses a draft of which this program could not make a store, in words about the backup it was copied from. */
export const examine = async (draft: string, backup: string, signal: AbortSignal): Promise<readonly WrappedKey[]> => {
  await inThread({ work: 'check', file: draft }, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw damaged(backup, wordsOf(error));
  });
  const records = await recordsOf(draft);
  if (!records) throw new StoreUnusable(`The database ${backup} belongs to another program; name a backup of a store.`);
  const known = new Set((await readMigrations(MIGRATIONS)).map(({ name }) => name));
  if (records.migrations.some(({ name }) => !known.has(name))) {
    throw new StoreUnusable(`The backup ${backup} is newer than this program; use the version that made it.`);
  }
  if (records.migrations.length === 0 || records.migrations.some(({ finished }) => !finished)) {
    throw new StoreUnusable(`The backup ${backup} is of a store whose migration did not finish; take another one.`);
  }
  return records.keys;
};

type Records = {
  readonly migrations: readonly { readonly name: string; readonly finished: boolean }[];
  readonly keys: readonly WrappedKey[];
};

/** What a store says of itself, in every version of its schema; nothing where it is none of this program's. */
export const recordsOf = async (file: string): Promise<Records | undefined> => {
  const database = await new PrismaBetterSqlite3({ url: file, readonly: true }).connect();
  const select = async (sql: string) => (await database.queryRaw({ sql, args: [], argTypes: [] })).rows;
  try {
    const tables = new Set((await select(`SELECT name FROM sqlite_master WHERE type = 'table'`)).map(([name]) => name));
    if (!tables.has('_prisma_migrations') || !tables.has('WrappedKey')) return undefined;
    const migrations = await select(
      'SELECT migration_name, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    );
    const keys = await select('SELECT id, purpose, wrapped FROM WrappedKey ORDER BY id');
    return {
      migrations: migrations.map(([name, finishedAt]) => ({ name: String(name), finished: finishedAt !== null })),
      keys: keys.map(([id, purpose, wrapped]) => ({ id, purpose, wrapped }) as WrappedKey),
    };
  } finally {
    await database.dispose();
  }
};

/** Throws the keyring's own sentence where the secret key at hand is not the backup's. A store has no keys before its first start. */
export const refuseUnlessOpenedBy = async (keyring: Keyring, keys: readonly WrappedKey[]): Promise<void> => {
  if (keys.length > 0) await keyring.unlock(keys);
};
