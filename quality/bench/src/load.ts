import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../harness/src/load.ts';
import { memoryOf, startProgram } from '../../harness/src/processes.ts';
import type { Run, Server } from './servers.ts';

/** `%N%` in a body stands for a number that is used once. */
export type Request = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** One round of one system. Latencies in milliseconds, memory in megabytes. */
export type Sample = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server per request. */
  readonly cpuMicroseconds: number;
  /** The share of its core that the server used. Near 1, the server was the bottleneck. */
  readonly busy: number;
  readonly rss: number;
};

/** The median of the rounds, figure by figure, and the lowest and the highest rate. */
export type Summary = Sample & { readonly least: number; readonly most: number };

export const summarise = (samples: readonly Sample[]): Summary => {
  const of = (figure: keyof Sample): number => median(samples.map((sample) => sample[figure]));
  const rates = samples.map(({ perSecond }) => perSecond);
  return {
    perSecond: of('perSecond'),
    least: Math.min(...rates),
    most: Math.max(...rates),
    p50: of('p50'),
    p99: of('p99'),
    cpuMicroseconds: of('cpuMicroseconds'),
    busy: of('busy'),
    rss: of('rss'),
  };
};

/** Processor time of the threads that run now. */
export const cpuSeconds = (pid: number): number =>
  globSync(`/proc/${pid}/task/*/schedstat`)
    .map((file) => Number(readFileSync(file, 'utf8').split(' ')[0]))
    .reduce((sum, nanoseconds) => sum + nanoseconds / 1e9, 0);

const lua = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;

/** Writes the requests as a table of Lua, which wrk.lua sends in turn. */
export const writeRequests = (file: string, requests: readonly Request[]): string => {
  const entries = requests.map(({ method = 'GET', path, headers = {}, body }) => {
    const pairs = Object.entries(headers).map(([name, value]) => `[${lua(name)}] = ${lua(value)}`);
    const rest = body === undefined ? '' : `, body = ${lua(body)}`;
    return `  { method = ${lua(method)}, path = ${lua(path)}, headers = { ${pairs.join(', ')} }${rest} },`;
  });
  writeFileSync(file, `return {\n${entries.join('\n')}\n}\n`);
  return file;
};

type Load = {
  /** A file that `writeRequests` wrote. */
  readonly requests: string;
  readonly connections: number;
  /** Whether all replies must be errors; otherwise none may be. */
  readonly errorsExpected?: boolean | undefined;
};

type Result = { requests: number; microseconds: number; p50: number; p99: number; refused: number; broken: number };

const runWrk = async (run: Run, port: number, { requests, connections }: Load, seconds: number): Promise<Result> => {
  const script = join(import.meta.dirname, 'wrk.lua');
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script];
  const unique = `${process.pid}x${Date.now().toString(36)}x`;
  const to = [`http://127.0.0.1:${port}`, '--', requests, unique];
  const wrk = startProgram(run.harness, {
    command: ['taskset', '-c', run.cores.load, 'wrk', ...options, ...to],
    env: {},
  });
  await wrk.exitCode;
  const result = /^RESULT (.*)$/m.exec(wrk.output())?.[1];
  if (!result) throw new Error(`wrk printed no result.\n${wrk.output()}`);
  return JSON.parse(result) as Result;
};

/** One round of load on a server. Throws if a reply is of the wrong kind or does not come. */
export const applyLoad = async (run: Run, { pid, port }: Server, load: Load, seconds: number): Promise<Sample> => {
  const before = cpuSeconds(pid);
  const { requests, microseconds, p50, p99, refused, broken } = await runWrk(run, port, load, seconds);
  const during = cpuSeconds(pid) - before;
  const cpu = (await settledCpu(pid)) - before;
  if (broken > 0 || refused !== (load.errorsExpected ? requests : 0)) {
    throw new Error(`Of ${requests} requests ${refused} were answered by an error and ${broken} not at all.`);
  }
  return {
    perSecond: requests / (microseconds / 1e6),
    p50: p50 / 1000,
    p99: p99 / 1000,
    cpuMicroseconds: requests > 0 ? (cpu * 1e6) / requests : 0,
    busy: during / (microseconds / 1e6),
    rss: memoryOf(pid) / 2 ** 20,
  };
};

/** Processor time once the server rests, at most 3 s later: work that it puts off counts, and must not run in another's round. */
const settledCpu = async (pid: number): Promise<number> => {
  let [last, quiet] = [cpuSeconds(pid), 0];
  for (let waited = 0; waited < 60 && quiet < 2; waited += 1) {
    await sleep(50);
    const now = cpuSeconds(pid);
    quiet = now - last < 0.015 ? quiet + 1 : 0;
    last = now;
  }
  return last;
};
