import { readFileSync } from 'node:fs';

/** What Linux tells of a process in a file under /proc; nothing if it has ended. */
export const told = (pid: number | undefined, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** Whether the process is there, and not only its exit code. */
export const isAlive = (pid: number | undefined): boolean => /^State:\s*[^Z\s]/m.test(told(pid, 'status'));

/** The process and all below it, the upper ones first. */
export const treeOf = (pid: number): readonly number[] => {
  const children = told(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(treeOf)];
};

/** One that has ended meanwhile is passed over. */
export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids.filter(isAlive)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
};
