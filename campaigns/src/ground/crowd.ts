/** Does `work` for each number from 0, `workers` at a time; the results are in order. */
export const inParallel = async <T>(
  count: number,
  workers: number,
  work: (nth: number) => Promise<T>,
): Promise<readonly T[]> => {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const nth = next;
      next += 1;
      results[nth] = await work(nth);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, count) }, worker));
  return results;
};

/** How often each value occurs. */
export const tally = (values: readonly string[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

/** Fails rather than waits for ever, and at once if it is interrupted. */
export const within = async <T>(milliseconds: number, work: Promise<T>, interrupted: AbortSignal): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const interrupt = (): void => reject(new Error('It was interrupted.'));
  interrupted.addEventListener('abort', interrupt);
  const timer = setTimeout(() => reject(new Error(`It did not end within ${milliseconds / 1000} s.`)), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    interrupted.removeEventListener('abort', interrupt);
    work.catch(() => undefined);
  }
};
