import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireAgreement } from '../agreement.ts';
import { type Context, say } from '../context.ts';
import { LARGE, tokenOf } from '../data/sizes.ts';
import { bearer } from '../http.ts';
import { readFor, readOnce, timeCheapRequests } from '../measure/readers.ts';
import { median } from '../measure/sample.ts';
import { cpuSeconds, rssMegabytes } from '../measure/usage.ts';
import { atLeast, atMost, type Row, type Verdict } from '../report/row.ts';
import { L4, L5, type Server, service } from '../systems/contender.ts';

const WORK = 'Doctors, 1,000,000';
const PATH = '/api/Doc';
const READERS = 8;
const [SERVICE, LIMIT] = ['service', 'L4 one buffer'] as const;

const FIGURES = {
  firstByte: 'ms to the first byte',
  one: 'MB/s, one reader',
  cpu: 'CPU ms/MB, one reader',
  eight: `MB/s, ${READERS} readers`,
  growth: `MB more RSS, ${READERS} readers`,
  stall: `ms longest stall, ${READERS} readers`,
  cheap: `ms slowest /healthz, ${READERS} readers`,
} as const;
type Figure = keyof typeof FIGURES;
type Figures = Readonly<Record<Figure, number>>;

const askMonitor = async ({ child }: Server): Promise<number> => {
  child.send('tell');
  const [{ most }] = (await once(child, 'message')) as [{ most: number }];
  return most;
};

const highestRss = async (pid: number, done: AbortSignal): Promise<number> => {
  let most = 0;
  while (!done.aborted) {
    most = Math.max(most, rssMegabytes(pid));
    await sleep(25);
  }
  return most;
};

const oneRound = async (server: Server, seconds: number): Promise<Figures> => {
  const { pid, port } = server;
  const token = tokenOf(0);
  const firsts = [];
  for (let n = 0; n < 5; n += 1) firsts.push((await readOnce(port, PATH, token, 0.3)).firstByte);
  const cpuBefore = cpuSeconds(pid);
  const one = (await readFor(port, PATH, token, seconds)) / 1e6;
  const cpu = ((cpuSeconds(pid) - cpuBefore) * 1000) / (one * seconds);

  const before = rssMegabytes(pid);
  await askMonitor(server);
  const done = new AbortController();
  const watching = Promise.all([highestRss(pid, done.signal), timeCheapRequests(port, done.signal)]);
  const rates = await Promise.all(Array.from({ length: READERS }, () => readFor(port, PATH, token, seconds)));
  done.abort();
  const [highest, { most: cheap }] = await watching;
  const stall = await askMonitor(server);
  const eight = rates.reduce((sum, rate) => sum + rate / 1e6, 0);
  return { firstByte: median(firsts), one, cpu, eight, growth: Math.max(0, highest - before), stall, cheap };
};

/** A list too long to be held: how soon it begins, how fast it flows, and what it does to the process. */
export const millionDoctors = async (context: Context): Promise<readonly Row[]> => {
  say(`${WORK} …`);
  const nodeOptions = ['--import', join(import.meta.dirname, '../measure/stall-monitor.ts')];
  const servers: { name: string; server: Server; rounds: Figures[] }[] = [];
  try {
    for (const contender of [
      service('a', { size: LARGE, nodeOptions }),
      L4(LARGE, nodeOptions),
      L5(LARGE, nodeOptions),
    ]) {
      servers.push({ name: contender.name, server: await contender.start(context, [0]), rounds: [] });
    }
    const systems = servers.map(({ name, server }) => ({ name, port: server.port }));
    await requireAgreement(systems, [{ path: PATH, headers: bearer(tokenOf(0)) }], undefined);
    for (let round = 0; round < Math.min(context.rounds, context.quick ? 2 : 5); round += 1) {
      for (const { server, rounds } of round % 2 === 0 ? servers : servers.toReversed()) {
        rounds.push(await oneRound(server, context.quick ? 1.5 : 10));
      }
    }
  } finally {
    await Promise.all(servers.map(({ server }) => server.stop()));
  }
  return rowsOf(new Map(servers.map(({ name, rounds }) => [name, rounds])));
};

const rowsOf = (results: ReadonlyMap<string, readonly Figures[]>): readonly Row[] => {
  const middle = (name: string, figure: Figure): number =>
    median((results.get(name) ?? []).map((round) => round[figure]));
  const verdicts: Partial<Record<Figure, Verdict>> = {
    firstByte: atMost(50, middle(SERVICE, 'firstByte'), 'ms'),
    one: atLeast(0.7, middle(SERVICE, 'one') / middle(LIMIT, 'one'), 'L4'),
    growth: atMost(64, middle(SERVICE, 'growth'), 'MB'),
    stall: atMost(20, middle(SERVICE, 'stall'), 'ms'),
  };
  return (Object.keys(FIGURES) as Figure[]).flatMap((figure) =>
    [...results].map(([system, rounds]): Row => {
      const values = rounds.map((round) => round[figure]);
      const spread = { least: Math.min(...values), most: Math.max(...values) };
      const measured = { value: median(values), unit: FIGURES[figure], ...spread };
      // The goal that names L4 stands on its row, as everywhere in the table; the others are the service's own.
      const holder = figure === 'one' ? LIMIT : SERVICE;
      const ratio = system !== SERVICE ? { ratio: middle(SERVICE, figure) / measured.value } : {};
      return { work: WORK, system, measured, ...ratio, ...(system === holder && verdicts[figure]) };
    }),
  );
};
