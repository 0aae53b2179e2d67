import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, percentile } from '../../../harness/src/load.ts';
import { inTurn } from '../compare.ts';
import { exactCpuSeconds, megabytesOf } from '../load.ts';
import { type Execution, startOnce } from '../scenarios/process-start.ts';
import { bearer, type Size } from '../sizes.ts';
import { bytesOf, openConnection, readDoctors } from '../sockets.ts';
import { copyFor, touchSessions } from '../stores.ts';
import { launch, programOf, type Run, type Server, settings, startService } from '../systems.ts';
import type { Asked, Call } from './operations.ts';

export type GrowthRun = Run & { readonly sizes: readonly Size[] };

/** What an operation costs in a store of one size. Times in milliseconds, memory in megabytes. */
export type Point = {
  readonly rows: number;
  readonly times: { readonly median: number; readonly p99: number; readonly firstByte?: number; readonly cpu?: number };
  readonly memory: number;
  readonly done: number;
};

/** An operation, which `measure` does in a store of each size. */
export type Operation = {
  readonly id: string;
  readonly title: string;
  /** When the memory is measured. */
  readonly memoryAt: 'at the first reply' | 'after the requests' | 'at its highest';
  readonly measure: (run: GrowthRun) => Promise<readonly Point[]>;
};

type Entrant = { readonly size: Size; readonly file: string; readonly server: Server; times: number[]; cpu: number };

const storeFor = (run: GrowthRun, size: Size, sessions: readonly number[]): Promise<string> =>
  copyFor(run, `service-${size.name}`, size, [0, ...sessions]);

/** Longer than half a second, after which the service writes the records of what was read. */
const PUT_OFF = 700;

/** Starts a service over a store of each size and measures `ask` in turn; each call of it appends to `times`. */
const measureServices = async (
  run: GrowthRun,
  rounds: number,
  sessions: (size: Size) => readonly number[],
  ask: (entrant: Entrant, isWarmUp: boolean) => Promise<void>,
  cached = false,
): Promise<readonly Entrant[]> => {
  const entrants: Entrant[] = [];
  for (const size of run.sizes) {
    const file = await storeFor(run, size, sessions(size));
    entrants.push({ size, file, server: await startService(run, `file:${file}`), times: [], cpu: 0 });
  }
  for (const entrant of entrants) await ask(entrant, true);
  const measured = async (entrant: Entrant): Promise<void> => {
    // A commit of another connection, at which the service drops its cache. For a minute no use of a session is written.
    if (!cached) touchSessions(entrant.file, [0, ...sessions(entrant.size)]);
    const before = exactCpuSeconds(entrant.server.pid);
    await ask(entrant, false);
    await sleep(PUT_OFF);
    entrant.cpu += exactCpuSeconds(entrant.server.pid) - before;
  };
  for (const entrant of entrants) entrant.times = [];
  await inTurn(entrants, rounds, measured);
  return entrants;
};

const finish = async (entrants: readonly Entrant[], what?: 'VmHWM'): Promise<readonly Point[]> => {
  const points = entrants.map(({ size, server, times, cpu }) => ({
    rows: size.rows,
    times: { median: median(times), p99: percentile(times, 0.99), cpu: (cpu * 1000) / times.length },
    memory: megabytesOf(server.pid, what),
    done: times.length,
  }));
  await Promise.all(entrants.map(({ server }) => server.stop()));
  return points;
};

/** A call, one after another on one connection. */
export const called = ({ id, title, perRound, warmUp, subjects, request }: Call): Operation => ({
  id,
  title,
  memoryAt: 'after the requests',
  measure: async (run) => {
    const asked = new Map<Size, number>();
    const ask = async ({ size, server, times }: Entrant, isWarmUp: boolean): Promise<void> => {
      const [all, first] = [subjects(size), asked.get(size) ?? 0];
      const last = first + (isWarmUp && !run.quick ? warmUp : perRound);
      asked.set(size, last);
      let connection = await openConnection(server.port);
      // The first requests after a pause are slow, whatever they are.
      for (let n = 0; n < 3; n += 1) await connection.ask(bytesOf({ path: '/healthz' }));
      for (let n = first; n < last; n += 1) {
        times.push(await connection.ask(bytesOfAsked(request(all[n % all.length] as number, size), n)));
        // The service closes a connection after a thousand requests.
        if (n % 500 !== 499) continue;
        connection.close();
        connection = await openConnection(server.port);
      }
      connection.close();
    };
    const sessions = (size: Size): readonly number[] => subjects(size).flatMap((n) => request(n, size).session ?? []);
    const entrants = await measureServices(run, run.quick ? 8 : 50, sessions, ask);
    return finish(entrants);
  },
});

