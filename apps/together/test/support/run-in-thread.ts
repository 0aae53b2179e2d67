import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export type Command = {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly input?: string;
};
export type Done = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

let thread: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a program to its end, after those before, in a thread that has loaded their modules: loading is most of what a
 * program costs.
 */
export const runInThread = (command: Command): Promise<Done> => {
  const done = last.then(async () => {
    thread ??= new Worker(join(import.meta.dirname, 'program-thread.ts'), { execArgv: [], stdin: true });
    thread.unref();
    thread.postMessage(command);
    return (await once(thread, 'message'))[0] as Done;
  });
  last = done;
  return done;
};
