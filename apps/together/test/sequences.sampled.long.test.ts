import { createStage } from '@health-case/model/cast';
import { aStep, playStep, type Step } from '@health-case/model/draws';
import fc from 'fast-check';
import { inject, it } from 'vitest';
import { openWorlds, readAll } from './support/worlds.ts';

const { withPlayer } = openWorlds();

const aSequence = fc.noBias(fc.array(aStep, { maxLength: 120, size: 'max' }));

/** Few sequences in CI, others on each store; with `MODEL_RUNS` as many as wanted, with `MODEL_SEED` those of a failure. */
const {
  WHOLE,
  MODEL_RUNS = WHOLE ? '60' : '2',
  MODEL_SEED = inject('store') === 'postgresql' ? '24' : '23',
} = process.env;

/** Bounds how long a failure is shrunk. */
const atMost = 60_000 + Number(MODEL_RUNS) * 5000;

it('any sequence of calls, some at the same time, is answered as the model says, and leads to its state', {
  timeout: 2 * atMost,
}, async () => {
  let runs = 0;
  const isAnsweredAsExpected = (steps: readonly Step[]): Promise<void> =>
    withPlayer(async (player) => {
      runs += 1;
      const [first, last] = runs % 2 ? (['A', 'B'] as const) : (['B', 'A'] as const);
      const stage = await createStage(player, first, `run-${runs}.example.org`);
      for (const step of steps) await playStep(stage, step);
      await readAll(player, last);
    });
  const property = fc.asyncProperty(aSequence, isAnsweredAsExpected);
  await fc.assert(property, { numRuns: Number(MODEL_RUNS), seed: Number(MODEL_SEED), interruptAfterTimeLimit: atMost });
});
