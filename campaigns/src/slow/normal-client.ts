import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';
import { startThread } from './in-thread.ts';

export type NormalClientData = { readonly ports: readonly number[]; readonly id: string };
export type NormalClientReport = { readonly slowest: number; readonly wrong: readonly string[] };

/** One who asks again and again, and must be answered as ever. */
export type NormalClient = {
  /** The 99th percentile of its times since it was asked last, in milliseconds. */
  readonly slowest: () => Promise<number>;
};

/** In a thread of its own: what the others do to the service takes time of its own. */
export const startNormalClient = (ground: Ground, instances: readonly Instance[], id: string): NormalClient => {
  const data: NormalClientData = { ports: instances.map(({ port }) => port), id };
  const thread = startThread<'report', NormalClientReport>(ground, './normal-client-program.ts', data);
  return {
    slowest: async () => {
      const { slowest, wrong } = await thread.ask('report');
      for (const sentence of wrong) ground.wrong(sentence);
      return slowest;
    },
  };
};
