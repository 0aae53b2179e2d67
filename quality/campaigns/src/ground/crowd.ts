import pMap from 'p-map';
import pTimeout from 'p-timeout';

/** Does `work` for each number from 0, `workers` at a time; the results are in order. */
export const inParallel = <T>(
  count: number,
  workers: number,
  work: (nth: number) => Promise<T>,
): Promise<readonly T[]> => pMap(Array(count).keys(), work, { concurrency: workers });

/** How often each value occurs. */
export const tally = (values: readonly string[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

/** Fails rather than waits for ever, and at once if it is interrupted. */
export const within = <T>(milliseconds: number, work: Promise<T>, interrupted: AbortSignal): Promise<T> =>
  pTimeout(work, { milliseconds, message: `It did not end within ${milliseconds / 1000} s.`, signal: interrupted });
