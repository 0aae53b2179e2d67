import { open } from 'node:fs/promises';

/** Brings a file, or what stands in a folder, onto the disk. */
export const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
