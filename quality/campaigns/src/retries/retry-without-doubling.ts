import { startCuttingProxy } from '@health-case/http/testing/cutting-proxy';
import { campaign } from '../campaign.ts';
import { createClient } from '../ground/client.ts';
import { inParallel } from '../ground/crowd.ts';
import { type Database, newPostgres, newSqlite, verifiedRecords } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { type App, startApp } from '../ground/processes.ts';
import { arrive, callsOf, person } from '../ground/words.ts';
import { type Added, addChildTwice, type Place } from './add-child-twice.ts';
import { createReplaceable } from './replaceable.ts';

type Size = { readonly children: number; readonly kills: number };
const WRITERS = 16;

/**
 * A parent adds children; no client sees the first reply to any of them, as a proxy drops it after the change was kept.
 * Each is sent again with its Idempotency-Key, to whichever process, while processes are killed and others started.
 */
export const retryWithoutDoubling = campaign<Size>(
  'retry-without-doubling',
  { quick: { children: 40, kills: 1 }, full: { children: 1000, kills: 25 } },
  async (size, ground) => {
    const sqlite = await onStore(ground, newSqlite(ground), ['together'], size);
    const postgres = await onStore(ground, await newPostgres(ground), ['variant-a', 'variant-b', 'together'], size);
    const shown = `${size.children} children on each of 2 stores, ${2 * size.kills} × kill -9`;
    const [dropped, kept] = [sqlite.dropped + postgres.dropped, sqlite.kept + postgres.kept];
    return { size: shown, figures: { 'replies dropped after the commit': dropped, 'children kept': kept } };
  },
);

const onStore = async (ground: Ground, database: Database, apps: readonly App[], { children, kills }: Size) => {
  const programs = await Promise.all(
    apps.map((app) => createReplaceable(() => startApp(ground, app, database.environment))),
  );
  const places: readonly Place[] = await Promise.all(
    programs.flatMap((program) =>
      program.instances().map(async (_, nth) => {
        const instance = () => program.instance(nth);
        const proxy = await startCuttingProxy(() => instance().port);
        ground.ending.defer(proxy.stop);
        return { instance, proxy };
      }),
    ),
  );
  const call = callsOf(createClient(ground));
  const [first] = places;
  if (!first) throw new Error('No process was started.');
  const id = await arrive(call, first.instance(), person('mia@example.org'));
  const step = Math.ceil(children / (kills + 1));
  const added = await inParallel(children, WRITERS, async (nth) => {
    // One process after another is killed while the other writers go on.
    const kill = nth > 0 && nth % step === 0 ? programs[(nth / step) % programs.length] : undefined;
    await kill?.replace();
    return addChildTwice({ ground, call, places }, id, nth);
  });
  const dropped = places.flatMap(({ proxy }) => [...proxy.dropped.values()].flat());
  await verifiedRecords(ground, database);
  return { dropped: dropped.filter(isDone).length, kept: await judge(ground, database, added) };
};

const isDone = (reply: string): boolean => reply.startsWith('HTTP/1.1 200');

/** One child for each, under the id that the retry was told, which is the one that was lost with the first reply. */
const judge = async ({ wrong }: Ground, { query }: Database, added: readonly Added[]): Promise<number> => {
  const rows = await query('SELECT "id", "firstName" FROM "Child"');
  const kept = Map.groupBy(rows, (row) => String(row['firstName']));
  for (const { firstName, childId, lostId } of added) {
    const ids = (kept.get(firstName) ?? []).map((row) => row['id']);
    if (ids.length !== 1 || ids[0] !== childId) wrong(`${firstName} was told as ${childId} and is kept as [${ids}].`);
    if (lostId !== childId) wrong(`${firstName} was told as ${childId}, and before, to nobody, as ${lostId}.`);
  }
  if (rows.length !== added.length) wrong(`${rows.length} children are kept, and ${added.length} were added.`);
  return rows.length;
};
