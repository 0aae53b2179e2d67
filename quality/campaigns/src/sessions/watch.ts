import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '@health-case/http/testing/client';

type Watched = {
  /** Resolves once the session was seen alive. */
  readonly alive: Promise<void>;
  /** When it was first refused, in the time of `performance.now()`. */
  readonly refusedAt: Promise<number>;
};

/** Shows a session to one process again and again until it is refused. */
export const watch = (look: () => Promise<Reply>, wrong: (sentence: string) => void): Watched => {
  const { promise: alive, resolve, reject } = Promise.withResolvers<void>();
  const lookOn = async (): Promise<number> => {
    for (;;) {
      const { status, code, text } = await look();
      if (code === 'SESSION_INVALID') return performance.now();
      if (status !== 200) wrong(`A session that was watched was answered ${text}`);
      resolve();
      await sleep(2);
    }
  };
  const refusedAt = lookOn();
  refusedAt.then(() => reject(new Error('A session was refused before it had ended.')), reject);
  return { alive, refusedAt };
};
