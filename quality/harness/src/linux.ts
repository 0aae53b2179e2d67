import { globSync, readFileSync, readlinkSync } from 'node:fs';

/** What Linux tells of processes. Other systems tell nothing of it, so there nothing is measured. */
export const isLinux = process.platform === 'linux';

const figure = (path: string, pattern: RegExp): number => Number(pattern.exec(readFileSync(path, 'utf8'))?.[1] ?? 0);

/** Resident memory in bytes; the most since the process began with `VmHWM`. 0 where nothing is measured. */
export const memoryOf = (pid: number | undefined, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number =>
  isLinux ? 1024 * figure(`/proc/${pid}/status`, new RegExp(`^${what}:\\s+(\\d+) kB`, 'm')) : 0;

/** Processor time of a process with all its threads, user and system, in seconds, of which the kernel tells hundredths. */
export const cpuSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** Open sockets, those that it listens on included. */
export const socketsOf = (pid: number | undefined): number =>
  globSync(`/proc/${pid}/fd/*`).filter((link) => {
    try {
      return readlinkSync(link).startsWith('socket:');
    } catch {
      return false; // It was closed in between.
    }
  }).length;

/** How many files a process may open, and so how many sockets. */
export const openFilesLimit = (): number => (isLinux ? figure('/proc/self/limits', /^Max open files\s+(\d+)/m) : 256);
