import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf, startProgram } from '@health-case/harness/processes';
import type { Run, Server } from './servers.ts';

/** `%N%` in a body stands for a number that is used once. */
export type Request = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Requests of one kind, and their share of all. Each is as likely as the others. */
export type Requests = { readonly share?: number; readonly requests: readonly Request[] };

/** Processor time of the threads that run now. */
const cpuSeconds = (pids: readonly number[]): number =>
  pids
    .flatMap((pid) => globSync(`/proc/${pid}/task/*/schedstat`))
    .map((file) => Number(readFileSync(file, 'utf8').split(' ')[0]))
    .reduce((sum, nanoseconds) => sum + nanoseconds / 1e9, 0);

export const megabytesOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + memoryOf(pid), 0) / 2 ** 20;

const lua = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;

const luaOf = ({ method = 'GET', path, headers = {}, body }: Request): string => {
  const pairs = Object.entries(headers).map(([name, value]) => `[${lua(name)}] = ${lua(value)}`);
  const rest = body === undefined ? '' : `, body = ${lua(body)}`;
  return `{ method = ${lua(method)}, path = ${lua(path)}, headers = { ${pairs.join(', ')} }${rest} },`;
};

/** Writes the requests as a table of Lua, of which wrk.lua picks at random. */
export const writeRequests = (file: string, groups: readonly Requests[]): string => {
  const entries = groups.map(
    ({ share = 1, requests }) => `{ share = ${share}, requests = {\n${requests.map(luaOf).join('\n')}\n} },`,
  );
  writeFileSync(file, `return {\n${entries.join('\n')}\n}\n`);
  return file;
};

export type Load = {
  readonly requests: string;
  readonly connections: number;
  /** Two rounds with one seed pick the same requests. */
  readonly seed: number;
  /** How many replies must be errors. `some` may be: a server that has too many writes to do refuses some. */
  readonly errors?: 'all' | 'some' | undefined;
};

/** What wrk.lua prints. Times are in microseconds. */
type Result = Readonly<Record<'requests' | 'microseconds' | 'p50' | 'p99' | 'refused' | 'broken', number>>;

export const runWrk = async (run: Run, ports: Server['ports'], load: Load, seconds: number): Promise<Result> => {
  const { requests, connections, seed } = load;
  const script = join(import.meta.dirname, 'wrk.lua');
  const options = [`-t${ports.length}`, `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script];
  const unique = `${process.pid}x${Date.now().toString(36)}x`;
  const to = [`http://127.0.0.1:${ports[0]}`, '--', requests, unique, String(seed), ...ports.map(String)];
  const command = ['taskset', '-c', run.cores.load, 'wrk', ...options, ...to];
  const { exitCode, output } = startProgram(run.harness, { command, env: {} });
  await exitCode;
  const result = /^RESULT (.*)$/m.exec(output())?.[1];
  if (!result) throw new Error(`wrk printed no result.\n${output()}`);
  return JSON.parse(result) as Result;
};

export type Sample = Awaited<ReturnType<typeof applyLoad>>;

/** One round of load on a server. Throws if a reply is of the wrong kind or does not come. */
export const applyLoad = async (run: Run, { pids, ports, longestTurns }: Server, load: Load, seconds: number) => {
  const before = cpuSeconds(pids);
  await longestTurns();
  const { requests, microseconds, p50, p99, refused, broken } = await runWrk(run, ports, load, seconds);
  const during = cpuSeconds(pids) - before;
  const cpu = (await settledCpu(pids)) - before;
  const isWrong = load.errors !== 'some' && refused !== (load.errors === 'all' ? requests : 0);
  if (broken > 0 || isWrong) {
    throw new Error(`Of ${requests} requests ${refused} were answered by an error and ${broken} not at all.`);
  }
  const turns = await longestTurns();
  const wanted = load.errors === 'all' ? requests : requests - refused;
  return {
    perSecond: wanted / (microseconds / 1e6),
    /** The share of the requests that were refused, and that `perSecond` leaves out. */
    refused: requests > 0 ? 1 - wanted / requests : 0,
    /** Latencies in milliseconds. */
    p50: p50 / 1000,
    p99: p99 / 1000,
    longestTurn: Math.max(...turns.map(([longest]) => longest)),
    ownTurn: Math.max(...turns.map(([, own]) => own)),
    cpuMicroseconds: requests > 0 ? (cpu * 1e6) / requests : 0,
    /** How many cores the server used. */
    busy: during / (microseconds / 1e6),
    rss: megabytesOf(pids),
  };
};

/** Processor time once the server rests, at most 3 s later: work that it puts off must not run in another's round. */
const settledCpu = async (pids: readonly number[]): Promise<number> => {
  let [last, quiet] = [cpuSeconds(pids), 0];
  for (let waited = 0; waited < 60 && quiet < 2; waited += 1) {
    await sleep(50);
    const now = cpuSeconds(pids);
    quiet = now - last < 0.015 ? quiet + 1 : 0;
    last = now;
  }
  return last;
};
