import { setTimeout as sleep } from 'node:timers/promises';
import { campaign } from '../campaign.ts';
import { newSqlite } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { MEASURABLE, memoryOf } from '../ground/of-process.ts';
import { type Instance, startApp } from '../ground/processes.ts';
import { pour, type Shape } from './pour.ts';

/** How many bodies of each shape are sent at once; of those in tiny chunks each takes a second of the service's time. */
type Size = { readonly atOnce: number; readonly tiny: number };

const LINES = ['GET /api/Doc', 'POST /api/Auth/logout', 'GET /nowhere', 'POST /nowhere', 'PUT /api/Doc'];
const shapesOf = ({ atOnce, tiny }: Size): readonly (readonly [number, Shape])[] => [
  ...LINES.flatMap((line) => [
    [atOnce, { line, framing: 'framed' }] as const,
    [atOnce, { line, framing: 'in large chunks' }] as const,
  ]),
  [tiny, { line: 'GET /api/Doc', framing: 'in chunks of one byte' }],
];

const KB = 1024;
const MB = 1024 * KB;
/** Of each body as much is kept as may be (D-06), and as much again while it grows. */
const KEPT = 128 * KB;
/** What the process itself may take meanwhile, for garbage that has not been collected. */
const SLACK = 128 * MB;
/** What is read and thrown away before the refusal, and what the buffers of two sockets take. */
const TAKEN = 16 * MB;

/** Bodies of a gigabyte cost what is kept of them, are refused, and not read to their end. */
export const largeBodies = campaign<Size>(
  'large-bodies',
  { quick: { atOnce: 2, tiny: 1 }, full: { atOnce: 1000, tiny: 50 } },
  async (size, ground) => {
    const instances = await startApp(ground, 'together', newSqlite(ground).environment);
    const figures = { grown: 0, taken: 0, refused: 0, cut: 0 };
    for (const [atOnce, shape] of shapesOf(size)) await pourAll({ ground, instances, atOnce, figures }, shape);
    if (instances[0]?.child.exitCode !== null) ground.wrong('The service has ended.');
    return {
      size: `${2 * LINES.length} × ${size.atOnce} and ${size.tiny} bodies of 1 GB at once`,
      figures: {
        ...(MEASURABLE && { 'memory grew by, at most (MB)': Math.round(figures.grown / MB) }),
        'taken of one, at most (kB)': Math.round(figures.taken / KB),
        refused: figures.refused,
        'cut off': figures.cut,
      },
    };
  },
);

type Scene = {
  readonly ground: Ground;
  readonly instances: readonly Instance[];
  readonly atOnce: number;
  readonly figures: Record<'grown' | 'taken' | 'refused' | 'cut', number>;
};

const pourAll = async ({ ground, instances, atOnce, figures }: Scene, shape: Shape): Promise<void> => {
  const what = `Bodies of ${shape.line} ${shape.framing}`;
  const memory = (): number => (MEASURABLE ? memoryOf(instances[0] as Instance) : 0);
  const before = memory();
  const pourings = Array.from({ length: atOnce }, (_, nth) =>
    pour(instances[nth % instances.length] as Instance, shape),
  );
  await Promise.all(pourings.map(({ held }) => held));
  let most = memory();
  const watch = setInterval(() => {
    most = Math.max(most, memory());
  }, 20);
  await sleep(200);
  const outcomes = await Promise.all(pourings.map(({ goOn }) => goOn()));
  clearInterval(watch);
  for (const { bytes, answered, fault } of outcomes) {
    figures.taken = Math.max(figures.taken, bytes);
    figures[answered ? 'refused' : 'cut'] += 1;
    if (fault !== undefined) ground.wrong(`${what}: a reply was not ${fault}`);
    if (bytes > TAKEN) ground.wrong(`${what}: ${Math.round(bytes / MB)} MB were taken of one.`);
  }
  figures.grown = Math.max(figures.grown, most - before);
  if (most - before > atOnce * KEPT + SLACK)
    ground.wrong(`${what}: memory grew by ${Math.round((most - before) / MB)} MB.`);
};
