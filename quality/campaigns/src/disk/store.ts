import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createApi, person } from '@health-case/harness/client';
import { type Database, sqliteAt } from '@health-case/harness/databases';
import { type Harness, scratchFolder } from '@health-case/harness/harness';
import { type Instances, startApp } from '@health-case/harness/processes';
import { type FileEvent, straceInto, tracerOf } from './strace.ts';

/** The store, in the folder that a campaign gives the service. */
export const FILE = 'data/health-case.db';

/** How much of what was not synced a power loss leaves. */
export const PROBABILITIES = [0, 0.5, 1] as const;

/** The children that a process has told its clients it keeps. */
export const acknowledgedIn = (events: readonly FileEvent[]): ReadonlySet<string> => {
  const replies = events.flatMap((event) => (event.kind === 'reply' ? [event.text] : []));
  return new Set(replies.flatMap((text) => [...text.matchAll(/"ChildID":"([^"]+)"/g)].map(([, id = '']) => id)));
};

/** Writes the files that a power loss left into a folder for as long as `look` takes. What it throws is a failure. */
export const withFiles = async (
  harness: Harness,
  root: string,
  left: ReadonlyMap<string, Buffer>,
  look: (database: Database) => Promise<unknown>,
): Promise<void> => {
  const folder = scratchFolder(harness);
  for (const [path, bytes] of left) {
    const place = join(folder, relative(root, path));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
  }
  await look(sqliteAt(join(folder, FILE))).catch((error: unknown) => harness.fail(String(error)));
  rmSync(folder, { recursive: true });
};

/** Both variants in one process. */
export const serve = (harness: Harness, root: string, under?: readonly string[]): Promise<Instances> =>
  startApp(harness, 'together', sqliteAt(join(root, FILE)).environment, under);

/** Makes a store with one parent, by a process that is told to stop. Resolves to the parent's session. */
export const prepare = async (harness: Harness, root: string, trace?: string): Promise<string> => {
  const [instance] = await serve(harness, root, trace === undefined ? [] : straceInto(trace));
  const tracer = trace === undefined ? undefined : tracerOf(instance.child.pid);
  const session = await createApi(harness).join(instance, person('mia@example.org'));
  await instance.kill('SIGTERM');
  await tracer?.ended();
  return session;
};
