import { closeSync, openSync, readSync } from 'node:fs';

/** What a process did to a file, or said to a client. */
export type Deed =
  | { readonly kind: 'write'; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  /** `done` if the system said so. */
  | { readonly kind: 'sync'; readonly path: string; readonly done: boolean }
  | { readonly kind: 'create' | 'make folder' | 'remove'; readonly path: string }
  | { readonly kind: 'link' | 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'say'; readonly text: string };

/** What `recordingInto` had written down of sockets, and of the files below a folder, whose paths the program must give whole. */
export const readTrace = (file: string, root: string): readonly Deed[] => {
  const positions = new Map<number, number>();
  const deeds: Deed[] = [];
  for (const line of wholeLines(linesOf(file))) {
    const call = parsed(line);
    if (isSocket(pathOf(call)) || `${pathOf(call)}/`.startsWith(`${root}/`)) deeds.push(...deedsOf(call, positions));
  }
  return deeds;
};

/** A trace is larger than the longest string. */
function* linesOf(file: string): Generator<string> {
  const descriptor = openSync(file, 'r');
  try {
    const piece = Buffer.alloc(2 ** 24);
    let begun = '';
    for (let length = readSync(descriptor, piece); length > 0; length = readSync(descriptor, piece)) {
      const lines = `${begun}${piece.toString('latin1', 0, length)}`.split('\n');
      begun = lines.pop() ?? '';
      yield* lines;
    }
    yield begun;
  } finally {
    closeSync(descriptor);
  }
}

/** How many calls were made to fail. */
export const failuresIn = (file: string): number => {
  let failures = 0;
  for (const line of linesOf(file)) if (line.endsWith('(INJECTED)')) failures += 1;
  return failures;
};

const pathOf = ({ descriptors, strings }: Call): string => descriptors[0]?.path ?? String(strings[0]);
const isSocket = (path: string): boolean => path.startsWith('socket:');

/** strace breaks a line in two where another thread comes between. */
function* wholeLines(lines: Iterable<string>): Generator<string> {
  const begun = new Map<string, string>();
  for (const line of lines) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>/.exec(rest);
    if (rest.endsWith('<unfinished ...>')) begun.set(thread, rest.slice(0, -'<unfinished ...>'.length));
    else if (resumed) yield `${begun.get(thread)}${rest.slice(resumed[0].length)}`;
    else if (/^\w+\(/.test(rest)) yield rest;
  }
}

type Call = {
  readonly name: string;
  readonly strings: readonly Buffer[];
  readonly descriptors: readonly { readonly number: number; readonly path: string }[];
  /** The arguments without strings and paths. */
  readonly plain: string;
  readonly result: number;
};

const unhex = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex');

const parsed = (line: string): Call => {
  const end = /\) += (-?\d+|\?)/.exec(line);
  const strings = [...line.matchAll(/"((?:\\x..)*)"(\.\.\.)?/g)].map(([, escaped = '', cut]) => {
    if (cut) throw new Error('strace has cut a string short.');
    return unhex(escaped);
  });
  const descriptors = [...line.matchAll(/(\d+)<((?:\\x..)+)>/g)].map(([, number, escaped = '']) => ({
    number: Number(number),
    path: unhex(escaped).toString(),
  }));
  const plain = line.slice(0, end?.index).replaceAll(/"[^"]*"|<[^>]*>/g, '');
  return { name: line.slice(0, line.indexOf('(')), strings, descriptors, plain, result: Number(end?.[1]) };
};

/** A call that was ended by the end of its process has no result. But for a sync, one that failed has done nothing. */
const deedsOf = (call: Call, positions: Map<number, number>): readonly Deed[] => {
  const { name, strings, plain, result } = call;
  const path = pathOf(call);
  const [first = '', second = ''] = strings.map(String);
  const lastNumber = Number(/(\d+)\D*$/.exec(plain)?.[1]);
  if (Number.isNaN(result)) return [];
  if (name === 'fsync' || name === 'fdatasync') return [{ kind: 'sync', path, done: result === 0 }];
  if (result < 0) return [];
  if (/^(open|openat|creat)$/.test(name)) return opened(call, positions);
  if (name === 'pwrite64') return [{ kind: 'write', path, at: lastNumber, bytes: writtenBy(call) }];
  if (/^(write|writev|sendto|sendmsg)$/.test(name)) return wrote(call, positions);
  if (/^f?truncate$/.test(name)) return [{ kind: 'truncate', path, size: lastNumber }];
  if (/^mkdir(at)?$/.test(name)) return [{ kind: 'make folder', path: first }];
  if (/^(unlink|unlinkat|rmdir)$/.test(name)) return [{ kind: 'remove', path: first }];
  if (/^link(at)?$/.test(name)) return [{ kind: 'link', path: first, to: second }];
  if (/^rename(at|at2)?$/.test(name)) return [{ kind: 'rename', path: first, to: second }];
  throw new Error(`What ${name} does to ${path} is not known here.`);
};

const writtenBy = ({ strings, result }: Call): Buffer => Buffer.concat(strings).subarray(0, result);

const opened = ({ strings, plain, result }: Call, positions: Map<number, number>): readonly Deed[] => {
  positions.set(result, 0);
  const path = String(strings[0]);
  const created: Deed[] = plain.includes('O_CREAT') ? [{ kind: 'create', path }] : [];
  return plain.includes('O_TRUNC') ? [...created, { kind: 'truncate', path, size: 0 }] : created;
};

const wrote = (call: Call, positions: Map<number, number>): readonly Deed[] => {
  const [{ number, path } = { number: -1, path: '' }] = call.descriptors;
  const bytes = writtenBy(call);
  if (isSocket(path)) return [{ kind: 'say', text: bytes.toString('latin1') }];
  const at = positions.get(number) ?? 0;
  positions.set(number, at + bytes.length);
  return [{ kind: 'write', path, at, bytes }];
};
