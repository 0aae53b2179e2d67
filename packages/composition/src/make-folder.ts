import { mkdir } from 'node:fs/promises';
import { UnusableSetting } from './settings.ts';

/** The folder of a SQLite file, for this user alone. */
export const makeFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnusableSetting(`The folder ${folder}, which DATABASE_URL names, cannot be made (${code}).`);
  }
};
