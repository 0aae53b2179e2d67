import { Unavailable } from '@health-case/domain/errors';

export type HashLoad = { readonly waiting: number; readonly running: number };

type HashQueue = {
  readonly run: <T>(job: () => Promise<T>) => Promise<T>;
  readonly load: () => HashLoad;
};

/**
 * Milliseconds after which whoever still waits is told to come back: on a machine that is busy otherwise, a hash can take a
 * second. Who changes a password waits twice, as a rule, and is to have a reply all the same.
 */
export const PATIENCE = 15_000;

/**
 * Lets at most `lanes` jobs run at once and `most` wait, in the order in which they came; what comes beyond is refused
 * at once with `Unavailable`, as waiting would be in vain, and so is what has waited too long when its turn comes.
 */
export const createHashQueue = (lanes: number, most: number, patience = PATIENCE): HashQueue => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  const run = async <T>(job: () => Promise<T>): Promise<T> => {
    const came = performance.now();
    if (running < lanes) running += 1;
    else if (waiting.length < most) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw tooMany();
    try {
      if (performance.now() - came > patience) throw tooMany();
      return await job();
    } finally {
      release();
    }
  };

  return { run, load: () => ({ waiting: waiting.length, running }) };
};

const tooMany = () => new Unavailable('overloaded', 'Too many passwords wait to be hashed.', { retryAfterSeconds: 5 });
