import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Reply, send } from '@health-case/http/testing/client';
import { onTestFinished } from 'vitest';

const apps = join(import.meta.dirname, '../../..');

/** Compiled code is kept between starts, as `npm start` does it. */
export const SURROUNDINGS = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: join(apps, '../node_modules/.cache/compiled'),
};

export const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-process-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** The setting for a new store in a folder of its own. */
export const newStore = () => ({ DATABASE_URL: `file:${scratchFolder()}/health-case.db` });

export const MIA = { email: 'mia@example.org', password: 'vT9#mossy-lantern' };

/** Registers Mia at variant A. */
export const register = ({ ports }: Pick<Serving, 'ports'>, facts: object = {}): Promise<Reply> => {
  const body = { firstName: 'Mia', lastName: 'Jansen', ...MIA, role: 'Par', ...facts };
  return send(ports['A'] ?? 0, { method: 'POST', path: '/api/Auth/register', body });
};

/** Logs Mia in at variant A; resolves to the session. */
export const logIn = async ({ ports }: Pick<Serving, 'ports'>): Promise<string> => {
  const { content } = await send(ports['A'] ?? 0, { method: 'POST', path: '/api/Auth/login', body: MIA });
  return (content as { id: string }).id;
};

type Environment = Readonly<Record<string, string>>;

export type Program = {
  readonly child: ChildProcess;
  /** Standard output and standard error so far. */
  readonly output: () => string;
  readonly exitCode: Promise<number | null>;
};

/** Runs an app as `npm start` does, with nothing in its environment but what is given and a cost that tests can bear. */
export const startProgram = (app: 'together' | 'variant-a' | 'variant-b', environment: Environment): Program => {
  const env = {
    ...SURROUNDINGS,
    BCRYPT_COST: '10',
    LOGIN_FAILURES_PER_MINUTE: '0',
    PORT_A: '0',
    PORT_B: '0',
    PORT: '0',
    ...environment,
  };
  const child = spawn(process.execPath, [join(apps, app, 'src/main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exitCode;
  });
  return { child, output: () => Buffer.concat(chunks).toString(), exitCode };
};

export const stop = async ({ child, exitCode }: Program): Promise<number | null> => {
  child.kill('SIGTERM');
  return exitCode;
};

export type Serving = Program & {
  /** By the name of the variant. */
  readonly ports: Readonly<Record<string, number>>;
};

/** Runs an app until it says where it serves. */
export const startServing = (app: Parameters<typeof startProgram>[0], environment: Environment): Promise<Serving> =>
  untilServing(startProgram(app, environment), app === 'together' ? 2 : 1);

export const untilServing = async (program: Program, variants: number): Promise<Serving> => {
  const deadline = performance.now() + 40_000;
  for (;;) {
    const ports = portsIn(program.output());
    if (Object.keys(ports).length === variants) return { ...program, ports };
    if (program.child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`The program did not come to serve: ${program.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const portsIn = (output: string): Record<string, number> => {
  const lines = output.split('\n').filter((line) => line.includes('"msg":"Serving."') && line.endsWith('}'));
  const served = lines.map((line) => JSON.parse(line) as { variant: string; url: string });
  return Object.fromEntries(served.map(({ variant, url }) => [variant, Number(new URL(url).port)]));
};
