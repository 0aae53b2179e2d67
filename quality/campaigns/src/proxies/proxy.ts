import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@health-case/storage-prisma/testing/free-port';
import type { Ground } from '../ground/ground.ts';
import type { VariantName } from '../ground/processes.ts';

export type Ports = Readonly<Record<VariantName, number>>;

const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Where a program is installed, if it is; Debian keeps servers outside the PATH of users. */
export const installed = (program: string): string | undefined =>
  places.map((place) => join(place, program)).find(existsSync);

/** Runs a program until it listens on all the ports. It ends with the campaign. */
export const startProxy = async (
  { children, ending }: Ground,
  program: string,
  args: readonly string[],
  ports: Ports,
): Promise<void> => {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  const ended = once(child, 'exit');
  children.add(child);
  ending.defer(async () => {
    child.kill('SIGTERM');
    await ended;
    children.delete(child);
  });
  const deadline = performance.now() + 20_000;
  for (const port of Object.values(ports)) {
    while (!(await listens(port))) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`${program} does not serve: ${said}`);
      await sleep(20);
    }
  }
};

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Ports that nobody listens on. */
export const freePorts = async (): Promise<Ports> => ({ A: await freePort(), B: await freePort() });
