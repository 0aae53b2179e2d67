import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHarness, type Harness } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
import { signalAll, treeOf } from '@health-case/harness/processes';
import type { PostgresServer } from '@health-case/storage-prisma/testing/postgres-server';
import { declare } from '../campaign.ts';
import { judgeRecords } from '../parents.ts';
import { type Serving, startServing, stopServing } from '../serving.ts';
import { canCutNetworks, type Network, openNetwork } from './cut-network.ts';
import { startPair } from './pair.ts';

/** The host is stopped, with all its processes, or the packets from and to it vanish. */
type Silence = 'stopped' | 'cut off';

type Sizes = Omit<Size, 'clients'> & { readonly silences: readonly Silence[]; readonly clients: readonly number[] };

export const silentHost = declare<Sizes>({
  name: 'silent-host',
  promise:
    'When a host falls silent and its standby is promoted, all are served within 10 s; nothing acknowledged is lost or doubled.',
  // `clients`: of each of two processes, calling once after another; one half sends keys. `longest`: milliseconds.
  quick: { silences: ['stopped'], clients: [1], times: 1, longest: 120_000 },
  full: { silences: ['stopped', 'cut off'], clients: [1, 4, 24], times: 10, longest: 10_000 },
  run: async ({ silences, clients, ...size }, harness) => {
    const possible = silences.filter((silence) => silence === 'stopped' || canCutNetworks());
    const served: number[] = [];
    let [kept, refused] = [0, 0];
    for (const silence of possible) {
      for (const each of clients) {
        const part = `${silence} with ${each}`;
        const found = await endure(harness, part, silence, { ...size, clients: each });
        kept += found.kept;
        refused += found.refused;
        served.push(...found.delays);
      }
    }
    const promotions = `${possible.length * clients.length * size.times} promotions, 2 processes`;
    return {
      size: possible.length === silences.length ? promotions : `${promotions}, ${NOT_CUT}`,
      figures: {
        'children kept': kept,
        'replies 503': refused,
        'seconds until all were served': seconds(Math.max(...served)),
      },
    };
  },
});

const NOT_CUT = 'none with packets that vanish, as only root may make networks';
const seconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;
/** Milliseconds after which a standby is promoted, and for what hangs. */
const NOTICED = 1100;
const LONGEST = 180_000;

type Size = { readonly clients: number; readonly times: number; readonly longest: number };

const endure = async ({ fail, defer }: Harness, part: string, silence: Silence, { clients, times, longest }: Size) => {
  const harness = createHarness((sentence) => fail(`${part}: ${sentence}`));
  defer(harness.end);
  const networks = new Map<PostgresServer, Network>();
  const pair = await startPair(harness, silence === 'stopped' ? undefined : throughNetworks(harness, networks));
  const load = { ofEach: 1, writers: 2 * clients, keys: 'half', listers: 'all' } as const;
  const serving = await startServing(harness, pair.database, load);
  const delays: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    await useAllConnections(serving);
    await serving.parents.until('added', 2 * clients);
    await sleep(Math.random() * 500);
    const silent = pair.primary();
    if (silence === 'stopped') signalAll(treeOf(silent.pid()), 'SIGSTOP');
    else networks.get(silent)?.cut();
    await sleep(NOTICED);
    await pair.promote();
    const delay = await untilAllAreServed(serving, performance.now());
    if (delay > longest) harness.fail(`All were served only ${Math.round(delay)} ms after the promotion.`);
    delays.push(delay);
    await pair.rejoin();
    networks.get(silent)?.mend();
  }
  const kept = await stopServing(harness, serving, pair.database);
  await judgeRecords(harness, pair.database, serving.parents.counts.lists);
  await harness.end();
  return { kept, refused: serving.parents.counts.refused, delays };
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

const throughNetworks =
  (harness: Harness, networks: Map<PostgresServer, Network>) =>
  async (server: PostgresServer): Promise<string> => {
    const network = await openNetwork(harness, join(server.data, `.s.PGSQL.${new URL(server.url).port}`));
    networks.set(server, network);
    return network.host;
  };

/** Resolves to the milliseconds from a moment until the last client has had a child added and its children listed. */
const untilAllAreServed = async ({ parents }: Serving, since: number): Promise<number> => {
  const delay = () => Math.max(...parents.servedSince(since, 'added'), ...parents.servedSince(since, 'listed'));
  await waitUntil(() => Number.isFinite(delay()), LONGEST, 'That all clients are served');
  return delay();
};
