import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteAt } from '@health-case/harness/databases';
import { type Harness, scratchFolder, within } from '@health-case/harness/harness';
import { anySeed, createRandom, type Random } from '@health-case/harness/load';
import { DidNotStart, type Instance } from '@health-case/harness/processes';
import { declare } from '../campaign.ts';
import { judgeChildren, judgeStore, type Parents, startParents } from '../parents.ts';
import { createDisk } from './simulated-disk.ts';
import { acknowledgedIn, FILE, PROBABILITIES, prepare, serve, withFiles } from './store.ts';
import { canTrace, type Fault, type FileEvent, failuresIn, readTrace, straceInto, tracerOf } from './strace.ts';

type Size = {
  /** Every so many-th sync or write fails. A commit is one sync and some tens of writes. */
  readonly everySync: readonly number[];
  readonly everyWrite: readonly number[];
  readonly errors: readonly Fault['error'][];
  readonly endings: readonly Ending[];
  /** How many first starts meet one call that fails, and how often a disk fills up. */
  readonly starts: number;
  readonly full: number;
};
/** The process is killed while the disk fails, or it lives until the disk works again. */
type Ending = 'kill' | 'recovery';

type Counts = Record<'failed' | 'acknowledged' | 'refused' | 'served', number>;

export const failingDisk = declare<Size>({
  name: 'failing-disk',
  promise:
    'While the disk fails or is full, writes are refused with 503 and reads go on; what was acknowledged is there for ' +
    'the next process and after a power loss; and all is well when the disk is.',
  quick: { everySync: [1], everyWrite: [], errors: ['EIO'], endings: ['kill'], starts: 0, full: 1 },
  full: {
    everySync: [1, 2, 3, 5, 8, 13],
    everyWrite: [1, 10, 50, 100, 200, 400],
    errors: ['EIO', 'ENOSPC'],
    endings: ['kill', 'recovery'],
    starts: 100,
    full: 50,
  },
  run: async ({ everySync, everyWrite, errors, endings, starts, full }, harness) => {
    const seed = anySeed();
    const random = createRandom(seed);
    const counts: Counts = { failed: 0, acknowledged: 0, refused: 0, served: 0 };
    const done: string[] = [];
    if (canTrace()) {
      const calls = [
        ...everySync.map((every) => [SYNCS, every] as const),
        ...everyWrite.map((every) => [WRITES, every] as const),
      ];
      const disks = calls.flatMap(([name, every]) =>
        errors.flatMap((error) => endings.map((ending) => ({ calls: name, every, error, ending }))),
      );
      for (const disk of disks) await failEveryNth(harness, { ...disk, random, counts });
      for (let nth = 0; nth < starts; nth += 1) {
        const fault = { calls: nth % 2 ? WRITES : SYNCS, error: errors[nth % errors.length] ?? 'EIO' };
        await failOnceAtStart(harness, { ...fault, when: String(1 + random.below(FIRST_CALLS)) }, counts);
      }
      done.push(`${disks.length} disks that fail, ${starts} first starts`);
    } else done.push('without strace');
    const mounted = mountSmallDisk(harness);
    if (mounted !== undefined) await fillUp(harness, mounted, full, counts);
    done.push(mounted === undefined ? 'no full disk, as none may be mounted' : `${full} × full`);
    return {
      size: `${done.join(', ')}, seed ${seed}`,
      figures: {
        'calls failed': counts.failed,
        'children acknowledged': counts.acknowledged,
        'refused with 503': counts.refused,
        'first starts that served all the same': counts.served,
      },
    };
  },
});

const SYNCS = 'fsync,fdatasync';
const WRITES = 'pwrite64';
/** More calls than a first start makes on one thread; and as many as a later one makes on the thread that writes. */
const FIRST_CALLS = 60;
const STARTING = 20;

type Disk = Omit<Fault, 'when'> & {
  readonly every: number;
  readonly ending: Ending;
  readonly random: Random;
  readonly counts: Counts;
};

