import { join } from 'node:path';
import { sqliteAt, verifiedRecords } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { scratchFolder, startApp } from '../ground/processes.ts';
import type { Random } from '../ground/random.ts';
import { createDisk } from './disk.ts';
import { judge } from './judge.ts';
import { allWell, type Parents, startParents, untilRefused } from './parents.ts';
import { copyOf, type Prepared, SETTINGS } from './prepared.ts';
import { FILE } from './record.ts';
import { acknowledgedIn, isGone, PROBABILITIES, withLeft } from './replay.ts';
import { type Fault, type Recording, recordingInto, type Tracer, tracerFor } from './strace.ts';
import { type Deed, failuresIn, readTrace } from './trace.ts';

/** The process is killed while the disk fails, and another comes; or it lives until the disk is well again. */
export type Ending = 'kill' | 'recovery';

/** Every `every`-th of the calls fails. */
export type Suffering = Omit<Fault, 'when'> & { readonly every: number; readonly ending: Ending };

export type Suffered = { readonly failed: number; readonly acknowledged: number; readonly refused: number };

/** Calls that a start makes on the thread that writes later on, at the most. */
const STARTING = 20;

/** Lets children be added to a copy of a store while the disk fails, and looks whether what was acknowledged is there. */
export const suffer = async (
  ground: Ground,
  prepared: Prepared,
  { every, ending, ...fault }: Suffering,
  random: Random,
): Promise<Suffered> => {
  const story = `Every ${every}. of ${fault.calls} came to ${fault.error}, then ${ending}`;
  const here = { ...ground, wrong: (sentence: string) => ground.wrong(`${story}: ${sentence}`) };
  const scene = { ground: here, session: prepared.session, ...copyOf(ground, prepared) };
  const failing = { ...fault, when: `${STARTING + every}+${every}` };
  const recording = { fault: failing, letGo: ending === 'recovery' };
  const first = await live(scene, 1, recording, async (parents, tracer) => {
    await untilRefused(parents);
    if (ending === 'kill') return;
    await tracer.letGo();
    await allWell(here, parents);
  });
  if (first.failed === 0) here.wrong('No call failed.');
  const both = [first];
  if (ending === 'kill') both.push(await live(scene, 2, {}, (parents) => allWell(here, parents)));
  const acknowledged = new Set(both.flatMap(({ parents }) => [...parents.acknowledged]));
  const database = sqliteAt(join(scene.root, FILE));
  await judge(here.wrong, database, acknowledged);
  await verifiedRecords(here, database);
  await judgeAfterPowerLoss(here, scene, random);
  return { failed: first.failed, acknowledged: acknowledged.size, refused: first.parents.refused() };
};

type Scene = {
  readonly ground: Ground;
  readonly session: string;
  readonly root: string;
  /** All that was done in `root` so far; what is done after a tracer was let go of is not among it. */
  readonly deeds: Deed[];
};

/** The life of a process from its start to a `kill -9`. */
const live = async (
  { ground, session, root, deeds }: Scene,
  place: number,
  recording: Recording,
  during: (parents: Parents, tracer: Tracer) => Promise<void>,
): Promise<{ readonly parents: Parents; readonly failed: number }> => {
  const trace = join(scratchFolder(ground), 'trace');
  const environment = { ...sqliteAt(join(root, FILE)).environment, ...SETTINGS };
  const [instance] = await startApp(ground, 'together', environment, recordingInto(trace, recording));
  if (!instance) throw new Error('Nothing serves.');
  const tracer = tracerFor(instance.child.pid ?? 0);
  const parents = startParents(ground, { instance, session, place });
  await during(parents, tracer);
  await instance.kill();
  await parents.stop();
  await tracer.ended();
  for (const deed of readTrace(trace, root)) deeds.push(deed);
  return { parents, failed: failuresIn(trace) };
};

const judgeAfterPowerLoss = async (ground: Ground, { root, deeds }: Scene, random: Random): Promise<void> => {
  const disk = createDisk(root, isGone);
  for (const deed of deeds) disk.do(deed);
  for (const probability of PROBABILITIES) {
    const wrong = (sentence: string) => ground.wrong(`after a power loss, ${probability} of the rest: ${sentence}`);
    await withLeft(ground, root, disk.left(random, probability), (folder) =>
      judge(wrong, sqliteAt(join(folder, FILE)), acknowledgedIn(deeds)),
    );
  }
};
