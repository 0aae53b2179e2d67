import { dirname } from 'node:path';
import type { Random } from '../ground/random.ts';
import { bytesOf, emptyFile, type File, leftOf, sync, truncate, write } from './file.ts';
import type { Deed } from './trace.ts';

type Names = Map<string, File | 'folder'>;

/** A name that was given or taken away, in a folder that has not been synced since. */
type Naming = { readonly path: string; readonly file: File | 'folder' | undefined };

/** A disk with the memory in front of it, as POSIX allows them to be: what nobody has synced, a power loss may take. */
export type Disk = {
  readonly do: (deed: Deed) => void;
  /** What is in the files that all processes see, by their paths. */
  readonly seen: () => ReadonlyMap<string, Buffer>;
  /**
   * What is left of them if the power fails now. Of what was not synced each sector of a file, and of a folder the names up
   * to some moment, are there with the given probability.
   */
  readonly left: (random: Random, probability: number) => ReadonlyMap<string, Buffer>;
};

/** Of what stands below a folder that is on the disk, but for the paths that no power loss leaves in any case. */
export const createDisk = (root: string, isGone: (path: string) => boolean = () => false): Disk => {
  const names: Names = new Map([[root, 'folder']]);
  const kept: Names = new Map(names);
  const namings: Naming[] = [];

  const name = (path: string, file: Naming['file']): void => {
    put(names, { path, file });
    namings.push({ path, file });
  };

  const syncFolder = (folder: string): void => {
    for (const naming of namings.filter(({ path }) => dirname(path) === folder)) {
      put(kept, naming);
      namings.splice(namings.indexOf(naming), 1);
    }
  };

  const changeNames = (deed: Exclude<Deed, { kind: 'say' }>): void => {
    const { kind, path } = deed;
    if (kind === 'create' && !names.has(path)) name(path, emptyFile());
    if (kind === 'make folder') name(path, 'folder');
    if (kind === 'link' || kind === 'rename') name(deed.to, names.get(path));
    if (kind === 'remove' || kind === 'rename') name(path, undefined);
  };

  const change = (deed: Deed, file: File): void => {
    if (deed.kind === 'write') write(file, deed.at, deed.bytes);
    if (deed.kind === 'truncate') truncate(file, deed.size);
    if (deed.kind === 'sync') sync(file, deed.done);
  };

  return {
    do: (deed) => {
      if (deed.kind === 'say' || isGone(deed.path)) return;
      changeNames(deed);
      const file = names.get(deed.path);
      if (file && file !== 'folder') change(deed, file);
      else if (deed.kind === 'sync' && deed.done) syncFolder(deed.path);
    },
    seen: () => contents(root, names, ({ seen }) => bytesOf(seen)),
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

/** What stands in a folder that is not there is not there either. */
const contents = (root: string, names: Names, bytes: (file: File) => Buffer): ReadonlyMap<string, Buffer> => {
  const isThere = (folder: string): boolean =>
    names.get(folder) === 'folder' && (folder === root || isThere(dirname(folder)));
  const found = new Map<string, Buffer>();
  for (const [path, file] of names) if (file !== 'folder' && isThere(dirname(path))) found.set(path, bytes(file));
  return found;
};
