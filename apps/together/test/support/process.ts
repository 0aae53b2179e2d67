import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { callAt, type Reply } from '@health-case/http/testing/client';
import { createTestDatabase } from '@health-case/storage-prisma/testing/postgres-databases';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { onTestFinished, vi } from 'vitest';
import { type Done, runInThread } from './run-in-thread.ts';

const apps = join(import.meta.dirname, '../../..');
const mainOf = (app: string): string => join(apps, app, 'src/main.ts');

/** Compiled code is kept between starts, as `npm start` does it; the cost is one that tests can bear. */
export const SURROUNDINGS = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: join(apps, '../node_modules/.cache/compiled'),
  BCRYPT_COST: '10',
};

/** Free ports, and logins that nothing limits. */
export const FREE = { LOGIN_FAILURES_PER_MINUTE: '0', PORT_A: '0', PORT_B: '0', PORT_PORTAL: '0', PORT: '0' };

/** The setting for a new store in a folder of its own. */
export const newStore = () => ({ DATABASE_URL: `file:${scratchFolder()}/health-case.db` });

/** The URL of a new database. It has a password, which the server does not ask for. */
export const newDatabaseUrl = async (): Promise<string> => {
  const { url, drop } = await createTestDatabase('nothing');
  onTestFinished(() => drop());
  return Object.assign(new URL(url), { password: 'hush' }).href;
};

/** The environment of processes that share a new database on PostgreSQL. */
export const newDatabase = async () => ({
  DATABASE_URL: await newDatabaseUrl(),
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
});

export const MIA = { email: 'mia@example.org', password: 'vT9#mossy-lantern' };

type Environment = Readonly<Record<string, string>>;

/** Runs an app to its end, in a thread that has loaded most of it before. */
export const runProgram = (
  app: string,
  environment: Environment,
  args: readonly string[] = [],
  input = '',
): Promise<Done> =>
  runInThread({ program: mainOf(app), args, input, environment: { ...SURROUNDINGS, ...environment } });

/** Runs an app to its end, as a process of its own. */
export const spawnProgram = (
  app: string,
  environment: Environment,
  args: readonly string[],
  more: SpawnSyncOptions,
) => {
  const options = { env: { ...SURROUNDINGS, ...environment }, ...more, encoding: 'utf8' } as const;
  const { status: exitCode, stdout, stderr } = spawnSync(process.execPath, [mainOf(app), ...args], options);
  return { exitCode, stdout, stderr };
};

/** Starts an app as `npm start` does, with nothing in its environment but what is given. */
export const startProgram = (app: string, environment: Environment, ...args: readonly string[]) => {
  const child = spawn(process.execPath, [mainOf(app), ...args], { env: { ...SURROUNDINGS, ...FREE, ...environment } });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  const output = (): string => Buffer.concat(chunks).toString();
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    child.kill(signal);
    return exitCode;
  };
  onTestFinished(async () => void (await stop('SIGKILL')));
  const lines = (): readonly Record<string, unknown>[] =>
    output()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line));
  return { child, exitCode, output, lines, stop };
};

export type Program = ReturnType<typeof startProgram>;

/** Runs an app until it says where it serves. */
export const startServing = (app: 'together' | 'variant-a' | 'variant-b', environment: Environment) =>
  untilServing(startProgram(app, environment), app === 'together' ? 3 : 1);

export const untilServing = async (program: Program, servers: number) => {
  const served = () => program.lines().filter(({ msg }) => msg === 'Serving.');
  await vi.waitUntil(() => served().length === servers || program.child.exitCode !== null, {
    timeout: 240_000,
    interval: 20,
  });
  const urls = served().map(({ variant, url }) => [variant, Number(new URL(String(url)).port)] as const);
  if (urls.length < servers) throw new Error(`The program did not come to serve: ${program.output()}`);
  /** By the name of the variant. */
  const ports: Readonly<Record<string, number>> = Object.fromEntries(urls);
  return { ...program, ports, ...callsOn(ports) };
};

export const callsOn = (ports: Readonly<Record<string, number>>) => {
  const call = (variant: 'A' | 'B', endpoint: string, body?: object) => callAt(ports[variant] ?? 0, endpoint, body);
  const register = (facts: object = {}): Promise<Reply> =>
    call('A', 'POST /api/Auth/register', { firstName: 'Mia', lastName: 'Jansen', ...MIA, role: 'Par', ...facts });
  return { call, register };
};
