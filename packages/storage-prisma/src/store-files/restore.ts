import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { StoreUnusable } from '../failures.ts';
import { migrationsOf, readMigrations, refuseUnlessKnown } from '../migrations.ts';
import { sync } from '../sqlite/files.ts';
import { sqliteFile } from '../sqlite/migrate.ts';
import { NOTE } from '../sqlite/running.ts';
import { findForeign } from '../sqlite/schema.ts';
import { contentOf, inThread, reasonOf, syncName } from './back-up.ts';
import { type Draft, giveName, inDraft, isThere, removeAbandoned } from './draft.ts';

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
const isOfSystem = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || error.name === 'SqliteError');

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
