import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';

export type NormalClientData = { readonly ports: readonly number[]; readonly id: string };
export type NormalClientReport = { readonly slowest: number; readonly wrong: readonly string[] };

/** One who asks again and again, and must be answered as ever. */
export type NormalClient = {
  /** The 99th percentile of its times since it was asked last, in milliseconds. */
  readonly slowest: () => Promise<number>;
};

/** In a thread of its own: what this one does to the service takes time of its own. */
export const startNormalClient = (
  { wrong, ending }: Ground,
  instances: readonly Instance[],
  id: string,
): NormalClient => {
  const data: NormalClientData = { ports: instances.map(({ port }) => port), id };
  const worker = new Worker(new URL('./normal-client-program.ts', import.meta.url), { workerData: data });
  ending.defer(async () => void (await worker.terminate()));
  const failed = new AbortController();
  worker.once('error', (error) => {
    wrong(`A normal client was not answered: ${error}`);
    failed.abort();
  });
  return {
    slowest: async () => {
      worker.postMessage('report');
      const [report] = (await once(worker, 'message', { signal: failed.signal })) as [NormalClientReport];
      for (const sentence of report.wrong) wrong(sentence);
      return report.slowest;
    },
  };
};
