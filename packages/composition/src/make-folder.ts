import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnusableSetting } from './settings.ts';
import { syncFolder } from './sync-folder.ts';

/** The folder of a SQLite file, for this user alone, and on the disk, as what will be acknowledged stands in it. */
export const makeFolder = async (folder: string): Promise<void> => {
  try {
    await make(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnusableSetting(`The folder ${folder}, which DATABASE_URL names, cannot be made (${code}).`);
  }
};

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** With those above it, one by one: all at once, Node never ends where none can be made, as in /proc. */
const make = async (folder: string): Promise<void> => {
  if (await isFolder(folder)) return;
  await make(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
    // Another process may have been faster.
    if (!(await isFolder(folder))) throw error;
  });
  await syncFolder(dirname(folder));
};
