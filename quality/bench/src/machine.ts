import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, release, type } from 'node:os';

/** The core of each, and all that the run may use. */
export type Cores = { readonly server: string; readonly load: string; readonly all: string };

/** Ends the benchmark with one sentence. Exit codes: 1 a system failed, 2 wrong usage, 3 a tool is missing. */
export class Stop extends Error {
  readonly exitCode: number;
  constructor(exitCode: number, sentence: string) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

export const requireTools = (): void => {
  if (process.platform !== 'linux') {
    throw new Stop(3, 'The benchmark reads /proc and pins processes to cores, so it runs on Linux only.');
  }
  for (const [tool, packet] of Object.entries({ wrk: 'wrk', taskset: 'util-linux', cpulimit: 'cpulimit' })) {
    if (!spawnSync(tool, ['--version']).error) continue;
    throw new Stop(3, `${tool} is missing; install it (Debian: apt-get install ${packet}).`);
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
  const all = allowedCores();
  const [server, load] = all;
  if (server === undefined || load === undefined) {
    throw new Stop(3, 'The benchmark needs two cores: one for the server, one for the load.');
  }
  return { server: String(server), load: String(load), all: all.join(',') };
};

/** Moves a process with all its threads, and the processes that it starts, to these cores. */
export const pin = (pid: number, cores: string): void => {
  execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' });
};

/** The machine as it is now, to be printed below the figures, and a warning if it is busy with other work. */
export const describeMachine = (): string => {
  const cores = allowedCores().length;
  const load = Math.round((loadavg()[0] ?? 0) * 100) / 100;
  const system = `${type()} ${release()} ${arch()}, Node ${process.version}`;
  const facts = `${cpus()[0]?.model}, ${cores} cores, ${system}, load ${load}`;
  const busy = 'The machine was busy with other work at the start: the figures spread, and the ratios say little.\n';
  return load > cores / 2 ? `${busy}${facts}` : facts;
};
