import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ground } from './ground.ts';

const root = join(import.meta.dirname, '../../../..');

export type App = 'together' | 'variant-a' | 'variant-b';
export type VariantName = 'A' | 'B';
export type Environment = Readonly<Record<string, string>>;

/** The least cost that the service takes, and no limits per address or account, since all calls come from few. */
const SURROUNDINGS = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  BCRYPT_COST: '10',
  LOGIN_FAILURES_PER_MINUTE: '0',
  REGISTRATIONS_PER_MINUTE: '0',
  CALLS_PER_MINUTE: '0',
  PORT: '0',
  PORT_A: '0',
  PORT_B: '0',
  LOG_LEVEL: 'error',
};

type Program = {
  readonly child: ChildProcess;
  /** Standard output and standard error so far, at most the last 100,000 characters. */
  readonly output: () => string;
  readonly exitCode: Promise<number | null>;
  /** Resolves once it is gone. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
};

export const scratchFolder = ({ ending }: Ground): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-campaign-'));
  ending.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

type How = {
  readonly args?: readonly string[];
  /** The command that runs it, in the same process: a tracer, for example. */
  readonly under?: readonly string[];
  /** Whether it may end by itself with code 1, which is how the service says that it cannot start. */
  readonly mayRefuse?: boolean;
};

/** Runs an app as its script in package.json does. It ends with the campaign. */
const startProgram = (ground: Ground, app: string, environment: Environment, how: How = {}): Program => {
  const env = { ...SURROUNDINGS, ...environment };
  const main = join(root, 'apps', app, 'src/main.ts');
  const [command = '', ...given] = [...(how.under ?? []), process.execPath, main, ...(how.args ?? [])];
  const child = spawn(command, given, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-100_000);
    });
  }
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  ground.children.add(child);
  void exitCode.then(() => ground.children.delete(child));
  let told = false;
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    told = true;
    child.kill(signal);
    await exitCode;
  };
  void exitCode.then((code) => {
    if (!told && code !== 0 && !(how.mayRefuse && code === 1))
      ground.wrong(`${app} ended by itself with ${code ?? child.signalCode}: ${said.slice(-500)}`);
  });
  ground.ending.defer(() => kill());
  return { child, output: () => said, exitCode, kill };
};

/** One variant of the service, as one process serves it. */
export type Instance = Program & { readonly variant: VariantName; readonly port: number };

const STARTING = 120_000;

/** Runs an app until it serves: an instance for each variant that it has. */
export const startApp = async (
  ground: Ground,
  app: App,
  environment: Environment,
  under: readonly string[] = [],
): Promise<readonly Instance[]> => {
  const { program, served } = await untilServed(ground, app, environment, { under });
  if (served.length === 0) throw new Error(`${app} did not come to serve: ${program.output()}`);
  return served;
};

/** As `startApp`, where it may come to nothing: then what it said. */
export const tryToStart = async (
  ground: Ground,
  app: App,
  environment: Environment,
  under: readonly string[],
): Promise<readonly Instance[] | string> => {
  const { program, served } = await untilServed(ground, app, environment, { under, mayRefuse: true });
  return served.length > 0 ? served : program.output();
};

const untilServed = async (
  ground: Ground,
  app: App,
  environment: Environment,
  how: How,
): Promise<{ readonly program: Program; readonly served: readonly Instance[] }> => {
  // Where it serves is told at the level info.
  const program = startProgram(ground, app, { LOG_LEVEL: 'info', ...environment }, how);
  const deadline = performance.now() + STARTING;
  for (;;) {
    const served = servedBy(program.output());
    if (served.length === (app === 'together' ? 2 : 1)) {
      return { program, served: served.map((one) => ({ ...program, ...one })) };
    }
    if (program.child.exitCode !== null) {
      await program.exitCode;
      return { program, served: [] };
    }
    if (performance.now() > deadline) throw new Error(`${app} neither serves nor ends: ${program.output()}`);
    await sleep(20);
  }
};

const servedBy = (output: string): readonly { variant: VariantName; port: number }[] =>
  output
    .split('\n')
    .filter((line) => line.includes('"msg":"Serving."') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { variant: VariantName; url: string })
    .map(({ variant, url }) => ({ variant, port: Number(new URL(url).port) }));

/** As many processes of each variant, over one store. */
export const startProcesses = async (
  ground: Ground,
  environment: Environment,
  ofEach = 2,
): Promise<readonly Instance[]> => {
  const apps = Array.from({ length: ofEach }, () => ['variant-a', 'variant-b'] as const).flat();
  return (await Promise.all(apps.map((app) => startApp(ground, app, environment)))).flat();
};

/** Runs the operator's command line to its end, and resolves to what it said on standard output. */
export const operate = async (ground: Ground, environment: Environment, ...args: string[]): Promise<string> => {
  const { exitCode, output } = startProgram(ground, 'operator', environment, { args });
  if ((await exitCode) !== 0) throw new Error(`operator ${args.join(' ')}: ${output()}`);
  return output();
};
