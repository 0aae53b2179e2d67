import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Database, sqliteAt } from '@health-case/harness/databases';
import { type Harness, scratchFolder } from '@health-case/harness/harness';
import type { Random } from '@health-case/harness/load';
import { FILE, type FileEvent } from './strace.ts';

const PAGE = 4096;
const SECTOR = 512;

/** What readers see, what a power loss leaves for certain, and the pages that the next sync writes. */
type File = { seen: Buffer; kept: Buffer; readonly dirty: Set<number> };
type Names = Map<string, File | 'folder'>;
/** A name that was given or taken away in a folder that has not been synced since. */
type Naming = { readonly path: string; readonly file: File | 'folder' | undefined };

/**
 * A disk behind a cache, as POSIX allows it: a power loss may take all that was not synced. It holds what is below
 * `root`, which is on the disk, after the events, but for SQLite's shared memory, which every first process makes anew.
 */
export const createDisk = (root: string, events: readonly FileEvent[] = []) => {
  const names: Names = new Map([[root, 'folder']]);
  const kept: Names = new Map(names);
  let namings: readonly Naming[] = [];

  const name = (path: string, file: Naming['file']): void => {
    put(names, { path, file });
    namings = [...namings, { path, file }];
  };
  const syncFolder = (folder: string): void => {
    for (const naming of namings) if (dirname(naming.path) === folder) put(kept, naming);
    namings = namings.filter(({ path }) => dirname(path) !== folder);
  };

  const changeNames = (event: Exclude<FileEvent, { kind: 'reply' }>): void => {
    const { kind, path } = event;
    const file = names.get(path);
    if (kind === 'create' && !file) name(path, { seen: Buffer.alloc(0), kept: Buffer.alloc(0), dirty: new Set() });
    if (kind === 'make folder') name(path, 'folder');
    if (kind === 'link') name(event.to, file);
    if (kind === 'remove') name(path, undefined);
  };
  const apply = (event: FileEvent): void => {
    if (event.kind === 'reply' || event.path.endsWith('-shm')) return;
    changeNames(event);
    const file = names.get(event.path);
    if (file && file !== 'folder') change(file, event);
    else if (event.kind === 'sync' && event.done) syncFolder(event.path);
  };
  for (const event of events) apply(event);
  return {
    apply,
    /** The files that processes see, by path. */
    seen: () => contents(root, names, ({ seen }) => seen),
    /**
     * The files after a power loss now. Of what was not synced, each sector of a file, and the names of a folder up to
     * some moment, are there with the given probability.
     */
    left: (random: Random, probability: number) => {
      const left: Names = new Map(kept);
      const over = new Set<string>();
      for (const naming of namings) {
        const folder = dirname(naming.path);
        if (!random.chance(probability)) over.add(folder);
        if (!over.has(folder)) put(left, naming);
      }
      return contents(root, left, (file) => leftOf(file, random, probability));
    },
  };
};

const put = (names: Names, { path, file }: Naming): void => {
  if (file) names.set(path, file);
  else names.delete(path);
};

/** A file whose folder has no name on the disk has none either. */
const contents = (root: string, names: Names, bytes: (file: File) => Buffer): ReadonlyMap<string, Buffer> => {
  const isThere = (folder: string): boolean =>
    names.get(folder) === 'folder' && (folder === root || isThere(dirname(folder)));
  const found = new Map<string, Buffer>();
  for (const [path, file] of names) if (file !== 'folder' && isThere(dirname(path))) found.set(path, bytes(file));
  return found;
};

/** What it has beyond its old size is zero. */
const resized = (bytes: Buffer, size: number): Buffer => (bytes.length === size ? bytes : Buffer.concat([bytes], size));

const change = (file: File, event: FileEvent): void => {
  const { dirty } = file;
  if (event.kind === 'write') {
    const { bytes, at = file.seen.length } = event;
    const end = at + bytes.length;
    file.seen = resized(file.seen, Math.max(file.seen.length, end));
    bytes.copy(file.seen, at);
    for (let page = Math.floor(at / PAGE); page * PAGE < end; page += 1) dirty.add(page);
  }
  if (event.kind === 'truncate') {
    file.seen = resized(file.seen, event.size);
    dirty.add(Math.floor(event.size / PAGE));
  }
  if (event.kind !== 'sync') return;
  // After a sync that failed Linux counts the pages as clean: readers see them, and no later sync writes them.
  if (event.done) {
    file.kept = resized(file.kept, file.seen.length);
    for (const page of dirty) copyPart(file.seen, file.kept, page * PAGE, PAGE);
  }
  dirty.clear();
};

/** A page that was cut off has nothing to be copied. */
const copyPart = (from: Buffer, to: Buffer, at: number, size: number): void =>
  void from.subarray(at, at + size).copy(to, at);

const leftOf = ({ seen, kept, dirty }: File, random: Random, probability: number): Buffer => {
  const size = Math.max(seen.length, kept.length);
  const [written, left] = [Buffer.concat([seen], size), Buffer.concat([kept], size)];
  for (const page of dirty) {
    for (let at = page * PAGE; at < (page + 1) * PAGE; at += SECTOR) {
      if (random.chance(probability)) copyPart(written, left, at, SECTOR);
    }
  }
  return left.subarray(0, random.chance(probability) ? seen.length : kept.length);
};

/** How much of what was not synced a power loss leaves. */
export const PROBABILITIES = [0, 0.5, 1] as const;

/** Writes the files that a power loss left into a folder for as long as `look` takes. What it throws is a failure. */
export const withFiles = async (
  harness: Harness,
  root: string,
  left: ReadonlyMap<string, Buffer>,
  look: (database: Database) => Promise<unknown>,
): Promise<void> => {
  const folder = scratchFolder(harness);
  for (const [path, bytes] of left) {
    const place = join(folder, relative(root, path));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
  }
  await look(sqliteAt(join(folder, FILE))).catch((error: unknown) => harness.fail(String(error)));
  rmSync(folder, { recursive: true });
};

/** The children that a process has told its clients it keeps. */
export const acknowledgedIn = (events: readonly FileEvent[]): ReadonlySet<string> => {
  const replies = events.flatMap((event) => (event.kind === 'reply' ? [event.text] : []));
  return new Set(replies.flatMap((text) => [...text.matchAll(/"ChildID":"([^"]+)"/g)].map(([, id = '']) => id)));
};
