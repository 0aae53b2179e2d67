import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, release, type } from 'node:os';

/** The core of each. With two cores, the database shares that of the load, so that the servers have one alone. */
export type Cores = { readonly server: string; readonly load: string; readonly database: string };

/** The machine lacks something that the benchmark needs. The message is one sentence. */
export class Missing extends Error {}

export const requireTools = (): void => {
  if (process.platform !== 'linux') {
    throw new Missing('The benchmark reads /proc and pins processes to cores, so it runs on Linux only.');
  }
  for (const [tool, packet] of Object.entries({ wrk: 'wrk', taskset: 'util-linux' })) {
    if (!spawnSync(tool, ['--version']).error) continue;
    throw new Missing(`${tool} is missing; install it (Debian: apt-get install ${packet}).`);
  }
};

/** The cores that this process may use, which the kernel lists as "0-3,8". */
const allowedCores = (): readonly number[] => {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
};

export const planCores = (): Cores => {
  const [server, load, database = load] = allowedCores();
  if (server === undefined || load === undefined) {
    throw new Missing('The benchmark needs two cores: one for the server, one for the load.');
  }
  return { server: String(server), load: String(load), database: String(database) };
};

/** Moves a process with all its threads, and the processes that it starts, to these cores. */
export const pin = (pid: number, cores: string): void => {
  execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' });
};

// Before this process is pinned to one of them.
const coresAllowed = allowedCores().length;

export const machineFacts = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  coresAllowed,
  kernel: `${type()} ${release()} ${arch()}`,
  load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
});
