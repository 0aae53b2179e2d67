import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApi, member, person } from '@health-case/harness/client';
import { verifyAuditTrail } from '@health-case/harness/databases';
import { type Harness, scratchFolder, within } from '@health-case/harness/harness';
import { anySeed, createRandom, inParallel, type Random } from '@health-case/harness/load';
import { type Environment, startApp } from '@health-case/harness/processes';
import { declare } from '../campaign.ts';
import { judgeStore, lostOf } from '../parents-load.ts';
import { acknowledgedIn, createDisk, PROBABILITIES, withFiles } from './simulated-disk.ts';
import { canTrace, type FileEvent, trace } from './strace.ts';

/** Loaded before the service, it has SQLite sync less often, to show that the campaign notices. No setting does. */
const SYNC_LESS = `
  import Database from '${import.meta.resolve('better-sqlite3')}';
  const { pragma } = Database.prototype;
  Database.prototype.pragma = function (source, options) {
    return pragma.call(this, source.replace('synchronous = FULL', 'synchronous = NORMAL'), options);
  };`;
const FORGETFUL = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SYNC_LESS)}` };

export const powerLoss = declare({
  name: 'power-loss',
  promise: 'Whenever the power fails, what was acknowledged is on the disk, and the service starts on it.',
  quick: { children: 24, losses: 10 },
  full: { children: 3000, losses: 400 },
  run: async ({ children, losses }, harness) => {
    if (!canTrace()) return { size: 'nothing, as there is no strace that may trace', figures: {} };
    const seed = anySeed();
    const recorded = await record(harness, children);
    await losePower(harness, recorded, losses, createRandom(seed));
    const forgetful = await record(harness, Math.ceil(children / 10), FORGETFUL);
    const lost = await lostAtTheEnd(harness, forgetful);
    if (lost === 0) harness.fail('With synchronous=NORMAL nothing was lost either, so nothing has been shown.');
    return {
      size: `${losses} power losses, seed ${seed}`,
      figures: {
        'system calls recorded': recorded.events.length,
        'children acknowledged': acknowledgedIn(recorded.events).size,
        [`lost with synchronous=NORMAL, of ${acknowledgedIn(forgetful.events).size}`]: lost,
      },
    };
  },
});

type Recorded = { readonly root: string; readonly events: readonly FileEvent[] };

/** The life of a store from its first start to a `kill -9`. */
const record = async (harness: Harness, children: number, environment: Environment = {}): Promise<Recorded> => {
  const root = scratchFolder(harness);
  const api = createApi(harness);
  const { events } = await trace(harness, root, {
    environment,
    during: async ([instance]) => {
      const session = await api.join(instance, person('mia@example.org'));
      await inParallel(children, 8, async (nth) =>
        member(await api.addChild(instance, session, { socSecNum: `756.${nth}` }), 'ChildID'),
      );
    },
  });
  return { root, events };
};

/** Repeats what was done, looks at what each power loss leaves, and compares the end with the files themselves. */
const losePower = async (harness: Harness, { root, events }: Recorded, losses: number, random: Random) => {
  const disk = createDisk(root);
  let done = 0;
  const doUntil = (end: number): void => {
    for (const event of events.slice(done, end)) disk.apply(event);
    done = end;
  };
  for (const { after, probability, start } of lossesIn(events, losses, random)) {
    doUntil(after);
    const here = within(harness, `After ${done} of ${events.length} calls, ${probability} of the rest`);
    await withFiles(here, root, disk.left(random, probability), async (database) => {
      if (start) {
        const [instance] = await startApp(here, 'together', database.environment);
        await instance.kill();
        await verifyAuditTrail(here, database);
      }
      await judgeStore(here, database, acknowledgedIn(events.slice(0, done)));
    });
  }
  doUntil(events.length);
  const seen = disk.seen();
  const names = readdirSync(join(root, 'data')).filter((name) => !name.endsWith('-shm'));
  if (names.length !== seen.size) harness.fail(`There are ${names.length} files, and ${seen.size} were recorded.`);
  for (const path of names.map((name) => join(root, 'data', name))) {
    if (!seen.get(path)?.equals(readFileSync(path))) harness.fail(`${path} is not what was recorded.`);
  }
};

/**
 * In their order. Of four losses one is during the first start, one anywhere later, and two come right after an
 * acknowledgement. After the first two the service is started; into the others the campaign looks itself.
 */
const lossesIn = (events: readonly FileEvent[], count: number, random: Random) => {
  const first = events.findIndex(({ kind }) => kind === 'reply');
  const acknowledgements = [...events.keys()].filter((at) => acknowledgedIn(events.slice(at, at + 1)).size > 0);
  const placeOf = (nth: number): number => {
    if (nth % 4 === 0) return random.below(first);
    if (nth % 4 === 1) return first + random.below(events.length - first);
    return (random.pick(acknowledgements) ?? 0) + 1;
  };
  return Array.from({ length: count }, (_, nth) => {
    return { after: placeOf(nth), probability: PROBABILITIES[nth % 3] ?? 0, start: nth % 4 < 2 };
  }).toSorted((one, other) => one.after - other.after);
};

/** How many acknowledged children are missing if the power fails at the very end. */
const lostAtTheEnd = async (harness: Harness, { root, events }: Recorded): Promise<number> => {
  let lost = 0;
  await withFiles(harness, root, createDisk(root, events).left(createRandom(1), 0), async (database) => {
    lost = await lostOf(database, acknowledgedIn(events));
  });
  return lost;
};
