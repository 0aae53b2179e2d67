import { existsSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreUnusable } from '../failures.ts';
import { sync } from '../sqlite/files.ts';
import { contentOf } from './check-backup.ts';
import { type FileWork, inDraft, inThread, readFrom, reasonOf, reportGrowth } from './draft.ts';

/**
 * Copies a store into one new file while it serves: the state at one moment, with every write that was acknowledged
 * before the call. The copy is checked and synced before it gets its name; it replaces no file. It opens only with the
 * secret key of the store. Resolves to its size in bytes; throws `StoreUnusable`.
 *
 * VACUUM INTO reads one snapshot while writers go on. SQLite's backup API starts again at each write of another process,
 * so under steady writing it never ends; and it would copy the free pages, which may hold erased data.
 */
export const backUpSqlite = async (file: string, target: string, work: FileWork): Promise<number> => {
  if (!existsSync(file)) throw new StoreUnusable(`There is no database ${file}; name an existing one in DATABASE_URL.`);
  refuseIfThere(target);
  try {
    return await inDraft(target, async (draft) => {
      await copy(file, draft, work);
      work.report({ step: 'checking' });
      await inThread({ file: draft }, work.signal);
      if (!(await contentOf(draft))) {
        throw new StoreUnusable(`The database ${file} belongs to another program; name another file in DATABASE_URL.`);
      }
      await sync(draft);
      refuseIfThere(target);
      await rename(draft, target);
      await sync(dirname(target));
      return (await stat(target)).size;
    });
  } catch (error) {
    if (error instanceof StoreUnusable || work.signal.aborted) throw error;
    throw new StoreUnusable(`The backup ${target} could not be made (${reasonOf(error)}).`);
  }
};

const refuseIfThere = (target: string): void => {
  if (existsSync(target)) throw new StoreUnusable(`The file ${target} is there already; name another one.`);
};

/** VACUUM leaves the free pages out of the copy. */
const SIZE_OF_COPY = `SELECT (page_count - freelist_count) * page_size
  FROM pragma_page_count, pragma_freelist_count, pragma_page_size`;

const copy = (file: string, draft: string, { signal, report }: FileWork): Promise<void> => {
  const expected = readFrom(file, (database) => database.prepare<[], number>(SIZE_OF_COPY).pluck().get() ?? 0);
  return reportGrowth(draft, { expected, report }, () => inThread({ file, copyTo: draft }, signal));
};
