import { readFileSync } from 'node:fs';

/** USER_HZ, in which the kernel tells processor time: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process with all its threads, user and system, in seconds. */
export const cpuSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};

/** Resident memory in megabytes. */
export const rssMegabytes = (pid: number): number => {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
};
