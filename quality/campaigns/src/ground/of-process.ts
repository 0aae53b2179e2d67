import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Instance } from './processes.ts';

/** What Linux tells of a process; elsewhere there is nothing to look at. */
export const MEASURABLE = process.platform === 'linux';

/** Resident memory, in bytes. */
export const memoryOf = ({ child }: Instance): number =>
  1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]);

/** Open sockets, those that it listens on among them. */
export const socketsOf = ({ child }: Instance): number => {
  const folder = `/proc/${child.pid}/fd`;
  return readdirSync(folder).filter((name) => isSocket(`${folder}/${name}`)).length;
};

/** One that is gone by now was none. */
const isSocket = (link: string): boolean => {
  try {
    return readlinkSync(link).startsWith('socket:');
  } catch {
    return false;
  }
};

/** How many files this process may open, and so how many sockets. */
export const mostFiles = (): number => {
  if (!MEASURABLE) return 256;
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
};

/** Seconds since it started in which a virtual machine wanted its cores and the host had given them to others, a core's mean. */
export const stolenSeconds = (): number => {
  if (!MEASURABLE) return 0;
  const [, stolen] = /^cpu +(?:\d+ ){7}(\d+)/.exec(readFileSync('/proc/stat', 'utf8')) ?? [];
  return Number(stolen) / 100 / cpus().length;
};
