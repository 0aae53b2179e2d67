import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, say } from '../context.ts';
import { LARGE, SMALL, tokenOf } from '../data/sizes.ts';
import { bearer, request } from '../http.ts';
import { median } from '../measure/sample.ts';
import { rssMegabytes } from '../measure/usage.ts';
import { DidNotStart, launch, stop } from '../processes.ts';
import { atMost, type Row } from '../report/row.ts';
import { copyFor } from '../systems/contender.ts';
import { serviceProgram } from '../systems/service.ts';

const WORK = 'Process start to the first OK';
const PATIENCE = 30_000;

type Start = { readonly milliseconds: number; readonly rss: number };

/** From the birth of the process to a call that was answered out of the store. */
export const startOnce = async (file: string, { cores }: Pick<Context, 'cores'>): Promise<Start> => {
  const started = performance.now();
  const { child, port } = await launch(serviceProgram('a', { DATABASE_URL: `file:${file}` }, cores.server));
  child.stderr?.resume();
  try {
    while (!(await isServed(port))) {
      if (performance.now() - started > PATIENCE) throw new DidNotStart('The service did not start in time.');
      await sleep(2);
    }
    return { milliseconds: performance.now() - started, rss: rssMegabytes(child.pid as number) };
  } finally {
    await stop(child);
  }
};

const isServed = async (port: number): Promise<boolean> => {
  try {
    return (await request(port, { path: '/api/Auth/me', headers: bearer(tokenOf(0)) })).status === 200;
  } catch {
    return false;
  }
};

/** How soon it serves after a restart, and whether that depends on how much it keeps. */
export const processStart = async (context: Context): Promise<readonly Row[]> => {
  say(`${WORK} …`);
  const stores = [];
  for (const [size, system] of [
    [LARGE, 'service, 1,000,000 rows a table'],
    [SMALL, 'service, 10,000 rows a table'],
  ] as const) {
    const file = await copyFor('service-start', size, context, [0]);
    // The first start compiles; the cache that it leaves is what `npm start` has, too.
    await startOnce(file, context);
    stores.push({ system, size, file, starts: [] as Start[] });
  }
  for (let round = 0; round < context.rounds; round += 1) {
    for (const { file, starts } of round % 2 === 0 ? stores : stores.toReversed()) {
      starts.push(await startOnce(file, context));
    }
  }
  return stores.flatMap(({ system, size, starts }): Row[] => {
    const rowOf = (values: readonly number[], unit: string, most: number): Row => ({
      work: WORK,
      system,
      measured: { value: median(values), unit, least: Math.min(...values), most: Math.max(...values) },
      ...(size === LARGE && atMost(most, median(values), unit)),
    });
    return [
      rowOf(
        starts.map(({ milliseconds }) => milliseconds),
        'ms',
        450,
      ),
      rowOf(
        starts.map(({ rss }) => rss),
        'MB RSS',
        130,
      ),
    ];
  });
};
