import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { campaign } from '../campaign.ts';
import { sqliteAt, verifiedRecords } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { scratchFolder, startApp } from '../ground/processes.ts';
import { judge } from './judge.ts';
import { allWell, type Parents, startParents, untilRefused } from './parents.ts';
import { prepare, SETTINGS } from './prepared.ts';
import { FILE } from './record.ts';

type Size = { readonly rounds: number };

const MEGABYTES = 16;

/**
 * While children are added and looked at, the disk fills up, and is given room again: meanwhile they are refused with 503,
 * and looked at as ever. Every second time the process is killed in between, and the next one starts on the full disk.
 */
export const fullDisk = campaign<Size>(
  'full-disk',
  { quick: { rounds: 1 }, full: { rounds: 50 } },
  async ({ rounds }, ground) => {
    const root = mountSmallDisk(ground);
    if (root === undefined) return { size: 'nothing, as no disk may be mounted here', figures: {} };
    const { session } = await prepare(ground, root);
    const acknowledged = new Set<string>();
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      const seen = await fillUp(ground, { root, session, round });
      for (const parents of seen) {
        for (const id of parents.acknowledged) acknowledged.add(id);
        refused += parents.refused();
      }
    }
    await judge(ground.wrong, sqliteAt(join(root, FILE)), acknowledged);
    await verifiedRecords(ground, sqliteAt(join(root, FILE)));
    return {
      size: `${rounds} times full, ${MEGABYTES} MB`,
      figures: { 'writes acknowledged': acknowledged.size, 'refused with 503': refused },
    };
  },
);

/** A disk in memory; none where only somebody else may mount one. */
const mountSmallDisk = (ground: Ground): string | undefined => {
  const root = scratchFolder(ground);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', root]);
  if (status !== 0) return undefined;
  ground.ending.defer(() => void spawnSync('umount', ['--lazy', root]));
  return root;
};

type Round = { readonly root: string; readonly session: string; readonly round: number };

const fillUp = async (ground: Ground, { root, session, round }: Round): Promise<readonly Parents[]> => {
  const live = async (place: number) => {
    const { environment } = sqliteAt(join(root, FILE));
    const [instance] = await startApp(ground, 'together', { ...environment, ...SETTINGS });
    if (!instance) throw new Error('Nothing serves.');
    return { instance, parents: startParents(ground, { instance, session, place }) };
  };
  const first = await live(2 * round);
  await allWell(ground, first.parents);
  letUseOfSessionsBeDue(join(root, FILE));
  fill(root);
  await untilRefused(first.parents);
  const lives = [first];
  if (round % 2 === 0) {
    await first.instance.kill();
    await first.parents.stop();
    const second = await live(2 * round + 1);
    await untilRefused(second.parents);
    lives.push(second);
  }
  rmSync(join(root, BALLAST));
  const last = lives.at(-1) ?? first;
  await allWell(ground, last.parents);
  await last.parents.stop();
  await last.instance.kill(round % 4 < 2 ? 'SIGTERM' : 'SIGKILL');
  return lives.map(({ parents }) => parents);
};

const BALLAST = 'ballast';

/** To the last page. */
const fill = (root: string): void => {
  const { bavail, bsize } = statfsSync(root);
  const room = bavail * bsize;
  for (let piece = room; piece >= bsize; ) {
    try {
      appendFileSync(join(root, BALLAST), Buffer.alloc(piece));
    } catch {
      piece = Math.floor(piece / 2);
    }
  }
};

/** That a session was used is written at most once a minute. Here the minute is over, and it cannot be written. */
const letUseOfSessionsBeDue = (file: string): void => {
  using database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('UPDATE "Session" SET "lastUsedAt" = "lastUsedAt" - 120000');
};
