import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from '../http.ts';
import { held, type Started } from '../processes.ts';
import type { Sample } from './sample.ts';
import { cpuSeconds, rssMegabytes } from './usage.ts';

export type Load = {
  /** The file of requests that `writeRequests` made. */
  readonly requests: string;
  readonly connections: number;
  readonly cpus: string;
  /** How many of the replies must be errors: none, or all of them. */
  readonly errorsExpected: boolean;
};

type Raw = { requests: number; microseconds: number; p50: number; p99: number; refused: number; broken: number };

const lua = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;

/** The requests as a table of Lua's. */
export const writeRequests = (file: string, requests: readonly Request[]): string => {
  const entries = requests.map(({ method = 'GET', path, headers = {}, body }) => {
    const pairs = Object.entries(headers).map(([name, value]) => `[${lua(name)}] = ${lua(value)}`);
    const rest = body === undefined ? '' : `, body = ${lua(body)}`;
    return `  { method = ${lua(method)}, path = ${lua(path)}, headers = { ${pairs.join(', ')} }${rest} },`;
  });
  writeFileSync(file, `return {\n${entries.join('\n')}\n}\n`);
  return file;
};

/** wrk's own words, from one connection each for so many clients. */
const runWrk = (port: number, { requests, connections, cpus }: Load, seconds: number): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, 'wrk.lua');
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script];
    const unique = `${process.pid}x${Date.now().toString(36)}x`;
    const args = ['-c', cpus, 'wrk', ...options, `http://127.0.0.1:${port}`, '--', requests, unique];
    const child = held(spawn('taskset', args, { stdio: ['ignore', 'pipe', 'pipe'] }));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk));
    child.once('error', reject);
    child.once('close', () => {
      const result = /^RESULT (.*)$/m.exec(said)?.[1];
      if (result) resolve(JSON.parse(result) as Raw);
      else reject(new Error(`wrk gave no result.\n${said}`));
    });
  });

/** One round of load on a server. Rejects if a reply was not of the expected kind: what is fast must also be right. */
export const applyLoad = async (server: Started, load: Load, seconds: number): Promise<Sample> => {
  const before = cpuSeconds(server.pid);
  const { requests, microseconds, p50, p99, refused, broken } = await runWrk(server.port, load, seconds);
  const during = cpuSeconds(server.pid) - before;
  const cpu = (await settled(server.pid)) - before;
  if (broken > 0 || refused !== (load.errorsExpected ? requests : 0)) {
    throw new Error(`Of ${requests} requests ${refused} were answered by an error and ${broken} not at all.`);
  }
  return {
    perSecond: requests / (microseconds / 1e6),
    p50: p50 / 1000,
    p99: p99 / 1000,
    cpuMicroseconds: requests > 0 ? (cpu * 1e6) / requests : 0,
    busy: during / (microseconds / 1e6),
    rss: rssMegabytes(server.pid),
  };
};

const MOST_ROUNDS_OF_WAITING = 60;

/** What a server puts off until later counts as well, and must not run while another one is measured. */
const settled = async (pid: number): Promise<number> => {
  let [last, quiet] = [cpuSeconds(pid), 0];
  for (let waited = 0; waited < MOST_ROUNDS_OF_WAITING && quiet < 2; waited += 1) {
    await sleep(50);
    const now = cpuSeconds(pid);
    quiet = now - last < 0.015 ? quiet + 1 : 0;
    last = now;
  }
  return last;
};
