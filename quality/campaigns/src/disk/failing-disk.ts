import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createApi, person } from '@health-case/harness/client';
import { sqliteAt } from '@health-case/harness/databases';
import { type Harness, scratchFolder, within } from '@health-case/harness/harness';
import { anySeed, createRandom, type Random, waitUntil } from '@health-case/harness/load';
import { DidNotStart, type Instances, startApp } from '@health-case/harness/processes';
import { declare } from '../campaign.ts';
import { judgeChildren, judgeStore, startParents } from '../parents-load.ts';
import { acknowledgedIn, createDisk, PROBABILITIES, withFiles } from './simulated-disk.ts';
import { fillDisk, mountSmallDisk } from './small-disk.ts';
import { canTrace, type Fault, FILE, trace } from './strace.ts';

const COUNTS = {
  'calls failed': 0,
  'children acknowledged': 0,
  'refused with 503': 0,
  'first starts that served all the same': 0,
};
type Scene = { readonly harness: Harness; readonly random: Random; readonly counts: typeof COUNTS };

const SYNCS = 'fsync,fdatasync';
const WRITES = 'pwrite64';
/** More calls than a first start makes on one thread; and as many as a later one makes on the thread that writes. */
const FIRST_CALLS = 60;
const STARTING = 20;

/** Every so many-th call fails, in each way, and the disk recovers before the process is killed, or does not. */
const DISKS = Object.entries({
  // A commit is one sync and some tens of writes.
  [SYNCS]: [1, 2, 3, 5, 8, 13],
  [WRITES]: [1, 10, 50, 100, 200, 400],
}).flatMap(([calls, numbers]) =>
  numbers.flatMap((every) =>
    ['EIO', 'ENOSPC', 'EROFS'].flatMap((error) =>
      [false, true].map((recovers) => ({ fault: { calls, error, when: `${STARTING + every}+${every}` }, recovers })),
    ),
  ),
);

export const failingDisk = declare({
  name: 'failing-disk',
  promise:
    'While the disk fails, is read-only or full, writes are refused with 503 and reads go on, and what was acknowledged survives.',
  // `starts`: first starts with one failing call each. `full`: how many disks fill up.
  quick: { disks: DISKS.slice(0, 1), starts: 0, full: 1 },
  full: { disks: DISKS, starts: 100, full: 50 },
  run: async (size, harness) => {
    const seed = anySeed();
    const counts = { ...COUNTS };
    const scene = { harness, random: createRandom(seed), counts };
    if (canTrace()) {
      for (const { fault, recovers } of size.disks) await failEveryNth(scene, fault, recovers);
      for (let nth = 0; nth < size.starts; nth += 1) await failOnceAtStart(scene, nth);
    }
    const failing = canTrace() ? `${size.disks.length} disks that fail, ${size.starts} first starts` : 'without strace';
    const root = mountSmallDisk(harness);
    if (root !== undefined) await fillUp(scene, root, size.full);
    const full = root === undefined ? 'no full disk, as none may be mounted' : `${size.full} × full`;
    return { size: `${failing}, ${full}, seed ${seed}`, figures: counts };
  },
});

/** The life of a store until calls fail, what a power loss leaves of it then, and the process after that one. */
const failEveryNth = async (scene: Scene, fault: Fault, mayRecover: boolean): Promise<void> => {
  const here = within(scene.harness, `The ${fault.when}. of ${fault.calls} came to ${fault.error}`);
  const inHere = { ...scene, harness: here };
  const root = scratchFolder(here);
  let session = '';
  const first = await trace(here, root, {
    during: async ([instance]) => {
      session = await createApi(here).join(instance, person('mia@example.org'));
      await instance.kill('SIGTERM');
    },
  });
  const failing = await trace(here, root, {
    fault,
    mayRecover,
    during: async (instances, recover) => {
      const load = startLoad(inHere, instances, session);
      await load.untilRefused();
      if (mayRecover) {
        await recover();
        await load.untilAllWell();
        await load.untilReadyz(200);
      }
      await load.kill();
    },
  });
  scene.counts['calls failed'] += failing.failures;
  if (failing.failures === 0) here.fail('No call failed.');
  const events = [...first.events, ...failing.events];
  const acknowledged = acknowledgedIn(events);
  const disk = createDisk(root, events);
  for (const probability of PROBABILITIES) {
    const after = within(here, `after a power loss, ${probability} of the rest`);
    await withFiles(after, root, disk.left(scene.random, probability), (left) => judgeStore(after, left, acknowledged));
  }
  const load = startLoad(inHere, await serve(here, root), session);
  await load.untilAllWell();
  await judgeChildren(here, sqliteAt(join(root, FILE)), [...acknowledged, ...(await load.kill())]);
};

