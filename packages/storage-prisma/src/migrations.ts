import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Migration } from './schema-engine.ts';

/** The migrations of a folder laid out as Prisma does, oldest first; none if there is no such folder yet. */
export const readMigrations = async (folder: string): Promise<readonly Migration[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => ({ name, script: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  );
};
