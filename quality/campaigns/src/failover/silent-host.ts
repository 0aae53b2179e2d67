import { setTimeout as sleep } from 'node:timers/promises';
import { createHarness, type Harness } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
import { signalAll, treeOf } from '@health-case/harness/processes';
import { declare } from '../campaign.ts';
import { type Serving, startServing, stopServing } from '../serving.ts';
import { startPair } from './pair.ts';

export const silentHost = declare({
  name: 'silent-host',
  promise:
    'When a host falls silent and its standby is promoted, all are served within 10 s; nothing acknowledged is lost or doubled.',
  // `clients`: of each of two processes, calling once after another; one half sends keys. `longest`: milliseconds.
  quick: { clients: [1], times: 1, longest: 120_000 },
  full: { clients: [1, 4, 24], times: 10, longest: 10_000 },
  run: async ({ clients, times, longest }, harness) => {
    const figures = { 'children kept': 0, 'replies 503': 0 };
    let slowest = 0;
    for (const each of clients) {
      const { delays, kept } = await endure(harness, each, times);
      for (const name of ['children kept', 'replies 503'] as const) figures[name] += kept[name];
      slowest = Math.max(slowest, ...delays);
    }
    if (slowest > longest) harness.fail(`All were served only ${Math.round(slowest)} ms after a promotion.`);
    return {
      size: `${clients.length * times} promotions, 2 processes`,
      figures: { ...figures, 'seconds until all were served': Math.round(slowest / 100) / 10 },
    };
  },
});

/** Milliseconds after which a standby is promoted, and for what hangs. */
const NOTICED = 1100;
const LONGEST = 180_000;

/** The server that takes writes is stopped with all its processes, so many times, for so many clients. */
const endure = async ({ fail, defer }: Harness, clients: number, times: number) => {
  const harness = createHarness((sentence) => fail(`${clients} clients: ${sentence}`));
  defer(harness.end);
  const pair = await startPair(harness);
  const load = { ofEach: 1, writers: 2 * clients, keys: 'half', listers: 'all' } as const;
  const serving = await startServing(harness, pair.database, load);
  const delays: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    await useAllConnections(serving);
    await serving.parents.until('added', 2 * clients);
    await sleep(Math.random() * 500);
    signalAll(treeOf(pair.primary().pid()), 'SIGSTOP');
    await sleep(NOTICED);
    await pair.promote();
    delays.push(await untilAllAreServed(serving, performance.now()));
    await pair.rejoin();
  }
  const kept = await stopServing(harness, serving, pair.database);
  await harness.end();
  return { kept, delays };
};

/** So that a process with few clients has as many connections that do not answer as one with many. */
const useAllConnections = async ({ api, processes, session: id }: Serving): Promise<void> => {
  const atOnce = processes.flatMap((to) => Array.from({ length: 40 }, () => to));
  await Promise.all(
    atOnce.map(async (to, nth) => {
      await api.call(to, 'GET /api/Parent/children', { id, limit: '100' });
      await api.addChild(to, id, { socSecNum: `before ${performance.now()} ${nth}` });
    }),
  );
};

/** Resolves to the milliseconds from a moment until the last client has had a child added and its children listed. */
const untilAllAreServed = async ({ parents }: Serving, since: number): Promise<number> => {
  const delay = () => Math.max(...parents.servedSince(since, 'added'), ...parents.servedSince(since, 'listed'));
  await waitUntil(() => Number.isFinite(delay()), LONGEST, 'That all clients are served');
  return delay();
};
