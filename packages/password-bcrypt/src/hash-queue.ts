import { Unavailable } from '@health-case/domain/errors';

export type HashLoad = { readonly waiting: number; readonly running: number };

type HashQueue = {
  readonly run: <T>(job: () => Promise<T>) => Promise<T>;
  readonly load: () => HashLoad;
};

/**
 * Lets at most `lanes` jobs run at once and `most` wait, in the order in which they came; what comes beyond is refused
 * at once with `Unavailable`, as waiting would be in vain.
 */
export const createHashQueue = (lanes: number, most: number): HashQueue => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  const run = async <T>(job: () => Promise<T>): Promise<T> => {
    if (running < lanes) running += 1;
    else if (waiting.length < most) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new Unavailable('overloaded', 'Too many passwords wait to be hashed.', { retryAfterSeconds: 5 });
    try {
      return await job();
    } finally {
      release();
    }
  };

  return { run, load: () => ({ waiting: waiting.length, running }) };
};
