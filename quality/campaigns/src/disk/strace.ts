import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The calls by which a process changes files, and those by which it answers. Not every machine has all of them. */
const CALLS = [
  ...['open', 'openat', 'creat', 'write', 'writev', 'pwrite64', 'pwritev', 'sendto', 'sendmsg'],
  ...['truncate', 'ftruncate', 'fallocate', 'copy_file_range', 'fsync', 'fdatasync', 'sync_file_range'],
  ...['rename', 'renameat', 'renameat2', 'unlink', 'unlinkat', 'link', 'linkat', 'mkdir', 'mkdirat', 'rmdir'],
].map((name) => `?${name}`);

/** How some of the calls fail that a process makes: `calls` are separated by commas, `when` is in the words of strace. */
export type Fault = { readonly calls: string; readonly error: 'EIO' | 'ENOSPC'; readonly when: string };

const faulty = ({ calls, error, when }: Fault): string[] => ['-e', `inject=${calls}:error=${error}:when=${when}`];

/** Stops at nothing else, and so is faster; but a program that is let go of can make none of the calls any more. */
const FASTER = '--seccomp-bpf';

export type Recording = {
  readonly fault?: Fault | undefined;
  /** Whether it will be let go of, and is to go on. */
  readonly letGo?: boolean;
};

/** The command that runs another under strace, which writes down into `file` what its system calls do, with every byte. */
export const recordingInto = (file: string, { fault, letGo = false }: Recording = {}): readonly string[] => [
  // The tracer is the grandchild, so that whoever starts and kills the command has the program itself.
  ...['strace', '-D', '-I2', '-f', '-y', '-xx', '-s', '4194304', '-o', file, '-e', 'signal=none'],
  ...['-e', `trace=${CALLS.join(',')}`, ...(fault ? faulty(fault) : []), ...(letGo ? [] : [FASTER])],
];

/** Whether there is a strace that may watch. Where there is none, campaigns do without, and say so. */
export const canTrace = (): boolean =>
  spawnSync('strace', ['-D', '-f', '-o', '/dev/null', '-e', 'trace=fsync', 'true'], { timeout: 10_000 }).status === 0;

/** Nothing of a process that is not there. */
const statusOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};

const tracerOf = (pid: number): number => Number(/^TracerPid:\s*(\d+)/m.exec(statusOf(pid))?.[1] ?? 0);

/** Whoever should take note that it has ended may take a while to. */
const isGone = (pid: number): boolean => !/^State:\s*[^Z\s]/m.test(statusOf(pid));

const until = async (done: () => boolean): Promise<void> => {
  const deadline = performance.now() + 30_000;
  while (!done()) {
    if (performance.now() > deadline) throw new Error('strace did not come to its end.');
    await sleep(5);
  }
};

export type Tracer = {
  /** Lets go of the program, which goes on, untouched from now on. */
  readonly letGo: () => Promise<void>;
  /** Resolves once all has been written down, after the program has ended or was let go of. */
  readonly ended: () => Promise<void>;
};

/** Of a program that was started with `recordingInto`. */
export const tracerFor = (pid: number): Tracer => {
  const tracer = tracerOf(pid);
  if (tracer === 0) throw new Error('The program is not being traced.');
  const ended = () => until(() => isGone(tracer));
  return {
    ended,
    letGo: async () => {
      process.kill(tracer, 'SIGTERM');
      await ended();
    },
  };
};
