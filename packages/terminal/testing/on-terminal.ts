import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** util-linux has a program that gives another one a terminal; that of other systems is called the same and differs. */
export const hasTerminals = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

type Given = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Shell redirections that take a stream away from the terminal, such as `2> errors.txt`. */
  readonly redirected?: string;
};

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Runs a command on a terminal of its own, and resolves to all that was written there. */
export const runOnTerminal = async (
  command: readonly string[],
  { env = {}, cwd, redirected = '' }: Given = {},
): Promise<{ readonly exitCode: number; readonly shown: string }> => {
  const line = `${command.map(quoted).join(' ')} ${redirected}`;
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(cwd !== undefined && { cwd }),
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [exitCode] = await once(child, 'close');
  return { exitCode, shown: Buffer.concat(chunks).toString() };
};

/** What is left to read on a terminal where lines were written over: the last state of each. */
export const leftOf = (shown: string): readonly string[] =>
  shown
    .replaceAll('\u001B[K', '')
    .split(/\r*\n/)
    .map((line) => line.split('\r').at(-1) ?? '');
