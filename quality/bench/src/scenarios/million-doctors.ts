import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../../../harness/src/linux.ts';
import { median } from '../../../harness/src/load.ts';
import { inTurn, requireSameAnswers, say } from '../compare.ts';
import { megabytesOf } from '../load.ts';
import { LARGE } from '../sizes.ts';
import { ALL_DOCTORS, readDoctors, readDoctorsFor } from '../sockets.ts';
import { L4, L5, type Run, type Server, type System, service } from '../systems.ts';
import { atLeast, atMost, type Row, type Verdict } from '../table.ts';

const READERS = 8;

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
type Entrant = { readonly system: System; readonly server: Server; readonly rounds: Record<Figure, number>[] };

/** The longest stall of the event loop since the last call. */
const longestStall = async ({ child }: Server): Promise<number> => {
  child.send('tell');
  return (await once(child, 'message'))[0] as number;
};

/** Calls `measure` again and again until the work is done; resolves to the highest value. */
const highestDuring = async (work: Promise<unknown>, pause: number, measure: () => number | Promise<number>) => {
  let [highest, isDone] = [0, false];
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    highest = Math.max(highest, await measure());
    await sleep(pause);
  }
  return highest;
};

const oneRound = async ({ client }: Run, server: Server, seconds: number): Promise<Record<Figure, number>> => {
  const { pid, port } = server;
  const firsts = [];
  for (let n = 0; n < 5; n += 1) firsts.push((await readDoctors(port, 0.3)).firstByte);
  const cpuBefore = cpuSeconds(pid);
  const one = await readDoctorsFor(port, seconds);
  const cpu = ((cpuSeconds(pid) - cpuBefore) * 1000) / (one * seconds);

  const before = megabytesOf(pid);
  await longestStall(server);
  const reading = Promise.all(Array.from({ length: READERS }, () => readDoctorsFor(port, seconds)));
  const timeCheapRequest = async (): Promise<number> => {
    const started = performance.now();
    await client(port, { path: '/healthz' });
    return performance.now() - started;
  };
  const [highest, cheap, rates] = await Promise.all([
    highestDuring(reading, 25, () => megabytesOf(pid)),
    highestDuring(reading, 20, timeCheapRequest),
    reading,
  ]);
  const stall = await longestStall(server);
  const eight = rates.reduce((sum, rate) => sum + rate, 0);
  return { firstByte: median(firsts), one, cpu, eight, growth: Math.max(0, highest - before), stall, cheap };
};

/** A list that is too long for memory: how soon it begins, how fast it is sent, and what the process needs for it. */
export const millionDoctors = async (run: Run): Promise<readonly Row[]> => {
  say('Doctors, 1,000,000 …');
  const options = { size: LARGE, nodeOptions: ['--import', join(import.meta.dirname, '../stall-monitor.ts')] };
  const entrants: Entrant[] = [];
  try {
    for (const system of [service('a', options), L4(options), L5(options)]) {
      entrants.push({ system, server: await system.start(run, [0]), rounds: [] });
    }
    await requireSameAnswers({ requests: () => [ALL_DOCTORS] }, run, entrants);
    await inTurn(entrants, run.quick ? 2 : 5, async ({ server, rounds }) => {
      rounds.push(await oneRound(run, server, run.quick ? 1.5 : 10));
    });
  } finally {
    await Promise.all(entrants.map(({ server }) => server.stop()));
  }
  return rowsOf(entrants);
};

const rowsOf = (entrants: readonly Entrant[]): readonly Row[] => {
  const middle = (nth: number, figure: Figure): number =>
    median((entrants[nth]?.rounds ?? []).map((round) => round[figure]));
  // As everywhere in the table, the goal that names L4 stands on its row. The others stand on that of the service.
  const verdicts: Partial<Record<Figure, readonly [nth: number, Verdict]>> = {
    firstByte: [0, atMost(50, middle(0, 'firstByte'), 'ms')],
    one: [1, atLeast(0.7, middle(0, 'one') / middle(1, 'one'), 'L4')],
    growth: [0, atMost(64, middle(0, 'growth'), 'MB')],
    stall: [0, atMost(20, middle(0, 'stall'), 'ms')],
  };
  return (Object.keys(FIGURES) as Figure[]).flatMap((figure) =>
    entrants.map(({ system: { name }, rounds }, nth): Row => {
      const values = rounds.map((round) => round[figure]);
      const value = median(values);
      const measured = { value, unit: FIGURES[figure], least: Math.min(...values), most: Math.max(...values) };
      const [holder, verdict] = verdicts[figure] ?? [];
      const ratio = nth > 0 ? { ratio: middle(0, figure) / value } : {};
      return { work: 'Doctors, 1,000,000', system: name, measured, ...ratio, ...(holder === nth && verdict) };
    }),
  );
};
