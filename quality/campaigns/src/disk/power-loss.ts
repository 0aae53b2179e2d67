import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { campaign } from '../campaign.ts';
import { sqliteAt } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { createRandom } from '../ground/random.ts';
import type { Disk } from './disk.ts';
import { FILE, type Recorded, record } from './record.ts';
import { acknowledgedIn, replay, withLeft } from './replay.ts';
import { canTrace } from './strace.ts';

type Size = {
  readonly acknowledgements: number;
  /** How often the power fails during the first start, and after it. */
  readonly duringStart: number;
  readonly later: number;
  /** How many of the later ones are followed by a start of the service; into the others it is only looked from outside. */
  readonly started: number;
};

const FORGETFUL = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'forgetful-program.ts')}` };

/**
 * Everything that a process does to its files is written down, and the power fails afterwards, at many moments of it: what
 * had been acknowledged by then is on the disk. It would not be if SQLite synced less often.
 */
export const powerLoss = campaign<Size>(
  'power-loss',
  {
    quick: { acknowledgements: 24, duringStart: 1, later: 9, started: 0 },
    full: { acknowledgements: 3000, duringStart: 100, later: 300, started: 100 },
  },
  async (size, ground) => {
    if (!canTrace()) return { size: 'nothing, as there is no strace that may watch', figures: {} };
    const seed = Math.floor(Math.random() * 2 ** 31);
    const [recorded, forgetful] = await Promise.all([
      record(ground, size.acknowledgements),
      record(ground, Math.ceil(size.acknowledgements / 10), FORGETFUL),
    ]);
    const disk = await replay(ground, recorded, { ...size, random: createRandom(seed) });
    compareWithReality(ground, recorded, disk);
    const lost = await lostBy(ground, forgetful);
    if (lost === 0) ground.wrong('With synchronous=NORMAL nothing was lost either, so nothing has been shown.');
    return {
      size: `${size.duringStart + size.later} power losses, seed ${seed}`,
      figures: {
        'system calls recorded': recorded.deeds.length,
        'writes acknowledged': acknowledgedIn(recorded.deeds).size,
        [`lost with synchronous=NORMAL, of ${acknowledgedIn(forgetful.deeds).size}`]: lost,
      },
    };
  },
);

/** What has been written down leads to the very bytes that are there: nothing has been missed. */
const compareWithReality = ({ wrong }: Ground, { root }: Recorded, disk: Disk): void => {
  const folder = join(root, 'data');
  const seen = disk.seen();
  const there = readdirSync(folder).filter((name) => !name.endsWith('-shm'));
  if (there.length !== seen.size) wrong(`There are ${there.length} files, and ${seen.size} were written.`);
  for (const name of there) {
    const path = join(folder, name);
    if (!seen.get(path)?.equals(readFileSync(path))) wrong(`${name} is not what was written into it.`);
  }
};

/** How many of the children that were acknowledged are not there after the power failed at the very end. */
const lostBy = async (ground: Ground, { root, deeds }: Recorded): Promise<number> => {
  const nothing = { duringStart: 0, later: 0, started: 0, random: createRandom(1) };
  const disk = await replay(ground, { root, deeds }, nothing);
  return withLeft(ground, root, disk.left(createRandom(1), 0), async (folder) => {
    const kept = await sqliteAt(join(folder, FILE)).query('SELECT "id" FROM "Child"');
    return acknowledgedIn(deeds).size - kept.length;
  });
};