/** A start that fails says so in one sentence, and the next start serves in any case. */
const failOnceAtStart = async ({ harness, random, counts }: Scene, nth: number): Promise<void> => {
  const [calls, error] = [nth % 2 ? WRITES : SYNCS, nth % 4 < 2 ? 'EIO' : 'ENOSPC'] as const;
  const fault = { calls, error, when: String(1 + random.below(FIRST_CALLS)) };
  const here = within(harness, `The start whose ${fault.when}. of ${fault.calls} came to ${fault.error}`);
  const root = scratchFolder(here);
  try {
    await trace(here, root, { fault, during: ([instance]) => instance.kill('SIGTERM') });
    counts['first starts that served all the same'] += 1;
  } catch (error) {
    if (!(error instanceof DidNotStart)) throw error;
    if (!/^[A-Z][^\n]+\.\n$/.test(error.said)) here.fail(`It said: ${error.said}`);
  }
  await serve(here, root).then(
    ([{ kill }]) => kill(),
    (error: unknown) => here.fail(`It was the last one: ${error}`),
  );
};

const serve = (harness: Harness, root: string): Promise<Instances> =>
  startApp(harness, 'together', sqliteAt(join(root, FILE)).environment);

/** How many children must be acknowledged, or refused, before it is enough. */
const ENOUGH = 12;

const startLoad = ({ harness, counts }: Scene, instances: Instances, session: string) => {
  const parents = startParents(harness, { session, instances: () => instances, writers: 4, mayFail: 'children' });
  const { call } = createApi(harness);
  return {
    untilReadyz: (expected: 200 | 503) =>
      waitUntil(
        async () => (await call(instances[0], 'GET /readyz')).status === expected,
        60_000,
        `The reply ${expected} of /readyz`,
      ),
    untilRefused: () => parents.until('refused', ENOUGH),
    /** The first child that is acknowledged shows that all is well. After it, none may be refused. */
    untilAllWell: async (): Promise<void> => {
      await parents.until('added');
      const before = parents.counts.refused;
      await parents.until('added', ENOUGH);
      const refused = parents.counts.refused - before;
      if (refused > 0) harness.fail(`${refused} children were refused when all was well.`);
    },
    /** Resolves to the ids of the acknowledged children. */
    kill: async (signal?: NodeJS.Signals): Promise<readonly string[]> => {
      await instances[0].kill(signal);
      await parents.stop();
      counts['children acknowledged'] += parents.added.size;
      counts['refused with 503'] += parents.counts.refused;
      return [...parents.added.values()];
    },
  };
};

/** Every second time the process is killed on the full disk, and the next one starts on it. */
const fillUp = async (scene: Scene, root: string, times: number): Promise<void> => {
  const { harness } = scene;
  let instances = await serve(harness, root);
  const session = await createApi(harness).join(instances[0], person('mia@example.org'));
  const acknowledged: string[] = [];
  const [store, ballast] = [sqliteAt(join(root, FILE)), join(root, 'ballast')];
  for (let time = 0; time < times; time += 1) {
    let load = startLoad(scene, instances, session);
    await load.untilAllWell();
    // The use of a session is written at most once a minute (D-09). Here the minute is over, and it cannot be written.
    await store.query('UPDATE "Session" SET "lastUsedAt" = "lastUsedAt" - 120000');
    fillDisk(ballast);
    await load.untilReadyz(503);
    await load.untilRefused();
    if (time % 2 === 0) {
      acknowledged.push(...(await load.kill()));
      load = startLoad(scene, await serve(harness, root), session);
      await load.untilReadyz(503);
      await load.untilRefused();
    }
    rmSync(ballast);
    await load.untilReadyz(200);
    await load.untilAllWell();
    acknowledged.push(...(await load.kill(time % 4 < 2 ? 'SIGTERM' : 'SIGKILL')));
    instances = await serve(harness, root);
  }
  await judgeChildren(harness, store, acknowledged);
};
