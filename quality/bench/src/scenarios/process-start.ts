import { median, waitUntil } from '../../../harness/src/load.ts';
import { inTurn, say } from '../compare.ts';
import { megabytesOf } from '../load.ts';
import { bearer, LARGE, type Size, SMALL } from '../sizes.ts';
import { copyFor } from '../stores.ts';
import { DidNotStart, launch, programOf, type Run, settings } from '../systems.ts';
import { atMost, type Row } from '../table.ts';

export type Execution = { readonly milliseconds: number; readonly megabytes: number };

/** From the start of the process until it answers a call from the store. */
export const startOnce = async (run: Run, file: string): Promise<Execution> => {
  const started = performance.now();
  const { child, port, kill, output } = await launch(run, [programOf('variant-a')], settings(`file:${file}`));
  const answers = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new DidNotStart(`The service did not start. ${output()}`);
    const sent = { path: '/api/Auth/me', headers: bearer(0) };
    return run.client(port, sent).then(
      ({ status }) => status === 200,
      () => false,
    );
  };
  await waitUntil(answers, 30_000, 'The start of the service');
  const measured = { milliseconds: performance.now() - started, megabytes: megabytesOf(child.pid as number) };
  await kill('SIGTERM');
  return measured;
};

/** How soon the service answers after a restart, in a small and a large store. */
export const processStart = async (run: Run): Promise<readonly Row[]> => {
  const work = 'Process start to the first OK';
  say(`${work} …`);
  const stores: { readonly size: Size; readonly file: string; readonly starts: Execution[] }[] = [];
  for (const size of [LARGE, SMALL]) {
    const file = await copyFor(run, 'service-start', size, [0]);
    // The first start compiles, and leaves the cache that `npm start` has, too.
    await startOnce(run, file);
    stores.push({ size, file, starts: [] });
  }
  await inTurn(stores, run.rounds, async ({ file, starts }) => void starts.push(await startOnce(run, file)));
  return stores.flatMap(({ size, starts }) => {
    const rowOf = (values: readonly number[], unit: string, most: number): Row => ({
      work,
      system: `service, ${size.rows.toLocaleString('en')} rows a table`,
      measured: { value: median(values), unit, least: Math.min(...values), most: Math.max(...values) },
      ...(size === LARGE && atMost(most, median(values), unit)),
    });
    const times = starts.map(({ milliseconds }) => milliseconds);
    const memory = starts.map(({ megabytes }) => megabytes);
    return [rowOf(times, 'ms', 450), rowOf(memory, 'MB RSS', 130)];
  });
};
