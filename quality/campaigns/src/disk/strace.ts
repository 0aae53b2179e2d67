import { spawnSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { sqliteAt } from '@health-case/harness/databases';
import { type Harness, scratchFolder } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
import { type Environment, type Instances, isAlive, startApp, told } from '@health-case/harness/processes';

/** The store, in the folder that a campaign gives the service. */
export const FILE = 'data/health-case.db';

/** The system calls that change files or send replies. Not every machine has all of them. */
const CALLS = `
  open openat write writev pwrite64 pwritev sendto sendmsg ftruncate fallocate fsync fdatasync
  rename renameat renameat2 unlink unlinkat link linkat mkdir mkdirat`
  .trim()
  .split(/\s+/)
  .map((name) => `?${name}`)
  .join();

/** Which system calls of a process fail: `calls` are separated by commas, `when` is written as for strace. */
export type Fault = { readonly calls: string; readonly error: string; readonly when: string };

type Life = {
  readonly environment?: Environment;
  readonly fault?: Fault;
  /** Whether the disk may recover, so that the process goes on without its faults. Tracing is slower then. */
  readonly mayRecover?: boolean;
  /** What is done with the process before it is killed. `recover` ends the faults. */
  readonly during: (instances: Instances, recover: () => Promise<void>) => Promise<unknown>;
};

/**
 * The life of one process under strace, over the store in `root`, from its start until it is killed: what it did, and
 * how many of its calls were made to fail.
 */
export const trace = async (harness: Harness, root: string, life: Life) => {
  const file = join(scratchFolder(harness), 'trace');
  // Mails are no part of the store.
  const mails = { MAIL_URL: `file:${join(scratchFolder(harness), 'mail')}` };
  const environment = { ...sqliteAt(join(root, FILE)).environment, ...mails, ...life.environment };
  const instances = await startApp(harness, 'together', environment, under(file, life));
  const tracer = tracerOf(instances[0].child.pid);
  const ended = () => waitUntil(() => !isAlive(tracer), 30_000, 'The end of strace');
  await life.during(instances, async () => {
    process.kill(tracer, 'SIGTERM');
    await ended();
  });
  await instances[0].kill();
  await ended();
  return readTrace(file, root);
};

/** The command that runs another under strace, which writes the system calls into `file`, with every byte. */
const under = (file: string, { fault, mayRecover = false }: Life): readonly string[] => [
  // With -D strace is the grandchild, so that the process id and the signals are those of the program.
  ...`strace -D -I2 -f -y -xx -s 4194304 -o ${file} -e signal=none -e trace=${CALLS}`.split(' '),
  ...(fault ? ['-e', `inject=${fault.calls}:error=${fault.error}:when=${fault.when}`] : []),
  // Faster, but a program that strace has left can make none of the calls.
  ...(mayRecover ? [] : ['--seccomp-bpf']),
];

/** Whether there is a strace that may trace. Without one, the campaigns that need it do nothing, and say so. */
export const canTrace = (): boolean =>
  spawnSync('strace', ['-D', '-f', '-o', '/dev/null', '-e', 'trace=fsync', 'true'], { timeout: 10_000 }).status === 0;

const tracerOf = (pid: number | undefined): number => {
  const tracer = Number(/^TracerPid:\s*(\d+)/m.exec(told(pid, 'status'))?.[1] ?? 0);
  if (tracer === 0) throw new Error('The program is not being traced.');
  return tracer;
};

/** What a process did to a file, or sent to a client. */
export type FileEvent =
  /** Without `at`, at the end of the file. */
  | { readonly kind: 'write'; readonly path: string; readonly at?: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  /** `done`: whether the call succeeded. */
  | { readonly kind: 'sync'; readonly path: string; readonly done: boolean }
  | { readonly kind: 'create' | 'make folder' | 'remove'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'reply'; readonly text: string };

/** The events of sockets and of files below `root`. The program must name its files by whole paths. */
const readTrace = async (file: string, root: string) => {
  const events: FileEvent[] = [];
  let failures = 0;
  for await (const line of wholeLines(file)) {
    if (line.endsWith('(INJECTED)')) failures += 1;
    const call = parse(line);
    const event = isSocket(call.path) || `${call.path}/`.startsWith(`${root}/`) ? eventOf(call) : undefined;
    if (event) events.push(event);
  }
  return { events, failures };
};

/** The calls of a trace, line by line: it is larger than the longest string. A thread may break a line in two. */
async function* wholeLines(file: string): AsyncGenerator<string> {
  const begun = new Map<string, string>();
  const handle = await open(file);
  for await (const line of handle.readLines({ encoding: 'latin1' })) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>/.exec(rest);
    if (rest.endsWith('<unfinished ...>')) begun.set(thread, rest.slice(0, -'<unfinished ...>'.length));
    else if (resumed) yield `${begun.get(thread)}${rest.slice(resumed[0].length)}`;
    else if (/^\w+\(/.test(rest)) yield rest;
  }
}

const unhex = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex');
const isSocket = (path: string): boolean => path.startsWith('socket:');

/** A system call. */
const parse = (line: string) => {
  const end = /\) += (-?\d+|\?)/.exec(line);
  const strings = [...line.matchAll(/"((?:\\x..)*)"(\.\.\.)?/g)].map(([, escaped = '', cut]) => {
    if (cut) throw new Error('strace has cut a string short.');
    return unhex(escaped);
  });
  const [, descriptor] = /\d+<((?:\\x..)+)>/.exec(line) ?? [];
  /** Of the file or socket that it is about. */
  const path = String(descriptor === undefined ? strings[0] : unhex(descriptor));
  /** The arguments without strings and paths. */
  const plain = line.slice(0, end?.index).replaceAll(/"[^"]*"|<[^>]*>/g, '');
  return { name: line.slice(0, line.indexOf('(')), strings, path, plain, result: Number(end?.[1]) };
};

/** A call that the end of its process cut off has no result. One that failed has done nothing, but for a sync. */
const eventOf = ({ name, strings, path, plain, result }: ReturnType<typeof parse>): FileEvent | undefined => {
  const [first = '', to = ''] = strings.map(String);
  const last = Number(/(\d+)\D*$/.exec(plain)?.[1]);
  const bytes = Buffer.concat(strings).subarray(0, result);
  if (Number.isNaN(result)) return undefined;
  if (/^f(data)?sync$/.test(name)) return { kind: 'sync', path, done: result === 0 };
  if (result < 0) return undefined;
  if (/^open(at)?$/.test(name)) return plain.includes('O_CREAT') ? { kind: 'create', path: first } : undefined;
  if (isSocket(path)) return { kind: 'reply', text: bytes.toString('latin1') };
  if (name === 'pwrite64') return { kind: 'write', path, at: last, bytes };
  if (name === 'write') return { kind: 'write', path, bytes };
  if (name === 'ftruncate') return { kind: 'truncate', path, size: last };
  if (/^mkdir(at)?$/.test(name)) return { kind: 'make folder', path: first };
  if (/^unlink(at)?$/.test(name)) return { kind: 'remove', path: first };
  if (/^link(at)?$/.test(name)) return { kind: 'link', path: first, to };
  throw new Error(`What ${name} does to ${path} is not known here.`);
};
