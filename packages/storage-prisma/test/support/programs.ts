import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Starts a program of this folder as a process of its own. It ends with the test that started it, at the latest. */
export const start = (program: URL, ...args: readonly string[]): ChildProcessByStdio<null, Readable, null> => {
  const child = spawn(process.execPath, [program.pathname, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

/** What a program writes until it ends by itself, and how it ends. */
export const finished = async (child: ReturnType<typeof start>) => {
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { output, exitCode: exitCode as number | null };
};
