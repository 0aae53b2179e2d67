import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';
import { startThread } from './in-thread.ts';

export type SlowCrowdData = {
  readonly instances: readonly Pick<Instance, 'port' | 'variant'>[];
  readonly id: string;
  readonly sockets: number;
  /** Milliseconds in which they come. */
  readonly coming: number;
};
/** `timedOut`: whether the service should have answered by now that it waited in vain. */
export type SlowCrowdQuestion = 'come' | { readonly timedOut: boolean };

/** Many who send a byte a second or read nothing, in a thread of their own. */
export type SlowCrowd = {
  readonly come: () => Promise<void>;
  readonly end: (timedOut: boolean) => Promise<void>;
};

export const startSlowCrowd = (
  ground: Ground,
  instances: readonly Instance[],
  { id, sockets, coming }: Omit<SlowCrowdData, 'instances'>,
): SlowCrowd => {
  const to = instances.map(({ port, variant }) => ({ port, variant }));
  const data: SlowCrowdData = { instances: to, id, sockets, coming };
  const thread = startThread<SlowCrowdQuestion, readonly string[]>(ground, './slow-crowd-program.ts', data);
  return {
    come: async () => void (await thread.ask('come')),
    end: async (timedOut) => {
      for (const sentence of await thread.ask({ timedOut })) ground.wrong(sentence);
    },
  };
};
