import { campaign } from '../campaign.ts';
import { createRandom } from '../ground/random.ts';
import { startOnFault } from './faulty-start.ts';
import { prepare } from './prepared.ts';
import { canTrace, type Fault } from './strace.ts';
import { type Ending, type Suffering, suffer } from './suffer.ts';

type Size = {
  readonly disks: readonly (Omit<Fault, 'when'> & { readonly every: readonly number[] })[];
  readonly endings: readonly Ending[];
  /** How many first starts meet with one call that fails. */
  readonly starts: number;
};

/** A commit is one sync, and some tens of writes. */
const SYNCS = { calls: 'fsync,fdatasync', every: [1, 2, 3, 5, 8, 13] };
const WRITES = { calls: 'pwrite64', every: [1, 10, 50, 100, 200, 400] };

/** The calls of a first start that may fail: there are more of them than are made on one thread. */
const FIRST_CALLS = 60;

/**
 * While children are added, every so many-th call to the disk fails. What is acknowledged is there for a fresh process, and
 * after a power loss; the rest is refused with 503, while whoever reads is answered; and all is well when the disk is, in
 * the process that lived through it, and in the one that comes after it was killed.
 */
export const faultyDisk = campaign<Size>(
  'faulty-disk',
  {
    quick: { disks: [{ ...SYNCS, every: [1], error: 'EIO' }], endings: ['kill'], starts: 0 },
    full: {
      disks: [SYNCS, WRITES].flatMap((calls) => [
        { ...calls, error: 'EIO' },
        { ...calls, error: 'ENOSPC' },
      ]),
      endings: ['kill', 'recovery'],
      starts: 100,
    },
  },
  async ({ disks, endings, starts }, ground) => {
    if (!canTrace()) return { size: 'nothing, as there is no strace that may watch', figures: {} };
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = createRandom(seed);
    const prepared = await prepare(ground);
    const sufferings = disks.flatMap(({ every, ...fault }) =>
      every.flatMap((nth) => endings.map((ending): Suffering => ({ ...fault, every: nth, ending }))),
    );
    const counts = { failed: 0, acknowledged: 0, refused: 0, served: 0 };
    for (const suffering of sufferings) {
      const { failed, acknowledged, refused } = await suffer(ground, prepared, suffering, random);
      counts.failed += failed;
      counts.acknowledged += acknowledged;
      counts.refused += refused;
    }
    for (let nth = 0; nth < starts; nth += 1) {
      const { calls, error } = disks[nth % disks.length] as Size['disks'][number];
      if (await startOnFault(ground, { calls, error, when: String(1 + random.below(FIRST_CALLS)) })) counts.served += 1;
    }
    return {
      size: `${sufferings.length} disks of which every k-th call fails, ${starts} first starts, seed ${seed}`,
      figures: {
        'calls failed': counts.failed,
        'writes acknowledged': counts.acknowledged,
        'refused with 503': counts.refused,
        'starts that served all the same': counts.served,
      },
    };
  },
);
