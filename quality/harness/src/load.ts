import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type { Harness } from './harness.ts';

/** Does `work` for each number from 0, at most `atOnce` at a time; the results are in order. */
export const inParallel = <T>(count: number, atOnce: number, work: (nth: number) => Promise<T>): Promise<T[]> =>
  pMap(Array(count).keys(), work, { concurrency: atOnce });

/** Repeats `work` in so many loops at once. What it throws is a failure. `stop` resolves when all work has ended. */
export const repeat = (
  { fail }: Harness,
  loops: number,
  work: (loop: number, round: number, stopping: AbortSignal) => Promise<void>,
): { readonly stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const all = inParallel(loops, loops, async (loop) => {
    for (let round = 0; !stopping.signal.aborted; round += 1) await work(loop, round, stopping.signal);
  }).catch((error: unknown) => fail(`The load broke off: ${error}`));
  const stop = async (): Promise<void> => {
    stopping.abort();
    await all;
  };
  return { stop };
};

/** Looks every 5 ms until the condition holds. Throws after the timeout, which is for what hangs, not what is slow. */
export const waitUntil = async (
  condition: () => boolean | Promise<boolean>,
  timeout = 60_000,
  what = 'What was waited for',
): Promise<void> => {
  const deadline = performance.now() + timeout;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${timeout} ms.`);
    await sleep(5);
  }
};

/** The least value that at least this share of all does not exceed (nearest rank). NaN of no values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Random values that a seed repeats, so that a failed run can be repeated (mulberry32: good for adjacent seeds). */
export const createRandom = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** From 0 up to, and without, `most`. */
  const below = (most: number): number => Math.floor(next() * most);
  const pick = <T>(things: readonly T[]): T | undefined => things[below(things.length)];
  return { below, pick, chance: (probability: number) => next() < probability };
};

export type Random = ReturnType<typeof createRandom>;

export const anySeed = (): number => Math.floor(Math.random() * 2 ** 31);
