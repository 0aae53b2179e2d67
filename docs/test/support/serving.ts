import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished, vi } from 'vitest';

type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly ports: readonly (string | number)[];
};

/** As long as a start may take on a busy machine. */
const PATIENCE = { timeout: 30_000, interval: 20 };

/** Runs a program until it can serve on all its ports; it ends with the test. */
export const startServing = async ({ command, args, ports, ...spawnOptions }: Program): Promise<void> => {
  // In a group of its own, so that a signal reaches what it starts, as it does on a terminal.
  const child = spawn(command, args, { ...spawnOptions, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  const closed = once(child, 'close');
  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await closed;
  });
  const isServing = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error('It ended.');
    return (await Promise.all(ports.map(isReady))).every(Boolean);
  };
  await vi.waitUntil(isServing, PATIENCE).catch((error: Error) => {
    throw new Error(`${command} ${args.join(' ')} did not come to serve: ${error.message}\n${Buffer.concat(said)}`);
  });
};

const isReady = (port: string | number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
