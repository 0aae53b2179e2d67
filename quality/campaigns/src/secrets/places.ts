import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ground } from '../ground/ground.ts';
import type { Search } from './search.ts';

/** Somewhere that a secret could have come to. Where it is `marked`, what is no secret must be found. */
export type Place = { readonly name: string; readonly pieces: () => Iterable<Buffer>; readonly marked: boolean };

export const MARKER = 'marker';

export const textPlace = (name: string, text: string, marked = false): Place => ({
  name,
  pieces: () => [Buffer.from(text)],
  marked,
});

/** All files of a folder, those of its folders included. */
export const folderPlace = (name: string, folder: string, marked = true): Place => ({
  name,
  *pieces() {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      // A database removes files while it is looked into.
      if (entry.isFile()) yield readIfThere(join(entry.parentPath, entry.name));
    }
  },
  marked,
});

const readIfThere = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return Buffer.alloc(0);
  }
};

/** How many bytes were looked through. */
export const lookThrough = ({ wrong }: Ground, places: readonly Place[], search: Search): number => {
  let looked = 0;
  for (const { name, pieces, marked } of places) {
    const found = new Set<string>();
    for (const piece of pieces()) {
      looked += piece.length;
      for (const secret of search(piece)) found.add(secret);
    }
    if (marked && !found.has(MARKER)) wrong(`In ${name} not even that is found which is there.`);
    found.delete(MARKER);
    for (const secret of found) wrong(`In ${name}: ${secret.slice(0, 60)}`);
  }
  return looked;
};
