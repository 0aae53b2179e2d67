import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, lstatSync, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, mkdtemp, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { StoreUnusable } from '../failures.ts';
import { migrationsOf, readMigrated, readMigrations, refuseUnlessKnown } from '../migrations.ts';
import { sync } from '../sqlite/files.ts';
import { sqliteFile } from '../sqlite/migrate.ts';
import { NOTE } from '../sqlite/running.ts';
import { findForeign } from '../sqlite/schema.ts';

type Draft = {
  readonly file: string;
  /** Throws `StoreUnusable` if what has the name is not the draft, but what another process has put there. */
  readonly mustBeAt: (name: string) => Promise<void>;
};

const [DRAFT, LOCK] = ['draft', 'lock'];
/** What `mkdtemp` makes of the name of a place. */
const PRIVATE_FOLDER = /\.part-[A-Za-z0-9]{6}$/;

/**
 * Creates a file beside its place, in a folder for its owner alone. `work` fills it and gives it its name. Whatever
 * happens, the folder is removed; if this process is killed, by the next command that calls `removeAbandoned`.
 */
const inDraft = async <T>(place: string, work: (draft: Draft) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(`${place}.part-`);
  const file = join(folder, DRAFT);
  try {
    // The lock is held before there is a draft, so a draft without one is abandoned.
    using _lock = hold(folder);
    await using handle = await open(file, 'wx', 0o600);
    return await work({ file, mustBeAt: (name) => mustBe(handle, name) });
  } finally {
    // What cannot be removed now is removed by a later command.
    await remove(folder).catch(() => undefined);
  }
};

const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });

/** The operating system ends the lock with the process, however that ends. Throws if another process holds it. */
const hold = (folder: string): Disposable => {
  const lock = new Database(join(folder, LOCK), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw error;
  }
  return { [Symbol.dispose]: () => void lock.close() };
};

const mustBe = async (draft: FileHandle, name: string): Promise<void> => {
  const [own, found] = [await draft.stat(), await lstat(name).catch(() => undefined)];
  if (found && own.dev === found.dev && own.ino === found.ino && own.uid === found.uid) return;
  throw new StoreUnusable(
    `The file ${name} was replaced while it was made; choose a folder that no other user can change.`,
  );
};

/** Removes the drafts beside a place that killed commands have left, and no draft that a process is just making. */
const removeAbandoned = async (place: string): Promise<void> => {
  for (const name of await readdir(dirname(place))) {
    const folder = join(dirname(place), name);
    if (PRIVATE_FOLDER.test(name) && (await isOwn(folder)) && (await isAbandoned(folder))) await remove(folder);
  }
};

/** Nobody else can have put anything into it. */
const isOwn = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && isOfThisUser(found) && (isWindows || (found.mode & 0o077) === 0);
};

const isAbandoned = async (folder: string): Promise<boolean> => {
  if (!isThere(join(folder, DRAFT))) return false;
  try {
    hold(folder)[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
};

const isWindows = process.platform === 'win32';
const isOfThisUser = ({ uid }: Stats): boolean => isWindows || uid === process.getuid?.();

/**
 * Refuses a folder in which a copy could be read or replaced while it is written, as another user may rename it or a
 * folder above it. The owner of the store is no other: the data is theirs.
 */
const refuseIfOthersMayRename = async (folder: string, store: Stats | undefined): Promise<void> => {
  if (isWindows) return;
  const found = await stat(folder);
  const [isSticky, mayOthersWrite] = [(found.mode & 0o1000) !== 0, (found.mode & 0o022) !== 0];
  const isTrusted = found.uid === 0 || found.uid === store?.uid || isOfThisUser(found);
  if (!isTrusted || (mayOthersWrite && !isSticky)) {
    throw new StoreUnusable(
      `Another user can replace what is in ${folder}; choose a folder that, like those above it, only you or root can change.`,
    );
  }
  if (dirname(folder) !== folder) await refuseIfOthersMayRename(dirname(folder), store);
};

/** Also a link to nothing. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Unlike a rename, a link never replaces a file that another process has created in the meantime. */
const giveName = async (draft: Draft, name: string, refuseIfTaken: () => void): Promise<void> => {
  await draft.mustBeAt(draft.file);
  try {
    await link(draft.file, name);
  } catch {
    refuseIfTaken();
    // Not every file system has links.
    await rename(draft.file, name);
  }
  await draft.mustBeAt(name);
};

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
const syncName = (file: string, done: string): Promise<void> =>
  sync(dirname(file)).catch((error: unknown) => {
    const why = `its folder could not be flushed to the disk (${reasonOf(error)})`;
    throw new StoreUnusable(`${done}, but a power loss could undo that, as ${why}; check the disk.`);
  });

/** The migrations of a store; undefined if it belongs to another program. */
const contentOf = (file: string) =>
  sqliteFile(file).read(async (all) => {
    const migrated = await readMigrated('sqlite', all);
    return migrated.isStore && migrated.tables.includes('WrappedKey') ? migrated : undefined;
  });

/**
 * Checks a database, or copies it, in a thread of its own, since SQLite blocks its thread until it is done. Rejects
 * with the error of SQLite, or at once when the signal aborts; the thread then ends as soon as it can.
 */
const inThread = async (workerData: { file: string; copyTo?: string }, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted();
  const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData });
  // After the signal nobody else listens for an error.
  thread.on('error', () => undefined);
  // To end it while it loads the addon would abort the process.
  const loaded = once(thread, 'message').catch(() => undefined);
  try {
    await once(thread, 'exit', { signal });
  } catch (error) {
    void loaded.then(() => thread.terminate());
    throw error;
  }
};

