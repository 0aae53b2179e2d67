import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';
import { startThread } from './in-thread.ts';

export type NormalClientData = { readonly ports: readonly number[]; readonly id: string };
/** Milliseconds. */
export const SPAN = 500;
/** How long each reply was waited for, in milliseconds, and whether the machine was this one's alone meanwhile. */
export type Span = { readonly times: readonly number[]; readonly quiet: boolean };
export type NormalClientReport = { readonly spans: readonly Span[]; readonly wrong: readonly string[] };

/** One who asks again and again, and must be answered as ever. */
export type NormalClient = {
  /** The spans since it was asked last. */
  readonly spans: () => Promise<readonly Span[]>;
};

/** In a thread of its own: what the others do to the service takes time of its own. */
export const startNormalClient = (ground: Ground, instances: readonly Instance[], id: string): NormalClient => {
  const data: NormalClientData = { ports: instances.map(({ port }) => port), id };
  const thread = startThread<'report', NormalClientReport>(ground, './normal-client-program.ts', data);
  return {
    spans: async () => {
      const { spans, wrong } = await thread.ask('report');
      for (const sentence of wrong) ground.wrong(sentence);
      return spans;
    },
  };
};
