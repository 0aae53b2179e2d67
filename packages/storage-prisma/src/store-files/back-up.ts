import { existsSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreUnusable } from '../failures.ts';
import { sync } from '../sync.ts';
import { type Following, inDraft, whileItGrows, wordsOf } from './draft.ts';
import { recordsOf } from './examine.ts';
import { inThread } from './in-thread.ts';

/**
 * Copies a store into one new file while it serves: the state at one moment, with every write that was acknowledged
 * before the call. The copy is checked, and on the disk, before it gets its name; a file of that name is left alone. It
 * opens with the secret key of the store and with no other. Resolves to its size in bytes; throws `StoreUnusable`.
 *
 * VACUUM INTO reads one snapshot, beside which writers go on. SQLite's backup API starts again at each write of another
 * process, and under steady writing never ends; and it would carry the free pages along, in which erased data may stand.
 */
export const backUpSqlite = async (file: string, target: string, following: Following): Promise<number> => {
  if (!existsSync(file)) throw new StoreUnusable(`There is no database ${file}; name an existing one in DATABASE_URL.`);
  refuseIfThere(target);
  try {
    return await inDraft(target, async (draft) => {
      await copy(file, draft, following);
      await check(file, draft, following);
      await sync(draft);
      refuseIfThere(target);
      await rename(draft, target);
      await sync(dirname(target));
      return (await stat(target)).size;
    });
  } catch (error) {
    if (error instanceof StoreUnusable || following.signal.aborted) throw error;
    throw new StoreUnusable(`The backup ${target} could not be made (${wordsOf(error)}).`);
  }
};

const refuseIfThere = (target: string): void => {
  if (existsSync(target)) throw new StoreUnusable(`The file ${target} is there already; name another one.`);
};

const copy = async (file: string, draft: string, { signal, report }: Following): Promise<void> => {
  let bytes = Number.POSITIVE_INFINITY;
  const hear = (foreseen: number) => {
    bytes = foreseen;
  };
  await whileItGrows(draft, { expected: () => bytes, report }, () =>
    inThread({ work: 'copy', file, draft }, signal, hear),
  );
};

const check = async (file: string, draft: string, { signal, report }: Following): Promise<void> => {
  report({ step: 'checking' });
  await inThread({ work: 'check', file: draft }, signal);
  if (await recordsOf(draft)) return;
  throw new StoreUnusable(`The database ${file} belongs to another program; name another file in DATABASE_URL.`);
};
