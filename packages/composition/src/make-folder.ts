import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnusableSetting } from './settings.ts';
import { syncFolder } from './sync-folder.ts';

/** The folder of a SQLite file, for this user alone, and on the disk, as what will be acknowledged stands in it. */
export const makeFolder = async (folder: string): Promise<void> => {
  try {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncAbove(folder, dirname(made));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnusableSetting(`The folder ${folder}, which DATABASE_URL names, cannot be made (${code}).`);
  }
};

/** Every folder that has a new one in it, up to the topmost. */
const syncAbove = async (folder: string, topmost: string): Promise<void> => {
  for (let above = dirname(folder); ; above = dirname(above)) {
    await syncFolder(above);
    if (above === topmost || above === dirname(above)) return;
  }
};
