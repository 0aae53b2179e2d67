import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Harness } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
import { startProgram } from '@health-case/harness/processes';

const ip = (...args: readonly string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });

/** Whether this process may make networks, which root may on Linux, outside of most containers. */
export const canCutNetworks = (): boolean => {
  const name = `hc${process.pid}-t`;
  const isMade = spawnSync('ip', ['netns', 'add', name]).status === 0;
  const hasLink =
    isMade && spawnSync('ip', ['link', 'add', name, 'type', 'veth', 'peer', 'name', 'p', 'netns', name]).status === 0;
  if (isMade) spawnSync('ip', ['netns', 'del', name]);
  return hasLink;
};

const PORT = 5432;
/** Known beforehand, because nobody answers the question for it while the network is cut. */
const HARDWARE = '02:00:5e:00:53:01';

export type Network = Awaited<ReturnType<typeof openNetwork>>;

let made = 0;

/**
 * A network on this machine, in which a server is reached that has a Unix socket. While it is cut, all packets vanish:
 * those of new connections, too, and nobody is told. Its addresses are of those that are set aside for benchmarks (RFC
 * 2544).
 */
export const openNetwork = async (harness: Harness, socket: string) => {
  made += 1;
  const name = `hc${process.pid}-${made}`;
  const subnet = 4 * made;
  const addressOf = (which: 1 | 2) => `198.18.${process.pid % 256}.${subnet + which}`;
  const remove = () => void spawnSync('ip', ['netns', 'del', name]);
  process.once('exit', remove);
  harness.defer(() => {
    process.off('exit', remove);
    remove();
  });
  ip('netns', 'add', name);
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'inside', 'address', HARDWARE, 'netns', name);
  ip('addr', 'add', `${addressOf(1)}/30`, 'dev', name);
  ip('link', 'set', name, 'up');
  ip('-n', name, 'addr', 'add', `${addressOf(2)}/30`, 'dev', 'inside');
  ip('-n', name, 'link', 'set', 'inside', 'up');
  ip('neigh', 'replace', addressOf(2), 'lladdr', HARDWARE, 'dev', name, 'nud', 'permanent');
  const program = join(import.meta.dirname, 'forward-program.ts');
  const command = ['ip', 'netns', 'exec', name, process.execPath, program, addressOf(2), String(PORT), socket];
  const { output } = startProgram(harness, { command, env: {} });
  await waitUntil(() => output().includes('ready'), 60_000, 'That a network is open');
  return {
    host: `${addressOf(2)}:${PORT}`,
    cut: () => ip('-n', name, 'link', 'set', 'inside', 'down'),
    mend: () => ip('-n', name, 'link', 'set', 'inside', 'up'),
  };
};
