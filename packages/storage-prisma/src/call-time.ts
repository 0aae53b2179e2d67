import { AsyncLocalStorage } from 'node:async_hooks';
import { Unavailable } from '@health-case/domain/errors';

export const deadlineExceeded = () =>
  new Unavailable('store', 'The database did not answer in time.', { retryAfterSeconds: 1 });

/** Milliseconds. A timer for longer would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Settles as the promise does, or rejects with `Unavailable` if the `deadline` comes first. */
export const before = <T>(deadline: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const left = Math.min(Math.max(0, deadline - performance.now()), LONGEST_TIMER);
    const timer = setTimeout(() => reject(deadlineExceeded()), left);
    const settle =
      <Given>(as: (given: Given) => void) =>
      (given: Given) => {
        clearTimeout(timer);
        as(given);
      };
    promise.then(settle(resolve), settle(reject));
  });

/** How long the calls of clients may wait for the store. */
export type CallTime = {
  /** All that `call` asks of the store, until it has ended, shares the time of one access. */
  readonly share: <T>(call: () => Promise<T>) => Promise<T>;
  /**
   * One access, of at most so many milliseconds; a tenth of them is always left, for what must follow a verdict, such
   * as counting a failed login. `deadline` is a moment of `performance.now()`.
   */
  readonly spend: <T>(most: number, access: (deadline: number) => Promise<T>) => Promise<T>;
};

export const createCallTime = (): CallTime => {
  const calls = new AsyncLocalStorage<{ spent: number; hasEnded: boolean }>();
  return {
    share: async (call) => {
      const time = { spent: 0, hasEnded: false };
      try {
        return await calls.run(time, call);
      } finally {
        // What the call has begun for others may go on.
        time.hasEnded = true;
      }
    },
    spend: async (most, access) => {
      const time = calls.getStore();
      const begun = performance.now();
      const left = time && !time.hasEnded ? Math.max(most - time.spent, most / 10) : most;
      try {
        return await access(begun + left);
      } finally {
        if (time) time.spent += performance.now() - begun;
      }
    },
  };
};