const failEveryNth = async (harness: Harness, { every, ending, random, counts, ...fault }: Disk): Promise<void> => {
  const here = within(harness, `Every ${every}. of ${fault.calls} came to ${fault.error}, then ${ending}`);
  const root = scratchFolder(here);
  const events: FileEvent[] = [];
  const acknowledged: string[] = [];
  /** The life of one process under strace, from its start to a `kill -9`; resolves to the calls that failed. */
  const live = async (session: string, place: number, failing?: Fault): Promise<number> => {
    const trace = join(scratchFolder(here), 'trace');
    const mayLetGo = failing !== undefined && ending === 'recovery';
    const instances = await serve(here, root, straceInto(trace, { fault: failing, mayLetGo }));
    const tracer = tracerOf(instances[0].child.pid);
    const parents = startLoad(here, instances, session, place);
    if (failing) await parents.until('refused', ENOUGH);
    if (mayLetGo) await tracer.letGo();
    if (!failing || mayLetGo) await untilAllWell(here, parents);
    await instances[0].kill();
    acknowledged.push(...(await end(parents, counts)));
    await tracer.ended();
    for (const event of readTrace(trace, root)) events.push(event);
    return failuresIn(trace);
  };
  const trace = join(scratchFolder(here), 'trace');
  const session = await prepare(here, root, trace);
  for (const event of readTrace(trace, root)) events.push(event);
  const failed = await live(session, 1, { ...fault, when: `${STARTING + every}+${every}` });
  if (failed === 0) here.fail('No call failed.');
  counts.failed += failed;
  if (ending === 'kill') await live(session, 2);
  await judgeChildren(here, sqliteAt(join(root, FILE)), acknowledged);
  const disk = createDisk(root);
  for (const event of events) disk.apply(event);
  for (const probability of PROBABILITIES) {
    const after = within(here, `after a power loss, ${probability} of the rest`);
    await withFiles(after, root, disk.left(random, probability), (left) =>
      judgeStore(after, left, acknowledgedIn(events)),
    );
  }
};

/** A start that fails says so in one sentence, and the next start serves in any case. */
const failOnceAtStart = async (harness: Harness, fault: Fault, counts: Counts): Promise<void> => {
  const here = within(harness, `The start whose ${fault.when}. of ${fault.calls} came to ${fault.error}`);
  const root = scratchFolder(here);
  try {
    const [instance] = await serve(here, root, straceInto(join(scratchFolder(here), 'trace'), { fault }));
    await instance.kill('SIGTERM');
    counts.served += 1;
  } catch (error) {
    if (!(error instanceof DidNotStart)) throw error;
    if (!/^[A-Z][^\n]+\.\n$/.test(error.said)) here.fail(`It said: ${error.said}`);
  }
  await serve(here, root).then(
    ([{ kill }]) => kill(),
    (error: unknown) => here.fail(`It was the last one: ${error}`),
  );
};

/** How many children must be acknowledged, or refused, before it is enough. */
const ENOUGH = 12;

const startLoad = (harness: Harness, instances: readonly Instance[], session: string, place: number): Parents =>
  startParents(harness, { session, instances: () => instances, writers: 4, mayFail: 'children', place });

/** The first child that is acknowledged shows that all is well. After it, none may be refused. */
const untilAllWell = async ({ fail }: Harness, { until, counts }: Parents): Promise<void> => {
  await until('added');
  const before = counts.refused;
  await until('added', ENOUGH);
  if (counts.refused > before) fail(`${counts.refused - before} children were refused when all was well.`);
};

/** The ids of the acknowledged children. */
const end = async (parents: Parents, counts: Counts): Promise<readonly string[]> => {
  await parents.stop();
  counts.acknowledged += parents.added.size;
  counts.refused += parents.counts.refused;
  return [...parents.added.values()];
};

/** A disk of 16 MB in memory, if this user may mount one. */
const mountSmallDisk = (harness: Harness): string | undefined => {
  const root = scratchFolder(harness);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', root]).status !== 0) return undefined;
  harness.defer(() => spawnSync('umount', ['--lazy', root]));
  return root;
};

/** Every second time the process is killed on the full disk, and the next one starts on it. */
const fillUp = async (harness: Harness, root: string, times: number, counts: Counts): Promise<void> => {
  const session = await prepare(harness, root);
  const acknowledged: string[] = [];
  const ballast = join(root, 'ballast');
  for (let time = 0; time < times; time += 1) {
    let instances = await serve(harness, root);
    let parents = startLoad(harness, instances, session, 2 * time);
    await untilAllWell(harness, parents);
    letUseOfSessionsBeDue(join(root, FILE));
    fill(root, ballast);
    await parents.until('refused', ENOUGH);
    if (time % 2 === 0) {
      await instances[0].kill();
      acknowledged.push(...(await end(parents, counts)));
      instances = await serve(harness, root);
      parents = startLoad(harness, instances, session, 2 * time + 1);
      await parents.until('refused', ENOUGH);
    }
    rmSync(ballast);
    await untilAllWell(harness, parents);
    acknowledged.push(...(await end(parents, counts)));
    await instances[0].kill(time % 4 < 2 ? 'SIGTERM' : 'SIGKILL');
  }
  await judgeChildren(harness, sqliteAt(join(root, FILE)), acknowledged);
};

/** To the last page. */
const fill = (root: string, ballast: string): void => {
  const { bavail, bsize } = statfsSync(root);
  for (let piece = bavail * bsize; piece >= bsize; ) {
    try {
      appendFileSync(ballast, Buffer.alloc(piece));
    } catch {
      piece = Math.floor(piece / 2);
    }
  }
};

/** The use of a session is written at most once a minute (D-09). Here the minute is over, and it cannot be written. */
const letUseOfSessionsBeDue = (file: string): void => {
  using database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('UPDATE "Session" SET "lastUsedAt" = "lastUsedAt" - 120000');
};
