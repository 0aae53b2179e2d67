import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { sqliteAt, verifiedRecords } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { scratchFolder, startApp } from '../ground/processes.ts';
import type { Random } from '../ground/random.ts';
import { createDisk, type Disk } from './disk.ts';
import { judge } from './judge.ts';
import { FILE, type Recorded } from './record.ts';
import type { Deed } from './trace.ts';

/** The children that a process has told its clients it keeps. */
export const acknowledgedIn = (deeds: readonly Deed[]): ReadonlySet<string> => {
  const said = deeds.flatMap((deed) => (deed.kind === 'say' ? [deed.text] : []));
  return new Set(said.flatMap((text) => [...text.matchAll(/"ChildID":"([^"]+)"/g)].map(([, id = '']) => id)));
};

type Plan = {
  readonly duringStart: number;
  readonly later: number;
  readonly started: number;
  readonly random: Random;
};

type Loss = { readonly after: number; readonly probability: number; readonly start: boolean };

/** How much of what was not synced is on the disk all the same. */
export const PROBABILITIES = [0, 0.5, 1];

/** What processes share of the log in memory is made anew by whoever comes first. */
export const isGone = (path: string): boolean => path.endsWith('-shm');

/** Does once more what was done, and lets the power fail on the way; resolves to the disk as it is after all. */
export const replay = async (ground: Ground, { root, deeds }: Recorded, plan: Plan): Promise<Disk> => {
  const disk = createDisk(root, isGone);
  let done = 0;
  for (const loss of lossesIn(deeds, plan)) {
    for (const deed of deeds.slice(done, loss.after)) disk.do(deed);
    done = loss.after;
    const acknowledged = acknowledgedIn(deeds.slice(0, done));
    const wrong = (sentence: string) =>
      ground.wrong(`After ${done} of ${deeds.length} calls, ${loss.probability} of the rest: ${sentence}`);
    await withLeft(ground, root, disk.left(plan.random, loss.probability), (folder) =>
      lookInto({ ...ground, wrong }, folder, loss.start, acknowledged),
    ).catch((error: unknown) => wrong(String(error)));
  }
  for (const deed of deeds.slice(done)) disk.do(deed);
  return disk;
};

/** In their order. Half of the later ones come right after an acknowledgement. */
const lossesIn = (deeds: readonly Deed[], { duringStart, later, started, random }: Plan): readonly Loss[] => {
  const first = deeds.findIndex(({ kind }) => kind === 'say');
  const acknowledgements = [...deeds.keys()].filter((at) => acknowledgedIn(deeds.slice(at, at + 1)).size > 0);
  const during = Array.from({ length: duringStart }, (_, nth) => ({
    after: random.below(first),
    probability: PROBABILITIES[nth % 3] ?? 0,
    start: true,
  }));
  const after = Array.from({ length: later }, (_, nth) => ({
    after: nth % 2 === 0 ? (random.pick(acknowledgements) ?? 0) + 1 : first + random.below(deeds.length - first),
    probability: PROBABILITIES[nth % 3] ?? 0,
    start: nth < started,
  }));
  return [...during, ...after].sort((one, other) => one.after - other.after);
};

/** Lays what is left into a folder for as long as it is looked into. */
export const withLeft = async <T>(
  ground: Ground,
  root: string,
  left: ReadonlyMap<string, Buffer>,
  look: (folder: string) => Promise<T>,
): Promise<T> => {
  const folder = scratchFolder(ground);
  for (const [path, bytes] of left) {
    const place = join(folder, relative(root, path));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
  }
  try {
    return await look(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const lookInto = async (
  ground: Ground,
  folder: string,
  start: boolean,
  acknowledged: ReadonlySet<string>,
): Promise<void> => {
  const database = sqliteAt(join(folder, FILE));
  if (start) {
    const [instance] = await startApp(ground, 'together', database.environment);
    await instance?.kill();
    await verifiedRecords(ground, database);
  }
  await judge(ground.wrong, database, acknowledged);
};
