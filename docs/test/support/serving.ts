import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { GuidePlace } from './guide-place.ts';

/** Milliseconds until a service answers, on a busy machine. */
const PATIENCE = 30_000;

/** Runs commands that do not end by themselves, until they serve on these ports; they end with the test. */
export const keepRunning = async (commands: string, ports: readonly string[], place: GuidePlace): Promise<void> => {
  const { folder: cwd, environment: env } = place;
  // In a group of its own, so that a signal reaches what the commands start, as it does on a terminal.
  const child = spawn('bash', ['-euc', commands], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk));
  const closed = once(child, 'close');
  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await closed;
  });
  const deadline = performance.now() + PATIENCE;
  for (const port of ports) {
    while (!(await isReady(port))) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${commands}\n${said}`);
      await sleep(20);
    }
  }
};

/** Whether what listens on a port, if anything does, can serve. */
export const isReady = (port: string | number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
