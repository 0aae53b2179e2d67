import { type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { callAt, type Reply } from '@health-case/http/testing/client';
import { createTestDatabase } from '@health-case/storage-prisma/testing/postgres-databases';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { onTestFinished, vi } from 'vitest';

const apps = join(import.meta.dirname, '../../..');
const mainOf = (app: string): string => join(apps, app, 'src/main.ts');

/** Compiled code is kept between starts, as `npm start` does it; the cost is one that tests can bear. */
export const SURROUNDINGS = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: join(apps, '../node_modules/.cache/compiled'),
  BCRYPT_COST: '10',
};

/** The setting for a new store in a folder of its own. */
export const newStore = () => ({ DATABASE_URL: `file:${scratchFolder()}/health-case.db` });

/** The URL of a new database. It has a password, which the server does not ask for. */
export const newDatabaseUrl = async (): Promise<string> => {
  const { url, drop } = await createTestDatabase('nothing');
  onTestFinished(() => drop());
  return Object.assign(new URL(url), { password: 'hush' }).href;
};

export const MIA = { email: 'mia@example.org', password: 'vT9#mossy-lantern' };

type Environment = Readonly<Record<string, string>>;

type More = { readonly cwd?: string; readonly input?: string; readonly stdio?: StdioOptions };

/** Runs an app to its end. */
export const runProgram = (app: string, environment: Environment, args: readonly string[] = [], more: More = {}) => {
  const options = { env: { ...SURROUNDINGS, ...environment }, encoding: 'utf8', ...more } as const;
  const { status: exitCode, stdout, stderr } = spawnSync(process.execPath, [mainOf(app), ...args], options);
  return { exitCode, stdout, stderr };
};

/** Starts an app as `npm start` does, with nothing in its environment but what is given. */
export const startProgram = (app: string, environment: Environment, ...args: readonly string[]) => {
  const free = { LOGIN_FAILURES_PER_MINUTE: '0', PORT_A: '0', PORT_B: '0', PORT_PORTAL: '0', PORT: '0' };
  const child = spawn(process.execPath, [mainOf(app), ...args], { env: { ...SURROUNDINGS, ...free, ...environment } });
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
  const call = (variant: 'A' | 'B', endpoint: string, body?: object) => callAt(ports[variant] ?? 0, endpoint, body);
  /** Registers Mia at variant A. */
  const register = (facts: object = {}): Promise<Reply> =>
    call('A', 'POST /api/Auth/register', { firstName: 'Mia', lastName: 'Jansen', ...MIA, role: 'Par', ...facts });
  return { ...program, ports, call, register };
};
