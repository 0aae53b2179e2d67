import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import type { Command, Done } from './operator.ts';

/*
 * Runs the operator's program again and again, as a process would that has nothing else to do, but for loading its
 * modules each time. Each run has its own arguments, environment and streams.
 */

const main = join(import.meta.dirname, '../../src/main.ts');
const { signal, answers } = workerData as { readonly signal: Int32Array; readonly answers: MessagePort };

// A thread may not set what belongs to the process.
Object.assign(process, { umask: () => 0o077 });

let runs = 0;
const run = async ({ args, environment, input }: Command): Promise<Done> => {
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
  process.argv = [process.execPath, main, ...args];
  process.env = { ...environment };
  process.exitCode = 0;
  runs += 1;
  await import(`${main}?${runs}`);
  for (const listened of [process.stdout, process.stderr]) listened.removeAllListeners('error');
  process.removeAllListeners('SIGUSR1');
  return { exitCode: Number(process.exitCode), ...printed };
};

parentPort?.on('message', async (command: Command) => {
  answers.postMessage(
    await run(command).catch((error: Error) => ({ exitCode: -1, stdout: '', stderr: `${error.stack}` })),
  );
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
});
