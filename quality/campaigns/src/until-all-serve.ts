import { setTimeout as sleep } from 'node:timers/promises';
import type { Api, Reply } from '@health-case/harness/client';
import type { Instance } from '@health-case/harness/processes';

export type Serving = {
  readonly api: Api;
  readonly processes: readonly Instance[];
  /** Of a parent. */
  readonly session: string;
};

let probes = 0;

/** Milliseconds until each process has said that it is ready, has read, and has written. */
export const untilAllServe = async ({ api, processes, session: id }: Serving): Promise<number> => {
  const started = performance.now();
  const untilOk = async (ask: () => Promise<Reply>): Promise<void> => {
    while ((await ask()).status !== 200) await sleep(10);
  };
  await Promise.all(
    processes.map(async (to) => {
      await untilOk(() => api.call(to, 'GET /readyz'));
      await untilOk(() => api.call(to, 'GET /api/Auth/me', { id }));
      await untilOk(() => {
        probes += 1;
        return api.addChild(to, id, { socSecNum: `probe ${probes}` });
      });
    }),
  );
  return Math.round(performance.now() - started);
};
