import { once } from 'node:events';
import { existsSync, lstatSync } from 'node:fs';
import { link, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StoreUnusable } from '../failures.ts';
import { readMigrated } from '../migrations.ts';
import { sync } from '../sqlite/files.ts';
import { sqliteFile } from '../sqlite/migrate.ts';

/**
 * Copies a store into one new file while it serves, with every write that was acknowledged before the call. The copy is
 * checked and flushed before it gets its name. Resolves to its size in bytes; throws `StoreUnusable`.
 */
export const backUpSqlite = async (file: string, target: string, signal: AbortSignal): Promise<number> => {
  if (!existsSync(file)) throw new StoreUnusable(`There is no database ${file}; name an existing one in DATABASE_URL.`);
  refuseIfThere(target);
  try {
    return await inDraft(target, async (draft) => {
      // VACUUM INTO reads one snapshot while writers go on. SQLite's backup API starts again at each write of another process,
      // so under steady writing it never ends; and it would copy the free pages, which may hold erased data.
      await inThread({ file, copyTo: draft }, signal);
      await inThread({ file: draft }, signal);
      if (!(await contentOf(draft))) {
        throw new StoreUnusable(`The database ${file} belongs to another program; name another file in DATABASE_URL.`);
      }
      await sync(draft);
      const { size } = await stat(draft);
      await giveName(draft, target, () => refuseIfThere(target));
      await syncName(target, `The backup ${target} is made`);
      return size;
    });
  } catch (error) {
    if (error instanceof StoreUnusable || signal.aborted) throw error;
    throw new StoreUnusable(`The backup ${target} could not be made (${reasonOf(error)}).`);
  }
};

const refuseIfThere = (target: string): void => {
  if (!isThere(target)) return;
  throw new StoreUnusable(`The file ${target} is there already; name another one.`);
};

/** Also a link to nothing. */
export const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Unlike a rename, a link never replaces a file that another process has created in the meantime. */
export const giveName = async (draft: string, name: string, refuseIfTaken: () => void): Promise<void> => {
  try {
    await link(draft, name);
  } catch {
    refuseIfTaken();
    // Not every file system has links.
    return rename(draft, name);
  }
  await unlink(draft);
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

/** Files in which SQLite keeps what is not in the database file yet. */
const LOGS = ['-wal', '-shm', '-journal'];
const removeAll = (files: readonly string[]) => Promise.all(files.map((file) => rm(file, { force: true })));

/** Creates a file beside its place, for its owner alone. `work` fills it and gives it its name; if that fails, it is removed. */
export const inDraft = async <T>(place: string, work: (draft: string) => Promise<T>): Promise<T> => {
  const draft = `${place}.part`;
  const handle = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new StoreUnusable(`The file ${draft} is there: remove it, unless another command is just making it.`);
  });
  await handle.close();
  try {
    // A killed process may have left a log, which SQLite would write into the new file.
    await removeAll(LOGS.map((suffix) => draft + suffix));
    return await work(draft);
  } catch (error) {
    await removeAll(['', ...LOGS].map((suffix) => draft + suffix));
    throw error;
  }
};

/**
 * Checks a database, or copies it, in a thread of its own, since SQLite blocks its thread until it is done. Rejects with
 * the error of SQLite, or at once when the signal aborts; the thread then ends as soon as it can.
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
