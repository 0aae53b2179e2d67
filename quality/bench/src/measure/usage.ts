import { globSync, readFileSync } from 'node:fs';

/** USER_HZ, in which the kernel tells processor time: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process with all its threads, user and system, in seconds. */
export const cpuSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};

/** The same of the threads that are there now, from the scheduler's own count: exact where a few requests are told apart. */
export const exactCpuSeconds = (pid: number): number =>
  globSync(`/proc/${pid}/task/*/schedstat`)
    .map((file) => Number(readFileSync(file, 'utf8').split(' ')[0]))
    .reduce((sum, nanoseconds) => sum + nanoseconds / 1e9, 0);

const megabytes = (pid: number, figure: string): number => {
  const kilobytes = new RegExp(`^${figure}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
};

/** Resident memory in megabytes. */
export const rssMegabytes = (pid: number): number => megabytes(pid, 'VmRSS');

/** The most that it has been since the process began. */
export const mostRssMegabytes = (pid: number): number => megabytes(pid, 'VmHWM');
