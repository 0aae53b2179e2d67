import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { WrappedKey } from '@health-case/domain/ports/security';
import { StoreUnusable } from '../failures.ts';
import { isNewer, migrationsOf, readMigrated, readMigrations } from '../migrations.ts';
import { sqliteFile } from '../sqlite/migrate.ts';
import { inThread, reasonOf } from './draft.ts';

const MAGIC = 'SQLite format 3\0';
const WAL = 2;

/**
 * Refuses a file that is not a whole SQLite database. A copy of a store in use has its latest writes in another file,
 * while the header of a backup says that it has no log. A missing end of the last page is zeros to SQLite, which reports
 * no error. The header: https://sqlite.org/fileformat2.html#the_database_header
 */
export const refuseUnlessWhole = async (backup: string): Promise<void> => {
  const { header, size } = await readHeader(backup);
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new StoreUnusable(`The file ${backup} is no backup of a store; name one that this program has made.`);
  }
  if (header[18] === WAL || existsSync(`${backup}-wal`) || existsSync(`${backup}-journal`)) {
    throw new StoreUnusable(
      `The file ${backup} is a store in use, or a part of one; name a backup made by this program.`,
    );
  }
  // 1 stands for the one page size that two bytes cannot hold.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  if (size < header.readUInt32BE(28) * pageSize) throw damaged(backup, 'it is cut off');
};

const damaged = (backup: string, why: string): StoreUnusable =>
  new StoreUnusable(`The backup ${backup} is damaged (${why}); take another one.`);

const readHeader = async (backup: string): Promise<{ readonly header: Buffer; readonly size: number }> => {
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

/** Refuses a draft that this program cannot use as a store, in sentences about the backup. Resolves to its keys. */
export const checkDraft = async (
  draft: string,
  backup: string,
  signal: AbortSignal,
): Promise<readonly WrappedKey[]> => {
  await inThread({ file: draft }, signal).catch((error: unknown) => {
    throw signal.aborted ? error : damaged(backup, reasonOf(error));
  });
  const content = await contentOf(draft);
  if (!content) throw new StoreUnusable(`The database ${backup} belongs to another program; name a backup of a store.`);
  if (isNewer(content, await readMigrations(migrationsOf('sqlite')))) {
    throw new StoreUnusable(`The backup ${backup} is newer than this program; use the version that made it.`);
  }
  if (content.unfinished !== undefined) {
    throw new StoreUnusable(`The backup ${backup} is of a store whose migration did not finish; take another one.`);
  }
  return content.keys;
};

/** The migrations and keys of a store, in every version of its schema; undefined if it belongs to another program. */
export const contentOf = (file: string) =>
  sqliteFile(file).read(async (all) => {
    const migrated = await readMigrated('sqlite', all);
    if (!migrated.isStore || !migrated.tables.includes('WrappedKey')) return undefined;
    const keys = await all<WrappedKey>('SELECT id, purpose, wrapped FROM WrappedKey ORDER BY id');
    return { ...migrated, keys };
  });
