import { join } from 'node:path';
import { freePort } from '../../../packages/storage-prisma/testing/free-port.ts';
import type { Client } from '../../harness/src/client.ts';
import type { Harness } from '../../harness/src/harness.ts';
import { waitUntil } from '../../harness/src/load.ts';
import { type Environment, type Running, root, startProgram } from '../../harness/src/processes.ts';
import type { Cores } from './machine.ts';
import { SMALL } from './sizes.ts';
import { copyFor } from './stores.ts';

/** One run of the benchmark, the same for every scenario. */
export type Run = {
  readonly harness: Harness;
  readonly client: Client;
  readonly quick: boolean;
  readonly cores: Cores;
  /** For the copies of the stores; removed at the end. */
  readonly folder: string;
  readonly rounds: number;
  /** How long a round of load is, and the warm-up before the first. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Options of Node for the service. */
  readonly serviceOptions: readonly string[];
};

/** A system as a scenario measures it: the service, a limit, or a rival. */
export type System = { readonly name: string; readonly start: (run: Run) => Promise<Server> };

export type Server = {
  readonly pid: number;
  readonly port: number;
  readonly stop: () => Promise<void>;
};

/** The message is one sentence, with what the program wrote. */
class DidNotStart extends Error {}

/** Node on the core of the servers. Settings of a service that somebody works with do not reach it. */
export const launch = async (
  run: Run,
  args: readonly string[],
  env: Environment,
): Promise<Running & { port: number }> => {
  const port = await freePort();
  const command = ['taskset', '-c', run.cores.server, process.execPath, ...args];
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const common = { NODE_COMPILE_CACHE, TZ: 'UTC', NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port) };
  return { ...startProgram(run.harness, { command, env: { ...common, ...env } }), port };
};

/** Starts a program and waits until it answers any request. */
const start = async (run: Run, name: string, args: readonly string[], env: Environment): Promise<Server> => {
  const { child, port, kill, output } = await launch(run, args, env);
  const answers = (): Promise<boolean> =>
    run.client(port, { path: '/healthz' }).then(
      () => true,
      () => false,
    );
  await waitUntil(async () => child.exitCode !== null || (await answers()), 30_000, `The start of ${name}`);
  if (child.exitCode !== null) throw new DidNotStart(`${name} did not start. ${output().trim()}`);
  return { pid: child.pid as number, port, stop: () => kill('SIGTERM') };
};

/** The key of every store of the benchmark. */
export const SECRET_KEY = Buffer.alloc(32, 'bench');

/** The settings of the service: those of its README, without the limits, as the load comes from one address. */
export const settings = (DATABASE_URL: string): Environment => ({
  DATABASE_URL,
  LOG_LEVEL: 'warn',
  BCRYPT_COST: '10',
  LOGIN_FAILURES_PER_MINUTE: '0',
  REGISTRATIONS_PER_MINUTE: '0',
  CALLS_PER_MINUTE: '0',
  SECRET_KEY: SECRET_KEY.toString('base64'),
});

export const programOf = (app: 'variant-a' | 'variant-b' | 'operator' | 'migrate'): string =>
  join(root, 'apps', app, 'src/main.ts');

/** A variant of the service over a store that exists. */
export const startService = (run: Run, url: string, variant: 'a' | 'b' = 'a'): Promise<Server> =>
  start(run, 'service', [...run.serviceOptions, programOf(`variant-${variant}`)], settings(url));

/** The service over a copy of the store. */
export const service = (variant: 'a' | 'b'): System => ({
  name: 'service',
  start: async (run) => startService(run, `file:${await copyFor(run, 'service', SMALL)}`, variant),
});

const bench = join(import.meta.dirname, '..');

/** The program of a limit or a rival, in the folder of the benchmark. */
export const startOther = (run: Run, name: string, file: string, env: Environment): Promise<Server> =>
  start(run, name, [join(bench, file)], env);

/** A limit or a rival over a copy of the store. */
const overSqlite = (name: string, file: string): System => ({
  name,
  start: async (run) => startOther(run, name, file, { DATABASE_FILE: await copyFor(run, name, SMALL) }),
});

export const L0 = overSqlite('L0 node:http', 'limits/l0-constant.ts');
export const L1 = overSqlite('L1 node:http + SQLite', 'limits/l1-sqlite.ts');
export const L3 = overSqlite('L3 node:http + bcrypt', 'limits/l3-bcrypt.ts');
export const L4 = overSqlite('L4 one buffer', 'limits/l4-buffer.ts');
export const honoPrisma = overSqlite('N Hono + Prisma', 'rivals/hono-prisma.ts');
export const fastifyKysely = overSqlite('Fastify + Kysely', 'rivals/fastify-kysely.ts');
