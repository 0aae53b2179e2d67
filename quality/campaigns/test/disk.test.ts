import { createRandom } from '@health-case/harness/load';
import { expect, it } from 'vitest';
import { createDisk } from '../src/disk/simulated-disk.ts';
import type { FileEvent } from '../src/disk/strace.ts';

const LOG = '/root/data/log';
const write = (text: string, at = 0): FileEvent => ({ kind: 'write', path: LOG, at, bytes: Buffer.from(text) });
const sync = (path: string, done = true): FileEvent => ({ kind: 'sync', path, done });
const REMOVAL: FileEvent = { kind: 'remove', path: LOG };
const CUT: FileEvent = { kind: 'truncate', path: LOG, size: 3 };
const MADE: readonly FileEvent[] = [
  { kind: 'make folder', path: '/root/data' },
  sync('/root'),
  { kind: 'create', path: LOG },
  sync('/root/data'),
];

const after = (...events: readonly FileEvent[]) => {
  const disk = createDisk('/root', [...MADE, ...events]);
  return (probability: number) => disk.left(createRandom(1), probability).get(LOG)?.toString();
};

it.each<[what: string, events: readonly FileEvent[], least: string | undefined, most: string | undefined]>([
  ['what was synced', [write('one '), sync(LOG), write('two', 4)], 'one ', 'one two'],
  ['a name, until its folder is synced', [write('one'), sync(LOG), REMOVAL], 'one', undefined],
  ['a cut, once it is synced', [write('one two'), sync(LOG), CUT], 'one two', 'one'],
  ['nothing that a sync failed to write', [write('one'), sync(LOG, false), sync(LOG)], '\0\0\0', '\0\0\0'],
  ['what is written again', [write('one'), sync(LOG, false), write('two'), sync(LOG)], 'two', 'two'],
])('a power loss leaves %s', (_, events, least, most) => {
  const left = after(...events);
  expect([left(0), left(1)]).toEqual([least, most]);
});

it('a power loss leaves a sector of what was not synced as a whole or not at all', () => {
  const left = after(write('a'.repeat(5120)), sync(LOG), write('b'.repeat(5120)));
  const sectors = left(0.5)?.match(/.{512}/g) ?? [];
  expect(new Set(sectors)).toEqual(new Set(['a'.repeat(512), 'b'.repeat(512)]));
});

it('a power loss leaves nothing in a folder whose own name was not synced', () => {
  const disk = createDisk('/root', [...MADE.filter(({ kind }) => kind !== 'sync'), sync('/root/data')]);
  expect([0, 1].map((probability) => disk.left(createRandom(1), probability).size)).toEqual([0, 1]);
});
