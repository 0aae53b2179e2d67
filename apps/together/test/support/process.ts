import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { callAt, type Reply } from '@health-case/http/testing/client';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { onTestFinished, vi } from 'vitest';

const apps = join(import.meta.dirname, '../../..');

/** Compiled code is kept between starts, as `npm start` does it. */
export const SURROUNDINGS = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: join(apps, '../node_modules/.cache/compiled'),
};

export { scratchFolder };

/** The setting for a new store in a folder of its own. */
export const newStore = () => ({ DATABASE_URL: `file:${scratchFolder()}/health-case.db` });

export const MIA = { email: 'mia@example.org', password: 'vT9#mossy-lantern' };

type Environment = Readonly<Record<string, string>>;

/** Runs an app to its end. */
export const runProgram = (app: string, env: Environment, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(apps, app, 'src/main.ts'), ...args], {
    env: { ...SURROUNDINGS, ...env },
  });

/** Runs an app as `npm start` does, with nothing in its environment but what is given and a cost that tests can bear. */
export const startProgram = (app: 'together' | 'variant-a' | 'variant-b', environment: Environment) => {
  const free = { PORT_A: '0', PORT_B: '0', PORT: '0' };
  const env = { ...SURROUNDINGS, BCRYPT_COST: '10', LOGIN_FAILURES_PER_MINUTE: '0', ...free, ...environment };
  const child: ChildProcess = spawn(process.execPath, [join(apps, app, 'src/main.ts')], { env });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
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
export const startServing = (app: Parameters<typeof startProgram>[0], environment: Environment) =>
  untilServing(startProgram(app, environment), app === 'together' ? 2 : 1);

export const untilServing = async (program: Program, variants: number) => {
  const served = () => program.lines().filter(({ msg }) => msg === 'Serving.');
  await vi.waitUntil(() => served().length === variants || program.child.exitCode !== null, {
    timeout: 40_000,
    interval: 20,
  });
  const urls = served().map(({ variant, url }) => [variant, Number(new URL(String(url)).port)] as const);
  if (urls.length < variants) throw new Error(`The program did not come to serve: ${program.output()}`);
  /** By the name of the variant. */
  const ports: Readonly<Record<string, number>> = Object.fromEntries(urls);
  const call = (variant: 'A' | 'B', endpoint: string, body?: object) => callAt(ports[variant] ?? 0, endpoint, body);
  /** Registers Mia at variant A. */
  const register = (facts: object = {}): Promise<Reply> =>
    call('A', 'POST /api/Auth/register', { firstName: 'Mia', lastName: 'Jansen', ...MIA, role: 'Par', ...facts });
  return { ...program, ports, call, register };
};
