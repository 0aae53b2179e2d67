import { Unavailable } from '@health-case/domain/errors';
import type { Storage } from '@health-case/domain/ports/storage';

/** Units of work at once, each in a transaction of its own. `waiting` tells how many wait for a connection. */
export const createParallelWrites = (write: Storage['write'], waiting: () => number) => {
  const running = new Set<Promise<unknown>>();
  let closed = false;
  let units = 0;
  return {
    write: (async (work) => {
      if (closed) throw new Unavailable('store', 'The store is closing.', { retryAfterSeconds: 5 });
      const unit = write(work);
      running.add(unit);
      try {
        const outcome = await unit;
        units += 1;
        return outcome;
      } finally {
        running.delete(unit);
      }
    }) satisfies Storage['write'],
    load: () => ({ waiting: waiting(), units, commits: units }),
    close: async (): Promise<void> => {
      closed = true;
      await Promise.allSettled(running);
    },
  };
};
