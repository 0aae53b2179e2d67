import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApi, member, numberAt, person } from '@health-case/harness/client';
import { numberIn, sqliteAt, verifyAuditTrail } from '@health-case/harness/databases';
import { type Harness, scratchFolder, within } from '@health-case/harness/harness';
import { anySeed, createRandom, inParallel, type Random } from '@health-case/harness/load';
import { type Environment, startApp } from '@health-case/harness/processes';
import { declare } from '../campaign.ts';
import { judgeStore } from '../parents.ts';
import { createDisk, type Disk } from './simulated-disk.ts';
import { acknowledgedIn, FILE, PROBABILITIES, withFiles } from './store.ts';
import { canTrace, type FileEvent, readTrace, straceInto, tracerOf } from './strace.ts';

type Size = {
  readonly children: number;
  /** How often the power fails during the first start, and after it. */
  readonly duringStart: number;
  readonly later: number;
  /** After how many of the later ones the service is started; into the others the campaign looks itself. */
  readonly started: number;
};

/** Loaded before the service, it has SQLite sync less often, to show that the campaign would notice. No setting does that. */
const SYNC_LESS = `
  import Database from '${import.meta.resolve('better-sqlite3')}';
  const { pragma } = Database.prototype;
  Database.prototype.pragma = function (source, options) {
    return pragma.call(this, source.replace('synchronous = FULL', 'synchronous = NORMAL'), options);
  };`;
const FORGETFUL = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SYNC_LESS)}` };

export const powerLoss = declare<Size>({
  name: 'power-loss',
  promise:
    'Whenever the power fails, from the first start on, what was acknowledged is on the disk, and the service starts on ' +
    'what is there; with `synchronous=NORMAL` something would be lost.',
  quick: { children: 24, duringStart: 1, later: 9, started: 0 },
  full: { children: 3000, duringStart: 100, later: 300, started: 100 },
  run: async (size, harness) => {
    if (!canTrace()) return { size: 'nothing, as there is no strace that may trace', figures: {} };
    const seed = anySeed();
    const recorded = await record(harness, size.children);
    const forgetful = await record(harness, Math.ceil(size.children / 10), FORGETFUL);
    const disk = await losePower(harness, recorded, size, createRandom(seed));
    compareWithFiles(harness, recorded, disk);
    const lost = await lostAtTheEnd(harness, forgetful);
    if (lost === 0) harness.fail('With synchronous=NORMAL nothing was lost either, so nothing has been shown.');
    return {
      size: `${size.duringStart + size.later} power losses, seed ${seed}`,
      figures: {
        'system calls recorded': recorded.events.length,
        'children acknowledged': acknowledgedIn(recorded.events).size,
        [`lost with synchronous=NORMAL, of ${acknowledgedIn(forgetful.events).size}`]: lost,
      },
    };
  },
});

/** A folder, and all that was done in it. */
type Recorded = { readonly root: string; readonly events: readonly FileEvent[] };

/** The life of a store from its first start to a `kill -9`. */
const record = async (harness: Harness, children: number, environment: Environment = {}): Promise<Recorded> => {
  const [root, trace] = [scratchFolder(harness), join(scratchFolder(harness), 'trace')];
  const settings = { ...sqliteAt(join(root, FILE)).environment, ...environment };
  const [instance] = await startApp(harness, 'together', settings, straceInto(trace));
  const tracer = tracerOf(instance.child.pid);
  const api = createApi(harness);
  const session = await api.join(instance, person('mia@example.org'));
  await inParallel(children, 8, async (nth) =>
    member(await api.addChild(instance, session, { socSecNum: numberAt(nth) }), 'ChildID'),
  );
  await instance.kill();
  await tracer.ended();
  return { root, events: readTrace(trace, root) };
};

type Loss = { readonly after: number; readonly probability: number; readonly start: boolean };

/** Does once more what was done, and looks at what each power loss leaves; resolves to the disk as it is in the end. */
const losePower = async (
  harness: Harness,
  { root, events }: Recorded,
  size: Omit<Size, 'children'>,
  random: Random,
): Promise<Disk> => {
  const disk = createDisk(root);
  let done = 0;
  for (const { after, probability, start } of lossesIn(events, size, random)) {
    for (const event of events.slice(done, after)) disk.apply(event);
    done = after;
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
  for (const event of events.slice(done)) disk.apply(event);
  return disk;
};

/** In their order. Half of the later ones come right after an acknowledgement. */
const lossesIn = (
  events: readonly FileEvent[],
  { duringStart, later, started }: Omit<Size, 'children'>,
  random: Random,
): readonly Loss[] => {
  const first = events.findIndex(({ kind }) => kind === 'reply');
  const acknowledgements = [...events.keys()].filter((at) => acknowledgedIn(events.slice(at, at + 1)).size > 0);
  const loss = (nth: number, after: number, start: boolean): Loss => ({
    after,
    probability: PROBABILITIES[nth % 3] ?? 0,
    start,
  });
  const during = Array.from({ length: duringStart }, (_, nth) => loss(nth, random.below(first), true));
  const after = Array.from({ length: later }, (_, nth) => {
    const anywhere = first + random.below(events.length - first);
    return loss(nth, nth % 2 === 0 ? (random.pick(acknowledgements) ?? 0) + 1 : anywhere, nth < started);
  });
  return [...during, ...after].sort((one, other) => one.after - other.after);
};

/** What was recorded leads to the very bytes that are there, so nothing was missed. */
const compareWithFiles = ({ fail }: Harness, { root }: Recorded, disk: Disk): void => {
  const folder = join(root, 'data');
  const seen = disk.seen();
  const there = readdirSync(folder).filter((name) => !name.endsWith('-shm'));
  if (there.length !== seen.size) fail(`There are ${there.length} files, and ${seen.size} were recorded.`);
  for (const name of there) {
    const path = join(folder, name);
    if (!seen.get(path)?.equals(readFileSync(path))) fail(`${name} is not what was recorded.`);
  }
};

/** How many acknowledged children are missing if the power fails at the very end. */
const lostAtTheEnd = async (harness: Harness, { root, events }: Recorded): Promise<number> => {
  const disk = createDisk(root);
  for (const event of events) disk.apply(event);
  let kept = 0;
  await withFiles(harness, root, disk.left(createRandom(1), 0), async (database) => {
    kept = await numberIn(database, 'SELECT count(*) FROM "Child"');
  });
  return acknowledgedIn(events).size - kept;
};