/** The first part of an error's message. The rest names the draft, which the operator does not know. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).split(/, |\n/)[0] ?? '';

type Restoring<Prepared> = {
  readonly backup: string;
  /** The place of the store; its folder must be there. */
  readonly file: string;
  /** Whether an existing store in that place is set aside. */
  readonly force: boolean;
  /** Runs on the restored store before it gets its name. If it throws, nothing is restored. */
  readonly prepare: (draft: string) => Promise<Prepared>;
};

/**
 * Restores a backup as a store, whole or not at all. Throws `StoreUnusable`, or what `prepare` throws. Resolves to the
 * size, to what `prepare` resolved to, and to the name of the store that was replaced, if there was one.
 */
export const restoreSqlite = async <Prepared>(restoring: Restoring<Prepared>, signal: AbortSignal) => {
  const { backup, force } = restoring;
  await refuseUnlessWhole(backup);
  // A log lies beside the file itself, not beside a link to it.
  const place = await realpath(restoring.file).catch(() => restoring.file);
  refuseIfTaken(place, force);
  try {
    await removeAbandoned(place);
    return await inDraft(place, async (draft) => {
      const { file } = draft;
      const { size: bytes } = await stat(backup);
      const [from, to] = [createReadStream(backup), createWriteStream(file, { flags: 'r+' })];
      await pipeline(from, to, { signal });
      await checkDraft(file, backup, signal);
      const prepared = await restoring.prepare(file);
      // SQLite reports no error when it cannot write its log into the file.
      if (existsSync(`${file}-wal`)) {
        throw new StoreUnusable(`The restored store could not be written to ${place}; see that the disk has room.`);
      }
      await sync(file);
      const setAside = await putInPlace(draft, place, force);
      const kept = setAside === undefined ? '' : `; the store that was there is kept as ${setAside}`;
      await syncName(place, `The backup ${backup} is restored to ${place}${kept}`);
      return { bytes, setAside, prepared };
    });
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    throw new StoreUnusable(`The backup ${backup} could not be restored to ${place} (${reasonOf(error)}).`);
  }
};

const MAGIC = 'SQLite format 3\0';
const WAL = 2;

/**
 * Refuses a file that is not a whole SQLite database. A copy of a store in use lacks the writes in its log. SQLite
 * reports no error where the end of the last page is missing. The header:
 * https://sqlite.org/fileformat2.html#the_database_header
 */
const refuseUnlessWhole = async (backup: string): Promise<void> => {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    const why = error.code === 'ENOENT' ? 'is not there' : `cannot be read (${error.code})`;
    throw new StoreUnusable(`The backup ${backup} ${why}; name another file.`);
  };
  // Before it is opened: to open a named pipe waits for whoever writes to it.
  const found = await stat(backup).catch(unreadable);
  if (!found.isFile()) throw new StoreUnusable(`${backup} is no file; name a backup.`);
  await using handle = await open(backup).catch(unreadable);
  const { buffer: header } = await handle.read(Buffer.alloc(100), 0, 100, 0);
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new StoreUnusable(`The file ${backup} is no backup of a store; name one that this program has made.`);
  }
  if (header[18] === WAL || existsSync(`${backup}-wal`) || existsSync(`${backup}-journal`)) {
    const advice = 'name a backup made by this program';
    throw new StoreUnusable(`The file ${backup} is a store in use, or a part of one; ${advice}.`);
  }
  // 1 stands for the one page size that two bytes cannot hold.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  if (found.size < header.readUInt32BE(28) * pageSize) throw damaged(backup, 'it is cut off');
};

