import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@health-case/harness/client';
import type { Harness } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
import { type Environment, type Running, startProgram } from '@health-case/harness/processes';
import { freePort } from '@health-case/storage-prisma/testing/free-port';
import { type Cores, Stop } from './machine.ts';

/** One run of the benchmark, the same for every scenario. */
export type Run = {
  readonly harness: Harness;
  readonly client: Client;
  /** The checkout whose service is measured. */
  readonly root: string;
  readonly cores: Cores;
  /** For the stores; removed at the end. */
  readonly folder: string;
  readonly rounds: number;
  /** How long a round of load is, and the warm-up before the first for each process. */
  readonly seconds: number;
  /** Of the store that has many of each. */
  readonly manyRows: number;
};

/** `own`: without the time for which it waited for a core. */
type Turn = readonly [longest: number, own: number];

/** One process of a system, or several over one database. */
export type Server = {
  readonly pids: readonly number[];
  readonly ports: readonly [number, ...number[]];
  /** The longest turn of the event loop of each process since it was asked for last, in milliseconds. */
  readonly longestTurns: () => Promise<readonly Turn[]>;
  readonly stop: () => Promise<void>;
};

const LONGEST_TURN = join(import.meta.dirname, 'longest-turn.ts');

const longestTurnOf = async (pid: number, file: string): Promise<Turn> => {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  await waitUntil(async () => existsSync(file), 10_000, 'The longest turn of a server');
  return JSON.parse(readFileSync(file, 'utf8')) as Turn;
};

/** Node on the core of the servers. Settings of a service that somebody works with do not reach it. */
export const launch = async (
  run: Run,
  args: readonly string[],
  env: Environment,
): Promise<Running & { port: number }> => {
  const port = await freePort();
  const command = ['taskset', '-c', run.cores.server, process.execPath, ...args];
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const common = {
    NODE_COMPILE_CACHE,
    TZ: 'UTC',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PORT_B: String(port),
  };
  return { ...startProgram(run.harness, { command, env: { ...common, ...env } }), port };
};

let servers = 0;

/** Starts a program and waits until it answers any request. */
const start = async (run: Run, args: readonly string[], env: Environment): Promise<Server> => {
  servers += 1;
  const turns = join(run.folder, `longest-turn-${servers}`);
  const measured = ['--import', LONGEST_TURN, ...args];
  const { child, port, kill, output, exitCode, wasKilled } = await launch(run, measured, {
    ...env,
    LONGEST_TURN: turns,
  });
  const answers = (): Promise<boolean> => run.client(port, { path: '/healthz' }).then(Boolean, () => false);
  await waitUntil(async () => child.exitCode !== null || (await answers()), 30_000, `The start of ${args.at(-1)}`);
  if (child.exitCode !== null) throw new Stop(1, `${args.at(-1)} did not start. ${output().trim()}`);
  void exitCode.then(() => wasKilled() || process.stderr.write(`${args.at(-1)} ended. ${output()}`));
  const pid = child.pid as number;
  return {
    pids: [pid],
    ports: [port],
    longestTurns: async () => [await longestTurnOf(pid, turns)],
    stop: () => kill('SIGTERM'),
  };
};

/** Stops each process for most of each tenth of a second, so that it gets no more than so much of a core. */
export const capCores = ({ harness }: Run, { pids }: Server, percent: number): void => {
  for (const pid of pids) {
    startProgram(harness, { command: ['cpulimit', '-z', '-l', `${percent}`, '-p', `${pid}`], env: {} });
  }
};

/** The settings of the service: those of its README, without the limits, as the load comes from one address. */
export const settings = (DATABASE_URL: string): Environment => ({
  DATABASE_URL,
  LOG_LEVEL: 'warn',
  BCRYPT_COST: '10',
  LOGIN_FAILURES_PER_MINUTE: '0',
  REGISTRATIONS_PER_MINUTE: '0',
  CALLS_PER_MINUTE: '0',
  KEEP_ALIVE_SECONDS: '600',
  SECRET_KEY: Buffer.alloc(32, 'bench').toString('base64'),
});

export const programOf = (run: Run, app: 'variant-a' | 'variant-b' | 'together' | 'portal' | 'migrate'): string =>
  join(run.root, 'apps', app, 'src/main.ts');

/** A variant of the service over a store that exists. The options are those of Node. */
export const startService = (run: Run, url: string, variant: 'a' | 'b' = 'a', options: readonly string[] = []) =>
  start(run, [...options, programOf(run, `variant-${variant}`)], settings(url));

export const startPortal = (run: Run, url: string) => start(run, [programOf(run, 'portal')], settings(url));

/** Both variants, of which B is called, and the portal in one process. */
export const startTogether = (run: Run, url: string, portal: number) =>
  start(run, [programOf(run, 'together')], { ...settings(url), PORT_A: '0', PORT_PORTAL: String(portal) });

export const startLimit = (run: Run, name: string, env: Environment = {}): Promise<Server> =>
  start(run, [join(import.meta.dirname, '../limits', `${name}.ts`)], env);

/** Several processes of a system as one. */
export const startAll = async (count: number, startOne: () => Promise<Server>): Promise<Server> => {
  const servers: Server[] = [];
  // One after the other: the first prepares the store.
  for (let n = 0; n < count; n += 1) servers.push(await startOne());
  return {
    pids: servers.flatMap(({ pids }) => pids),
    ports: servers.flatMap(({ ports }) => ports) as unknown as Server['ports'],
    longestTurns: async () => (await Promise.all(servers.map((server) => server.longestTurns()))).flat(),
    stop: async () => void (await Promise.all(servers.map(({ stop }) => stop()))),
  };
};