const bytesOfAsked = ({ method = 'GET', path, session, fields }: Asked, n: number): Buffer => {
  const headers = session === undefined ? {} : bearer(session);
  const body = fields ? { body: JSON.stringify(fields).replaceAll('%N%', String(n)) } : {};
  return bytesOf({ method, path, headers, ...body });
};

export const wholeList: Operation = {
  id: 'all-doctors',
  title: 'All doctors',
  memoryAt: 'at its highest',
  measure: async (run) => {
    const firstBytes = new Map<Size, number[]>(run.sizes.map((size) => [size, []]));
    const ask = async ({ size, server, times }: Entrant): Promise<void> => {
      const { firstByte, bytes, seconds } = await readDoctors(server.port, 60);
      // Names, an id and what is around them.
      if (bytes < size.rows * 70) throw new Error(`The list of ${size.rows} doctors ended after ${bytes} bytes.`);
      times.push(seconds * 1000);
      firstBytes.get(size)?.push(firstByte);
    };
    const entrants = await measureServices(run, run.quick ? 4 : 20, () => [0], ask, true);
    const points = await finish(entrants, 'VmHWM');
    return points.map(({ times, ...point }, nth) => {
      const firstByte = median(firstBytes.get(run.sizes[nth] as Size) ?? []);
      return { ...point, times: { ...times, firstByte } };
    });
  },
};

/** A process that ends: once without counting it, which compiles, and then in turn. */
const executed = (
  id: string,
  title: string,
  memoryAt: Operation['memoryAt'],
  execute: (run: Run, file: string) => Promise<Execution>,
): Operation => ({
  id,
  title,
  memoryAt,
  measure: async (run) => {
    const entrants: { size: Size; file: string; executions: Execution[] }[] = [];
    for (const size of run.sizes) entrants.push({ size, file: await storeFor(run, size, []), executions: [] });
    if (entrants[0]) await execute(run, entrants[0].file);
    await inTurn(entrants, run.quick ? 2 : 5, async ({ file, executions }) => {
      executions.push(await execute(run, file));
    });
    return entrants.map(({ size, executions }) => {
      const times = executions.map(({ milliseconds }) => milliseconds);
      const memory = median(executions.map(({ megabytes }) => megabytes));
      return {
        rows: size.rows,
        times: { median: median(times), p99: percentile(times, 0.99) },
        memory,
        done: times.length,
      };
    });
  },
});

/** One command of the operator, and the most memory that it had. */
const operate = async (run: Run, file: string, ...args: readonly string[]): Promise<Execution> => {
  const started = performance.now();
  const { child, output } = await launch(run, [programOf('operator'), ...args], settings(`file:${file}`));
  let megabytes = 0;
  const timer = setInterval(() => {
    if (child.exitCode === null) megabytes = Math.max(megabytes, megabytesOf(child.pid as number, 'VmHWM'));
  }, 10);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`The operator's ${args.join(' ')} failed. ${output()}`);
  return { milliseconds: performance.now() - started, megabytes };
};

export const PROCESSES: readonly Operation[] = [
  executed('process-start', 'Start of the process, to the first reply', 'at the first reply', startOnce),
  executed('back-up', 'Back up the store', 'at its highest', (run, file) => {
    const target = join(run.folder, 'back-up.db');
    rmSync(target, { force: true });
    return operate(run, file, 'store', 'back-up', target);
  }),
  executed('audit-verify', 'Verify the audit trail', 'at its highest', (run, file) =>
    operate(run, file, 'audit', 'verify'),
  ),
];
