import { once } from 'node:events';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StoreUnusable } from '../failures.ts';
import { readMigrated } from '../migrations.ts';
import { sync } from '../sqlite/files.ts';
import { sqliteFile } from '../sqlite/migrate.ts';
import { giveName, inDraft, isThere, refuseIfOthersMayRename, removeAbandoned } from './draft.ts';

/**
 * Copies a store into one new file while it serves, with every write that was acknowledged before the call. The copy is
 * checked and flushed before it gets its name. Resolves to its size in bytes; throws `StoreUnusable`.
 */
export const backUpSqlite = async (file: string, target: string, signal: AbortSignal): Promise<number> => {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new StoreUnusable(`There is no database ${file}; name an existing one in DATABASE_URL.`);
  // To read a named pipe waits for whoever writes to it.
  if (!found.isFile()) throw new StoreUnusable(`${file} is no file; name a SQLite file in DATABASE_URL.`);
  refuseIfThere(target);
  try {
    await removeAbandoned(await realpath(file));
    return await makeFile(target, file, `The backup ${target} is made`, async (draft) => {
      // VACUUM INTO reads one snapshot while writers go on. SQLite's backup API starts again at each write of another
      // process, so under steady writing it never ends; and it would copy the free pages, which may hold erased data.
      await inThread({ file, copyTo: draft }, signal);
      await inThread({ file: draft }, signal);
      if (!(await contentOf(draft))) {
        throw new StoreUnusable(`The database ${file} belongs to another program; name another file in DATABASE_URL.`);
      }
      return (await stat(draft)).size;
    });
  } catch (error) {
    if (error instanceof StoreUnusable || signal.aborted) throw error;
    throw new StoreUnusable(`The backup ${target} could not be made (${reasonOf(error)}).`);
  }
};

/**
 * Makes a new file, whole or not at all: it is flushed before it gets its name. `store`: the file, if there is one,
 * whose data it gets. `done` begins a sentence on what is made.
 */
export const makeFile = async <T>(
  target: string,
  store: string | undefined,
  done: string,
  make: (file: string) => Promise<T>,
): Promise<T> => {
  refuseIfThere(target);
  await refuseIfOthersMayRename(await realpath(dirname(target)), store === undefined ? undefined : await stat(store));
  const place = join(await realpath(dirname(target)), basename(target));
  await removeAbandoned(place);
  return inDraft(place, async (draft) => {
    const made = await make(draft.file);
    await sync(draft.file);
    await giveName(draft, place, () => refuseIfThere(target));
    await syncName(place, done);
    return made;
  });
};

const refuseIfThere = (target: string): void => {
  if (!isThere(target)) return;
  throw new StoreUnusable(`The file ${target} is there already; name another one.`);
};

/** Flushes the name of a file. If that fails, the sentence for the operator begins with what is `done`. */
export const syncName = (file: string, done: string): Promise<void> =>
  sync(dirname(file)).catch((error: unknown) => {
    const why = `its folder could not be flushed to the disk (${reasonOf(error)})`;
    throw new StoreUnusable(`${done}, but a power loss could undo that, as ${why}; check the disk.`);
  });

/** The migrations of a store; undefined if it belongs to another program. */
export const contentOf = (file: string) =>
  sqliteFile(file).read(async (all) => {
    const migrated = await readMigrated('sqlite', all);
    return migrated.isStore && migrated.tables.includes('WrappedKey') ? migrated : undefined;
  });

/**
 * Checks a database, or copies it, in a thread of its own, since SQLite blocks its thread until it is done. Rejects
 * with the error of SQLite, or at once when the signal aborts; the thread then ends as soon as it can.
 */
export const inThread = async (workerData: { file: string; copyTo?: string }, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted();
  const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData });
  // After the signal nobody else listens for an error.
  thread.on('error', () => undefined);
  try {
    await once(thread, 'exit', { signal });
  } catch (error) {
    void thread.terminate();
    throw error;
  }
};

/** The first part of an error's message. The rest names the draft, which the operator does not know. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(/, |\n/)[0] ?? '';
