import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../ground/client.ts';
import { sqliteAt } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { type Instance, scratchFolder, startApp } from '../ground/processes.ts';
import { arrive, callsOf, person } from '../ground/words.ts';
import { FILE } from './record.ts';
import type { Deed } from './trace.ts';

/** A store with one parent, whose session lasts, as a process leaves it that was told to stop. */
export type Prepared = { readonly root: string; readonly session: string };

/** Sessions that outlive any campaign. */
export const SETTINGS = { SESSION_IDLE_MINUTES: '240' };

export const prepare = async (ground: Ground, root = scratchFolder(ground)): Promise<Prepared> => {
  const { environment } = sqliteAt(join(root, FILE));
  const [instance] = await startApp(ground, 'together', { ...environment, ...SETTINGS });
  const session = await arrive(callsOf(createClient(ground)), instance as Instance, person('mia@example.org'));
  await instance?.kill('SIGTERM');
  return { root, session };
};

/** The same store once more, and how its files came to be on the disk. */
export const copyOf = (ground: Ground, { root: from }: Prepared): { readonly root: string; readonly deeds: Deed[] } => {
  const root = scratchFolder(ground);
  cpSync(from, root, { recursive: true });
  const folder = join(root, 'data');
  const files = readdirSync(folder).map((name) => join(folder, name));
  const made = files.flatMap((path): Deed[] => [
    { kind: 'create', path },
    { kind: 'write', path, at: 0, bytes: readFileSync(path) },
    { kind: 'sync', path, done: true },
  ]);
  const folders: Deed[] = [root, folder].map((path) => ({ kind: 'sync', path, done: true }));
  return { root, deeds: [{ kind: 'make folder', path: folder }, ...made, ...folders] };
};
