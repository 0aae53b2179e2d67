import { setTimeout as sleep } from 'node:timers/promises';
import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';
import { type Call, child, endpoint } from '../ground/words.ts';

type Scene = { readonly ground: Ground; readonly call: Call; readonly processes: readonly Instance[] };

/** Milliseconds from now on until each process has said that it is ready, has read, and has written. */
export const untilAllWell = async ({ call, processes }: Scene, session: string): Promise<number> => {
  const started = performance.now();
  await Promise.all(processes.map((to) => untilWell(call, to, session)));
  return performance.now() - started;
};

let probes = 0;

const untilWell = async (call: Call, to: Instance, id: string): Promise<void> => {
  await untilOk(() => call(to, 'GET /readyz'));
  await untilOk(() => call(to, 'GET /api/Auth/me', { id }));
  await untilOk(() => {
    probes += 1;
    return call(to, endpoint(to.variant, 'addChild'), { id, ...child('Probe'), socSecNum: `probe ${probes}` });
  });
};

const untilOk = async (look: () => ReturnType<Call>): Promise<void> => {
  while ((await look()).status !== 200) await sleep(10);
};

/** While there is no database, each process says so, in time. */
export const allSayThatItIsAway = async ({ ground, call, processes }: Scene, longest: number): Promise<void> => {
  await Promise.all(
    processes.map(async (to) => {
      const started = performance.now();
      const { status, text } = await call(to, 'GET /readyz');
      const milliseconds = performance.now() - started;
      if (status !== 503) ground.wrong(`Without a database /readyz came to ${text}`);
      if (milliseconds > longest) ground.wrong(`Without a database /readyz took ${Math.round(milliseconds)} ms.`);
    }),
  );
};
