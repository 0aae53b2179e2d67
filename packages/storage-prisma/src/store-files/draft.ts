import { lstatSync, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { StoreUnusable } from '../failures.ts';

export type Draft = {
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
export const inDraft = async <T>(place: string, work: (draft: Draft) => Promise<T>): Promise<T> => {
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
export const removeAbandoned = async (place: string): Promise<void> => {
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
export const refuseIfOthersMayRename = async (folder: string, store: Stats | undefined): Promise<void> => {
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
export const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Unlike a rename, a link never replaces a file that another process has created in the meantime. */
export const giveName = async (draft: Draft, name: string, refuseIfTaken: () => void): Promise<void> => {
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
