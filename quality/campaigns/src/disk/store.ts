import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, member, numberAt, person, Unanswered } from '@health-case/harness/client';
import { type Database, numberIn, sqliteAt } from '@health-case/harness/databases';
import { type Harness, scratchFolder } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
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

/** Every acknowledged child is in a SQLite file that is whole, and each child has its record. */
export const judgeStore = async (
  { fail }: Pick<Harness, 'fail'>,
  database: Database,
  acknowledged: ReadonlySet<string>,
): Promise<void> => {
  const kept = new Set((await database.query('SELECT "id" FROM "Child"')).map((row) => row['id']));
  const lost = [...acknowledged].filter((id) => !kept.has(id)).length;
  if (lost > 0) fail(`${lost} of ${acknowledged.size} acknowledged children are lost.`);
  const [checked] = await database.query('PRAGMA integrity_check');
  if (checked?.['integrity_check'] !== 'ok') fail(`SQLite finds its file broken: ${JSON.stringify(checked)}`);
  const added = `SELECT count(*) FROM "AuditRecord" WHERE "action" = 'child added' AND "outcome" = 'OK'`;
  const records = await numberIn(database, added);
  if (records !== kept.size) fail(`${kept.size} children have ${records} records.`);
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
  const instance = await serve(harness, root);
  const session = await createApi(harness).join(instance, person('mia@example.org'));
  await instance.kill('SIGTERM');
  return { root, session };
};

export const serve = async (harness: Harness, root: string, under: readonly string[] = []): Promise<Instance> => {
  const { environment } = sqliteAt(join(root, FILE));
  const [instance] = await startApp(harness, 'together', { ...environment, SESSION_IDLE_MINUTES: '240' }, under);
  return instance as Instance;
};

const WRITERS = 4;
/** How many children must be acknowledged, or refused, before it is enough. */
const ENOUGH = 12;

/**
 * Parents add children and list them for as long as somebody answers. A child may be refused with 503 and the time to wait; a
 * list may not. No two places add the same numbers.
 */
export const startParents = (harness: Harness, instance: Instance, session: string, place: number) => {
  const api = createApi(harness);
  const acknowledged = new Set<string>();
  const stopping = new AbortController();
  let refused = 0;
  const work = async (nth: number): Promise<void> => {
    for (let round = 0; !stopping.signal.aborted; round += 1) {
      const reply = await api.addChild(instance, session, { socSecNum: numberAt(place, nth, round) });
      if (reply.status === 200) acknowledged.add(member(reply, 'ChildID'));
      else if (reply.status === 503 && reply.headers['retry-after'] !== undefined) refused += 1;
      else harness.fail(`Adding a child was answered ${reply.text}`);
      const list = await api.call(instance, 'GET /api/Parent/children', { id: session, limit: '1' });
      if (list.status !== 200) harness.fail(`Listing children was answered ${list.text}`);
      await sleep(5);
    }
  };
  const working = Array.from({ length: WRITERS }, (_, nth) =>
    work(nth).catch((error: unknown) => {
      if (!(error instanceof Unanswered)) harness.fail(`A parent broke off: ${error}`);
    }),
  );
  return {
    untilRefused: async (): Promise<void> => {
      const before = refused;
      await waitUntil(() => refused >= before + ENOUGH, 20_000, 'A refusal');
    },
    /** The first child that is acknowledged shows that all is well; after it, none may be refused. */
    untilAllWell: async (): Promise<void> => {
      const before = acknowledged.size;
      await waitUntil(() => acknowledged.size > before, 20_000, 'An acknowledgement');
      const then = refused;
      await waitUntil(() => acknowledged.size >= before + ENOUGH, 20_000, 'An acknowledgement');
      if (refused > then) harness.fail(`${refused - then} children were refused when all was well.`);
    },
    stop: async (counts: { acknowledged: number; refused: number }, all: Set<string>): Promise<void> => {
      stopping.abort();
      await Promise.all(working);
      counts.acknowledged += acknowledged.size;
      counts.refused += refused;
      for (const id of acknowledged) all.add(id);
    },
  };
};
