import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './http.ts';

/** A program that serves, on the core that is the servers'. */
export type Program = {
  readonly name: string;
  /** What Node is given: options of its own, the file, arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cpus: string;
};

export type Started = {
  readonly pid: number;
  readonly port: number;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
};

/** It ended before it served. */
export class DidNotStart extends Error {}

const running = new Set<ChildProcess>();
const PATIENCE = 30_000;

/** Ends what still runs, at once. For the end of the run, however it comes. */
export const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** Keeps hold of a process, so that it ends with the run. */
export const held = (child: ChildProcess): ChildProcess => {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
};

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

/** What a program inherits of this one's environment; settings of a service that someone works with do not reach it. */
const inherited = (): Record<string, string | undefined> => {
  const { PATH, HOME, NODE_COMPILE_CACHE, TMPDIR } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE, TMPDIR, TZ: 'UTC', NODE_ENV: 'production', HOST: '127.0.0.1' };
};

/** Starts it without waiting. */
export const launch = async ({ args, env, cpus }: Program): Promise<{ child: ChildProcess; port: number }> => {
  const port = await freePort();
  const child = spawn('taskset', ['-c', cpus, process.execPath, ...args], {
    env: { ...inherited(), ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return { child: held(child), port };
};

/** Starts it and waits until it answers anything at all. */
export const start = async (program: Program): Promise<Started> => {
  const { child, port } = await launch(program);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-4000);
  });
  const deadline = Date.now() + PATIENCE;
  while (!(await answers(port))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new DidNotStart(`${program.name} did not start. ${said.trim()}`);
    }
    await sleep(10);
  }
  return { pid: child.pid as number, port, child, stop: () => stop(child) };
};

const answers = async (port: number): Promise<boolean> => {
  try {
    await request(port, { path: '/healthz' });
    return true;
  } catch {
    return false;
  }
};

export const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), 5000);
  await exited;
  clearTimeout(forced);
};
