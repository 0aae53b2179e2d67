import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, person, type Reply } from '@health-case/harness/client';
import type { Database } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { type Instance, startProcesses, stopProcesses } from '@health-case/harness/processes';
import { judgeChildren, judgeRecords, type ParentOptions, type Parents, startParents } from './parents-load.ts';

export type Load = { readonly ofEach: number } & Pick<ParentOptions, 'writers' | 'keys' | 'listers'>;
export type Serving = Awaited<ReturnType<typeof startServing>>;

/** Starts processes over one database, and parents who add children without a pause. A call may be refused with 503. */
export const startServing = async (harness: Harness, { environment }: Database, load: Load) => {
  const processes = await startProcesses(harness, environment, load.ofEach);
  const api = createApi(harness);
  const session = await api.join(processes[0], person('mia@example.org'));
  const options = { ...load, session, instances: () => processes, mayFail: 'all' } as const;
  return { api, processes, session, parents: startParents(harness, options) };
};

/** Milliseconds for what hangs. */
const LONGEST = 180_000;
let probes = 0;

/** Milliseconds until each process has said that it is ready, has read, and has written. */
export const untilAllServe = async ({ api, processes, session: id }: Serving): Promise<number> => {
  const started = performance.now();
  const untilOk = async (ask: () => Promise<Reply>): Promise<void> => {
    for (let last = await ask(); last.status !== 200; last = await ask()) {
      if (performance.now() - started > LONGEST) throw new Error(`Not all processes serve: ${last.text}`);
      await sleep(10);
    }
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

type Served = { readonly parents: Parents; readonly processes: readonly Instance[] };

/** Stops the load, then the processes, and judges what is in the store. Resolves to figures. */
export const stopServing = async (harness: Harness, { parents, processes }: Served, database: Database) => {
  await parents.stop();
  await stopProcesses(harness, processes);
  const kept = await judgeChildren(harness, database, parents.added.values());
  await judgeRecords(harness, database, parents.counts.lists);
  return { 'children kept': kept, 'replies 503': parents.counts.refused };
};
