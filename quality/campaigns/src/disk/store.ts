import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createApi, person } from '@health-case/harness/client';
import { type Database, sqliteAt } from '@health-case/harness/databases';
import { type Harness, scratchFolder } from '@health-case/harness/harness';
import { type Instance, startApp } from '@health-case/harness/processes';
import type { FileEvent } from './strace.ts';

/** The store, in the folder that a campaign gives the service. */
export const FILE = 'data/health-case.db';

/** How much of what was not synced a power loss leaves. */
export const PROBABILITIES = [0, 0.5, 1] as const;

/** The children that a process has told its clients it keeps. */
export const acknowledgedIn = (events: readonly FileEvent[]): ReadonlySet<string> => {
  const replies = events.flatMap((event) => (event.kind === 'reply' ? [event.text] : []));
  return new Set(replies.flatMap((text) => [...text.matchAll(/"ChildID":"([^"]+)"/g)].map(([, id = '']) => id)));
};

/** Writes the files that a power loss left into a folder for as long as `look` takes. */
export const withFiles = async <T>(
  harness: Harness,
  root: string,
  left: ReadonlyMap<string, Buffer>,
  look: (database: Database) => Promise<T>,
): Promise<T> => {
  const folder = scratchFolder(harness);
  for (const [path, bytes] of left) {
    const place = join(folder, relative(root, path));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
  }
  try {
    return await look(sqliteAt(join(folder, FILE)));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** A store with one parent, whose session lasts, after a process that was told to stop. */
export type Prepared = { readonly root: string; readonly session: string };

export const prepare = async (harness: Harness, root: string): Promise<Prepared> => {
  const [instance] = await serve(harness, root);
  const session = await createApi(harness).join(instance, person('mia@example.org'));
  await instance.kill('SIGTERM');
  return { root, session };
};

/** Both variants in one process. */
export const serve = async (
  harness: Harness,
  root: string,
  under: readonly string[] = [],
): Promise<readonly [Instance, Instance]> => {
  const { environment } = sqliteAt(join(root, FILE));
  const instances = await startApp(harness, 'together', { ...environment, SESSION_IDLE_MINUTES: '240' }, under);
  return instances as readonly Instance[] as readonly [Instance, Instance];
};
