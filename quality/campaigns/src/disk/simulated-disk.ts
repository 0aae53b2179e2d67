import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Database, sqliteAt } from '@health-case/harness/databases';
import { type Harness, scratchFolder } from '@health-case/harness/harness';
import type { Random } from '@health-case/harness/load';
import { FILE, type FileEvent } from './strace.ts';

const PAGE = 4096;
const SECTOR = 512;

/** The buffer may be longer than the file; what it has beyond is zero. */
type Content = { bytes: Buffer; size: number };
/** What readers see, what a power loss leaves for certain, and the pages that the next sync writes. */
type File = { readonly seen: Content; readonly kept: Content; readonly dirty: Set<number> };
type Names = Map<string, File | 'folder'>;
/** A name that was given or taken away in a folder that has not been synced since. */
type Naming = { readonly path: string; readonly file: File | 'folder' | undefined };

/** A disk behind a cache, as POSIX allows it: a power loss may take all that was not synced. */
type Disk = {
  readonly apply: (event: FileEvent) => void;
  /** The files that processes see, by path. */
  readonly seen: () => ReadonlyMap<string, Buffer>;
  /**
   * The files after a power loss now. Of what was not synced, each sector of a file, and the names of a folder up to some
   * moment, are there with the given probability.
   */
  readonly left: (random: Random, probability: number) => ReadonlyMap<string, Buffer>;
};

/** What is below `root`, which is on the disk, but for SQLite's shared memory, which every first process makes anew. */
export const createDisk = (root: string): Disk => {
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
    if (kind === 'create' && !names.has(path)) name(path, { seen: empty(), kept: empty(), dirty: new Set() });
    if (kind === 'make folder') name(path, 'folder');
    if (kind === 'link' || kind === 'rename') name(event.to, names.get(path));
    if (kind === 'remove' || kind === 'rename') name(path, undefined);
  };

  return {
    apply: (event) => {
      if (event.kind === 'reply' || event.path.endsWith('-shm')) return;
      changeNames(event);
      const file = names.get(event.path);
      if (file && file !== 'folder') change(file, event);
      else if (event.kind === 'sync' && event.done) syncFolder(event.path);
    },
    seen: () => contents(root, names, ({ seen }) => seen.bytes.subarray(0, seen.size)),
    left: (random, probability) => {
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

const empty = (): Content => ({ bytes: Buffer.alloc(PAGE), size: 0 });

const makeRoom = (content: Content, size: number): void => {
  const pages = Math.ceil(size / PAGE);
  if (content.bytes.length < size) content.bytes = Buffer.concat([content.bytes], 2 * pages * PAGE);
};

const change = ({ seen, kept, dirty }: File, event: FileEvent): void => {
  if (event.kind === 'write') {
    const end = event.at + event.bytes.length;
    makeRoom(seen, end);
    event.bytes.copy(seen.bytes, event.at);
    seen.size = Math.max(seen.size, end);
    for (let page = Math.floor(event.at / PAGE); page * PAGE < end; page += 1) dirty.add(page);
  }
  if (event.kind === 'truncate') {
    makeRoom(seen, event.size);
    seen.bytes.fill(0, event.size);
    seen.size = event.size;
    dirty.add(Math.floor(event.size / PAGE));
  }
  if (event.kind !== 'sync') return;
  // After a sync that failed Linux counts the pages as clean: readers see them, and no later sync writes them.
  if (event.done) {
    makeRoom(kept, seen.bytes.length);
    for (const page of dirty) seen.bytes.copy(kept.bytes, page * PAGE, page * PAGE, (page + 1) * PAGE);
    kept.bytes.fill(0, seen.size);
    kept.size = seen.size;
  }
  dirty.clear();
};

const leftOf = ({ seen, kept, dirty }: File, random: Random, probability: number): Buffer => {
  const bytes = Buffer.concat([kept.bytes], Math.max(seen.bytes.length, kept.bytes.length));
  for (const page of dirty) {
    for (let at = page * PAGE; at < (page + 1) * PAGE; at += SECTOR) {
      if (random.chance(probability)) seen.bytes.copy(bytes, at, at, at + SECTOR);
    }
  }
  return bytes.subarray(0, random.chance(probability) ? seen.size : kept.size);
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
