import { Readable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import type { Command, Done } from './run-in-thread.ts';

/*
 * Runs programs again and again, each as a process would that has nothing else to do, but for loading its modules each
 * time. Each run has its own arguments, environment and streams.
 */

class Exited extends Error {}

Object.assign(process, {
  // A thread may not set what belongs to the process.
  umask: () => 0o077,
  exit: (exitCode = process.exitCode) => {
    process.exitCode = exitCode;
    throw new Exited();
  },
});

let runs = 0;
const run = async ({ program, args, environment, input = '' }: Command): Promise<Done> => {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    const write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      printed[name] += Buffer.from(chunk as string).toString();
      const done = rest.at(-1);
      if (typeof done === 'function') queueMicrotask(() => done());
      return true;
    };
    Object.assign(process[name], { write });
  }
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  process.argv = [process.execPath, program, ...args];
  process.env = { ...environment };
  process.exitCode = 0;
  runs += 1;
  await import(`${program}?${runs}`).catch((error: unknown) => {
    if (error instanceof Exited) return;
    process.exitCode = -1;
    printed.stderr += error instanceof Error ? error.stack : error;
  });
  for (const listened of [process.stdout, process.stderr]) listened.removeAllListeners('error');
  for (const event of ['SIGUSR1', 'uncaughtException']) process.removeAllListeners(event);
  return { exitCode: Number(process.exitCode), ...printed };
};

parentPort?.on('message', async (command: Command) => parentPort?.postMessage(await run(command)));
