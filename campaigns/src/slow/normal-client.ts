import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';
import { startThread } from './in-thread.ts';

export type NormalClientData = { readonly ports: readonly number[]; readonly id: string };
export type NormalClientReport = {
  /** How long it waited for each reply, in milliseconds. */
  readonly times: number[];
  /** Half seconds that these are of, and others in which the machine was not this one's alone. */
  kept: number;
  leftOut: number;
  readonly wrong: string[];
};

/** One who asks again and again, and must be answered as ever. */
export type NormalClient = {
  /** What has been since this was asked last. */
  readonly report: () => Promise<NormalClientReport>;
};

/** In a thread of its own: what the others do to the service takes time of its own. */
export const startNormalClient = (ground: Ground, instances: readonly Instance[], id: string): NormalClient => {
  const data: NormalClientData = { ports: instances.map(({ port }) => port), id };
  const thread = startThread<'report', NormalClientReport>(ground, './normal-client-program.ts', data);
  return {
    report: async () => {
      const report = await thread.ask('report');
      for (const sentence of report.wrong) ground.wrong(sentence);
      return report;
    },
  };
};
