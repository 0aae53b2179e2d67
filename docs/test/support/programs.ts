import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished, vi } from 'vitest';
import { toolAt } from '../../../quality/campaigns/test/support/nginx.ts';

/** Whether all of them are here. Where one is missing, it prints what is not tested without it. */
export const haveTools = (names: readonly string[], for_: string): boolean => {
  const missing = names.filter((name) => toolAt(name) === undefined);
  if (missing.length > 0)
    process.stderr.write(`Not tested, as ${missing.join(' and ')} is not installed here: ${for_}.\n`);
  return missing.length === 0;
};

type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly ports: readonly (string | number)[];
};

/** Starts a program and waits until it is ready on all its ports. It ends with the test. */
export const startServing = async ({ command, args, ports, ...options }: Program): Promise<void> => {
  // In a group of its own, so that a signal reaches what it starts, as it does on a terminal.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const closed = once(child, 'close');
  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await closed;
  });
  const isServing = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error('It ended.');
    return (await Promise.all(ports.map(isReady))).every(Boolean);
  };
  await vi.waitUntil(isServing, { timeout: TIMEOUT, interval: 20 }).catch((error: Error) => {
    throw new Error(`${command} ${args.join(' ')} is not ready: ${error.message}\n${Buffer.concat(output)}`);
  });
};

const isReady = (port: string | number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Milliseconds for one block of commands, on a busy machine. */
const TIMEOUT = 240_000;

/** Reads each file as if it had been typed; the first command that fails ends the shell. */
const LOOP = 'while read -r file; do . "$file" < /dev/null > "$file.out" 2> "$file.err"; echo done; done';

/**
 * One shell for all blocks of a guide: what a block sets, those after it use. `run` resolves to the standard output of
 * its commands, and rejects if one of them fails or the timeout passes.
 */
export const openShell = (folder: string, env: NodeJS.ProcessEnv) => {
  const stdio = ['pipe', 'pipe', 'inherit'] as const;
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', LOOP], { cwd: folder, env, stdio: [...stdio] });
  const closed = once(child, 'close');
  // A shell that has ended takes no input: the missing answer says so.
  child.stdin.on('error', () => undefined);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  onTestFinished(async () => {
    child.stdin.end();
    await closed;
  });
  let blocks = 0;
  return async (commands: string): Promise<string> => {
    blocks += 1;
    const file = join(folder, `block-${blocks}.sh`);
    writeFileSync(file, `${commands}\n`);
    child.stdin.write(`${file}\n`);
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT);
    const { done } = await lines.next();
    clearTimeout(timer);
    const output = readFileSync(`${file}.out`, 'utf8');
    if (done) throw new Error(`A command failed:\n${commands}\n${output}${readFileSync(`${file}.err`, 'utf8')}`);
    return output;
  };
};
