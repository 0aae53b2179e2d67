import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Harness } from './harness.ts';
import { waitUntil } from './load.ts';

export const root = join(import.meta.dirname, '../../..');

export type Environment = Readonly<Record<string, string>>;

/** Free ports, the cheapest hash, long sessions, and no limits per address or account: all calls come from few. */
const SERVICE: Environment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  BCRYPT_COST: '10',
  SESSION_IDLE_MINUTES: '240',
  LOGIN_FAILURES_PER_MINUTE: '0',
  REGISTRATIONS_PER_MINUTE: '0',
  CALLS_PER_MINUTE: '0',
  PORT: '0',
  PORT_A: '0',
  PORT_B: '0',
  PORT_PORTAL: '0',
  LOG_LEVEL: 'error',
};

/** Children outlive their parent unless it kills them. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

type Program = { readonly command: readonly string[]; readonly env: Environment };
export type Running = ReturnType<typeof startProgram>;

/**
 * Starts a program, which is killed at the end of the run. It gets no other environment than `env` and PATH: settings
 * of a service that somebody works with do not reach it.
 */
export const startProgram = (harness: Harness, { command, env }: Program) => {
  const [file = '', ...args] = command;
  const surroundings = { PATH: process.env['PATH'] ?? '', ...env };
  const child = spawn(file, args, { env: surroundings, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  running.add(child);
  const exitCode = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  let killed = false;
  /** Resolves when the process has ended. */
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    killed = true;
    child.kill(signal);
    await exitCode;
  };
  harness.defer(() => kill());
  return { child, output: () => output, exitCode, kill, wasKilled: () => killed };
};

/** One variant of the service, as one process serves it. */
export type Instance = Running & { readonly variant: 'A' | 'B'; readonly port: number };

/** There is at least one. */
export type Instances = readonly [Instance, ...Instance[]];

export type App = 'together' | 'variant-a' | 'variant-b';

/** The service refused to start. `said` is what it wrote. */
export class DidNotStart extends Error {
  readonly said: string;
  constructor(app: string, said: string) {
    super(`${app} did not start: ${said}`);
    this.said = said;
  }
}

const STARTING = 120_000;

/**
 * Starts an app and waits until it serves; one instance for each variant that it has. `under` is a command that runs it
 * in the same process: a tracer, or one that sets its processors. Throws `DidNotStart`.
 */
export const startApp = async (
  harness: Harness,
  app: App,
  environment: Environment,
  under: readonly string[] = [],
): Promise<Instances> => {
  const { program, served } = await startServing(harness, app, environment, under);
  // Campaigns know the calls, not the pages.
  const variants = served.flatMap(({ variant, port }) => (variant === 'portal' ? [] : [{ ...program, variant, port }]));
  return variants as readonly Instance[] as Instances;
};

/** Starts the portal alone and waits until it serves. Throws `DidNotStart`. */
export const startPortal = async (harness: Harness, environment: Environment): Promise<Running & { port: number }> => {
  const { program, served } = await startServing(harness, 'portal', environment, []);
  return { ...program, port: served[0]?.port ?? 0 };
};

const startServing = async (
  harness: Harness,
  app: App | 'portal',
  environment: Environment,
  under: readonly string[],
) => {
  const command = [...under, process.execPath, join(root, 'apps', app, 'src/main.ts')];
  // The service logs at the level info where it serves.
  const program = startProgram(harness, { command, env: { ...SERVICE, LOG_LEVEL: 'info', ...environment } });
  const wanted = app === 'together' ? 3 : 1;
  const { child, output, exitCode, wasKilled } = program;
  await waitUntil(() => servedBy(output()).length === wanted || child.exitCode !== null, STARTING);
  if (child.exitCode !== null) await exitCode;
  const served = servedBy(output());
  if (served.length < wanted) throw new DidNotStart(app, output());
  void exitCode.then((code) => {
    if (!wasKilled()) harness.fail(`${app} ended with ${code ?? child.signalCode}: ${output().slice(-500)}`);
  });
  return { program, served };
};

const servedBy = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.includes('"msg":"Serving."') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { variant: 'A' | 'B' | 'portal'; url: string })
    .map(({ variant, url }) => ({ variant, port: Number(new URL(url).port) }));

/** As many processes of each variant, over one store. */
export const startProcesses = async (harness: Harness, environment: Environment, ofEach = 2): Promise<Instances> => {
  const apps = Array.from({ length: ofEach }, () => ['variant-a', 'variant-b'] as const).flat();
  return (await Promise.all(apps.map((app) => startApp(harness, app, environment)))).flat() as unknown as Instances;
};

/** Tells processes to stop: they write what was noted for the audit trail. One that does not end well is a failure. */
export const stopProcesses = async ({ fail }: Harness, processes: readonly Instance[]): Promise<void> => {
  await Promise.all(processes.map(({ kill }) => kill('SIGTERM')));
  for (const { child, output } of processes) {
    if (child.exitCode !== 0) fail(`A process ended with ${child.exitCode}: ${output().slice(-500)}`);
  }
};

export const startOperator = (harness: Harness, environment: Environment, ...args: string[]): Running => {
  const command = [process.execPath, join(root, 'apps/operator/src/main.ts'), ...args];
  return startProgram(harness, { command, env: { ...SERVICE, ...environment } });
};

/** Runs the operator's command line to its end, and resolves to its standard output. */
export const operate = async (harness: Harness, environment: Environment, ...args: string[]): Promise<string> => {
  const { exitCode, output } = startOperator(harness, environment, ...args);
  if ((await exitCode) !== 0) throw new Error(`operator ${args.join(' ')}: ${output()}`);
  return output();
};

/** What Linux tells of a process in a file under /proc; nothing if it has ended. */
export const told = (pid: number | undefined, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** Whether the process is there, and not only its exit code. */
export const isAlive = (pid: number | undefined): boolean => /^State:\s*[^Z\s]/m.test(told(pid, 'status'));

/** The process and all below it, the upper ones first. */
export const treeOf = (pid: number): readonly number[] => {
  const children = told(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(treeOf)];
};

/** One that has ended meanwhile is passed over. */
export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids.filter(isAlive)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
};

/** Resident memory in bytes; 0 where no /proc tells it. */
export const memoryOf = (pid: number | undefined): number =>
  1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(told(pid, 'status'))?.[1] ?? 0);
