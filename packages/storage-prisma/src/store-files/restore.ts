import { createReadStream, createWriteStream, existsSync, lstatSync } from 'node:fs';
import { link, realpath, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Keyring } from '@health-case/domain/ports/security';
import Database from 'better-sqlite3';
import { StoreUnusable } from '../failures.ts';
import { sync } from '../sqlite/files.ts';
import { checkDraft, refuseUnlessWhole } from './check-backup.ts';
import { type FileWork, inDraft, reasonOf, reportGrowth } from './draft.ts';

type Restoring<Taken> = {
  readonly backup: string;
  /** The place of the store; its folder must be there. */
  readonly file: string;
  /** Whether an existing store in that place is set aside. */
  readonly force: boolean;
  readonly keyring: Keyring;
  /** Runs on the restored store, which is a draft with another name until then. */
  readonly takeUp: (draft: string) => Promise<Taken>;
};

type Restored<Taken> = {
  readonly bytes: number;
  /** Where the store is kept that was replaced, if there was one. */
  readonly setAside: string | undefined;
  /** What `takeUp` resolved to. */
  readonly taken: Taken;
};

/**
 * Restores a backup as a store, whole or not at all. Throws `StoreUnusable`, having changed nothing, for a backup that is
 * missing, damaged, newer than this program or of another one, and for a place that is taken or whose store a process has
 * open. For a wrong secret key it throws the error of the keyring.
 */
export const restoreSqlite = async <Taken>(restoring: Restoring<Taken>, work: FileWork): Promise<Restored<Taken>> => {
  const { backup, force, keyring } = restoring;
  await refuseUnlessWhole(backup);
  // A log lies beside the file itself, not beside a link to it.
  const place = await realpath(restoring.file).catch(() => restoring.file);
  refuseIfTaken(place, force);
  try {
    return await inDraft(place, async (draft) => {
      const bytes = await copy(backup, draft, work);
      work.report({ step: 'checking' });
      const keys = await checkDraft(draft, backup, work.signal);
      // A store has no keys before its first start.
      if (keys.length > 0) await keyring.unlock(keys);
      const taken = await restoring.takeUp(draft);
      // SQLite reports no error when it cannot write its log into the file.
      if (existsSync(`${draft}-wal`)) {
        throw new StoreUnusable(`The restored store could not be written to ${place}; see that the disk has room.`);
      }
      await sync(draft);
      const setAside = await putInPlace(draft, place, force);
      await sync(dirname(place));
      return { bytes, setAside, taken };
    });
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    throw new StoreUnusable(`The backup ${backup} could not be restored to ${place} (${reasonOf(error)}).`);
  }
};

const copy = async (backup: string, draft: string, { signal, report }: FileWork): Promise<number> => {
  const { size } = await stat(backup);
  const copying = () => pipeline(createReadStream(backup), createWriteStream(draft, { flags: 'r+' }), { signal });
  await reportGrowth(draft, { expected: size, report }, copying);
  return size;
};

const putInPlace = async (draft: string, place: string, force: boolean): Promise<string | undefined> => {
  refuseIfTaken(place, force);
  if (filesOf(place).length === 0) {
    // Unlike a rename, a link never replaces a file that another process has created in the meantime.
    await link(draft, place);
    await unlink(draft);
    return undefined;
  }
  const setAside = `${place}.before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  await replace(place, draft, setAside);
  return setAside;
};

const refuseIfTaken = (place: string, force: boolean): void => {
  const [found] = filesOf(place);
  if (found === undefined || force) return;
  throw new StoreUnusable(`The file ${found} is there already; --force sets it aside, once the service is stopped.`);
};

/** Errors of Node and SQLite about files, as against faults of this program. */
const isOfSystem = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || error.name === 'SqliteError');

/** SQLite would write such a log into another file that gets the name of the database. */
const LOGS = ['-wal', '-journal'];

/** The files of a store that are there; a log may be left of one whose database file is gone. */
const filesOf = (store: string): readonly string[] =>
  ['', ...LOGS].map((suffix) => store + suffix).filter((path) => lstatSync(path, { throwIfNoEntry: false }));

/**
 * Replaces a store that no process has open by a draft, and keeps the old one under another name. At every moment a whole
 * store is in its place, and never a log of the old one beside the new.
 */
const replace = async (file: string, draft: string, aside: string): Promise<void> => {
  const store = existsSync(file) ? openExclusively(file) : undefined;
  try {
    // At this point only a damaged store, or one whose file is gone, has logs.
    for (const suffix of LOGS) if (existsSync(file + suffix)) await rename(file + suffix, aside + suffix);
    await rm(`${file}-shm`, { force: true });
    if (existsSync(file)) await link(file, aside);
    await rename(draft, file).catch(async (error: unknown) => {
      await rm(aside, { force: true });
      throw error;
    });
  } finally {
    store?.close();
  }
};

/**
 * Leaving WAL mode, unlike taking a lock, fails while another process has the store open, even an idle one. It also
 * writes the log into the file and removes it. The exclusive lock then keeps other processes out until the connection is
 * closed. One of ours that waits for it cannot write into the moved file: it starts by returning to WAL mode, which
 * SQLite refuses for a moved file. A damaged store cannot be locked, but cannot serve either.
 */
const openExclusively = (file: string): Database.Database => {
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

const inUse = (file: string): StoreUnusable =>
  new StoreUnusable(`A process has the database ${file} open; stop the service, and whatever else uses it, first.`);