const damaged = (backup: string, why: string): StoreUnusable =>
  new StoreUnusable(`The backup ${backup} is damaged (${why}); take another one.`);

/** Refuses a draft that this program cannot use as a store, in sentences about the backup. */
const checkDraft = async (draft: string, backup: string, signal: AbortSignal): Promise<void> => {
  await inThread({ file: draft }, signal).catch((error: unknown) => {
    throw signal.aborted ? error : damaged(backup, reasonOf(error));
  });
  const content = await contentOf(draft);
  if (!content) throw new StoreUnusable(`The database ${backup} belongs to another program; name a backup of a store.`);
  const migrations = await readMigrations(migrationsOf('sqlite'));
  refuseUnlessKnown(`backup ${backup}`, content, migrations);
  if (content.unfinished !== undefined) {
    throw new StoreUnusable(`The backup ${backup} is of a store whose migration did not finish; take another one.`);
  }
  const applied = migrations.filter(({ name }) => content.applied.includes(name));
  const foreign = await sqliteFile(draft).read((all) => findForeign(all, applied));
  if (foreign) throw new StoreUnusable(`The backup ${backup} ${foreign}; take another one.`);
};

/**
 * Gives a draft the name of the store. Resolves to the new name of a store that is there. At every moment a whole store
 * is in its place, and never a log of the old one beside the new.
 */
const putInPlace = async (draft: Draft, place: string, force: boolean): Promise<string | undefined> => {
  refuseIfTaken(place, force);
  // It is about the log of the store that was there.
  const removeNote = () => rm(place + NOTE, { force: true });
  if (filesOf(place).length === 0) {
    await removeNote();
    await giveName(draft, place, () => refuseIfTaken(place, false));
    return undefined;
  }
  const setAside = `${place}.before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const store = existsSync(place) ? openExclusively(place) : undefined;
  try {
    await draft.mustBeAt(draft.file);
    await removeNote();
    // At this point only a damaged store, or one whose file is gone, has logs.
    for (const suffix of LOGS) if (existsSync(place + suffix)) await rename(place + suffix, setAside + suffix);
    await rm(`${place}-shm`, { force: true });
    if (store) await link(place, setAside);
    await rename(draft.file, place).catch(async (error: unknown) => {
      await rm(setAside, { force: true });
      throw error;
    });
    await draft.mustBeAt(place);
    return setAside;
  } finally {
    store?.close();
  }
};

const refuseIfTaken = (place: string, force: boolean): void => {
  const [found] = filesOf(place);
  if (found === undefined || force) return;
  throw new StoreUnusable(`The file ${found} is there already; --force sets it aside, once the service is stopped.`);
};

/** Errors of Node and SQLite about files, as against faults of this program. */
const isOfSystem = (error: unknown) => error instanceof Error && ('syscall' in error || error.name === 'SqliteError');

/** A log beside the database. SQLite would write it into any file that gets the name of the database. */
const LOGS = ['-wal', '-journal'];

/** The files of a store that are there; a log may be left of one whose database file is gone. */
const filesOf = (store: string): readonly string[] => ['', ...LOGS].map((suffix) => store + suffix).filter(isThere);

/**
 * Leaving WAL mode, unlike taking a lock, fails while another process has the store open, even an idle one. It also
 * writes the log into the file and removes it. A service that starts meanwhile waits for the exclusive lock, and cannot
 * write into the moved file then: it begins by switching to WAL mode, which SQLite refuses for a moved file. A damaged
 * store can neither be locked nor serve.
 */
export const openExclusively = (file: string): Database.Database => {
  const store = new Database(file, { timeout: 0, fileMustExist: true });
  try {
    if (store.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') throw inUse(file);
    store.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    const { code = '' } = error as { readonly code?: string };
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return store;
    store.close();
    throw code.startsWith('SQLITE_BUSY') ? inUse(file) : error;
  }
  return store;
};

export const inUse = (file: string): StoreUnusable =>
  new StoreUnusable(`A process has the database ${file} open; stop the service, and whatever else uses it, first.`);
