import { setTimeout as sleep } from 'node:timers/promises';
import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';
import type { Call } from '../ground/words.ts';

/** One who asks again and again, and must be answered as ever. */
export type NormalClient = {
  /** The 99th percentile of its times since it was asked last, in milliseconds. */
  readonly slowest: () => number;
  readonly stop: () => Promise<void>;
};

const PAUSE = 4;

export const startNormalClient = (
  { wrong }: Ground,
  call: Call,
  instances: readonly Instance[],
  id: string,
): NormalClient => {
  let times: number[] = [];
  let stopping = false;
  const live = async (): Promise<void> => {
    for (let nth = 0; !stopping; nth += 1) {
      const started = performance.now();
      const reply = await call(instances[nth % instances.length] as Instance, 'GET /api/Auth/me', { id });
      times.push(performance.now() - started);
      if (reply.status !== 200) wrong(`A normal client came to ${reply.text}`);
      await sleep(PAUSE);
    }
  };
  const living = live().catch((error: unknown) => wrong(`A normal client was not answered: ${error}`));
  return {
    slowest: () => {
      const sorted = times.toSorted((a, b) => a - b);
      times = [];
      return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
    },
    stop: () => {
      stopping = true;
      return living;
    },
  };
};
