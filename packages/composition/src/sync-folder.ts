import { open } from 'node:fs/promises';

/** Brings the names in a folder onto the disk: a file that is synced may still lose its name to a power loss. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
