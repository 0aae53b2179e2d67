import { createRandom } from '@health-case/harness/load';
import { describe, expect, it } from 'vitest';
import { createDisk } from '../src/disk/simulated-disk.ts';
import type { FileEvent } from '../src/disk/strace.ts';

const LOG = '/root/data/log';
const write = (path: string, text: string, at = 0): FileEvent => ({
  kind: 'write',
  path,
  at,
  bytes: Buffer.from(text),
});
const sync = (path: string, done = true): FileEvent => ({ kind: 'sync', path, done });
const MADE: readonly FileEvent[] = [
  { kind: 'make folder', path: '/root/data' },
  sync('/root'),
  { kind: 'create', path: LOG },
  sync('/root/data'),
];

const after = (...events: readonly FileEvent[]) => {
  const disk = createDisk('/root');
  for (const event of [...MADE, ...events]) disk.apply(event);
  const left = (probability: number) => disk.left(createRandom(1), probability).get(LOG)?.toString();
  return { disk, left };
};

describe('a disk whose power fails', () => {
  it('has what was synced, and of the rest what chance will have', () => {
    const { left } = after(write(LOG, 'one '), sync(LOG), write(LOG, 'two', 4));
    expect([left(0), left(1)]).toEqual(['one ', 'one two']);
  });

  it('has a sector of what was not synced as a whole or not at all', () => {
    const { left } = after(write(LOG, 'a'.repeat(5120)), sync(LOG), write(LOG, 'b'.repeat(5120)));
    const sectors = left(0.5)?.match(/.{512}/g) ?? [];
    expect(new Set(sectors)).toEqual(new Set(['a'.repeat(512), 'b'.repeat(512)]));
  });

  it('does not have what a sync failed to write, whatever is synced later, but where it is written again', () => {
    const { disk, left } = after(write(LOG, '1'.repeat(8192)), sync(LOG, false), write(LOG, '2', 4096), sync(LOG));
    expect(left(1)).toBe(`${'\0'.repeat(4096)}2${'1'.repeat(4095)}`);
    expect(disk.seen().get(LOG)?.toString()).toBe(`${'1'.repeat(4096)}2${'1'.repeat(4095)}`);
  });

  it('has a file under the name that its folder was synced with, and none in a folder whose name was not', () => {
    const { disk, left } = after(write(LOG, 'one'), sync(LOG), { kind: 'remove', path: LOG });
    expect(left(0)).toBe('one');
    disk.apply(sync('/root/data'));
    expect(left(1)).toBeUndefined();
    const unnamed = createDisk('/root');
    for (const event of [...MADE.filter(({ kind }) => kind !== 'sync'), sync('/root/data')]) unnamed.apply(event);
    expect(unnamed.left(createRandom(1), 0).size).toBe(0);
    expect(unnamed.left(createRandom(1), 1).size).toBe(1);
  });

  it('has a file that was cut once that was synced', () => {
    const { left } = after(write(LOG, 'one two'), sync(LOG), { kind: 'truncate', path: LOG, size: 3 });
    expect([left(0), left(1)]).toEqual(['one two', 'one']);
  });
});
