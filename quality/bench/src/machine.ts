import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';

/** Which cores do what. With two, the database shares one with the load generator, so the servers have theirs alone. */
export type Cores = { readonly server: string; readonly load: string; readonly database: string };

/** Something that the benchmark needs is not there. The message is one sentence for whoever runs it. */
export class Missing extends Error {}

const present = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;

export const requireTools = (): void => {
  if (process.platform !== 'linux') {
    throw new Missing('The benchmark reads /proc and pins processes to cores, so it runs on Linux only.');
  }
  for (const [tool, packet] of [
    ['wrk', 'wrk'],
    ['taskset', 'util-linux'],
  ] as const) {
    if (!present(tool)) throw new Missing(`${tool} is missing; install it (Debian: apt-get install ${packet}).`);
  }
};

/** The cores that this process may use, as the kernel lists them: "0-3,8". */
const allowed = (): readonly number[] => {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
};

export const planCores = (): Cores => {
  const [server, load, database = load] = allowed();
  if (server === undefined || load === undefined) {
    throw new Missing('The benchmark needs two cores: one for the server, one for the load.');
  }
  return { server: String(server), load: String(load), database: String(database) };
};

/** Moves a process with all its threads, and what it will start, to these cores. */
export const pin = (pid: number, list: string): void => {
  execFileSync('taskset', ['-a', '-c', '-p', list, String(pid)], { stdio: 'ignore' });
};

export const machineFacts = (cores: Cores) => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  coresAllowed: allowed().length,
  cores,
  memoryMegabytes: Math.round(totalmem() / 2 ** 20),
  kernel: `${type()} ${release()} ${arch()}`,
  node: process.version,
  loadAtStart: loadavg().map((load) => Math.round(load * 100) / 100),
  wrk: (spawnSync('wrk', ['--version'], { encoding: 'utf8' }).stdout ?? '').split('\n')[0]?.trim(),
});
