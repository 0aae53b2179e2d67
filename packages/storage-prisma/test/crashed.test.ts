import { copyFileSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { child, keep, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { expect, it, onTestFinished, vi } from 'vitest';
import { migratedFile, openSqlite, scratchFile } from './support/sqlite.ts';

/** What is written and synced from now on, as the inode that it is done to, and how many bytes. */
const watchFiles = async (folder: string) => {
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const done: { readonly file: number; readonly bytes: number | 'synced' }[] = [];
  const { sync, write } = prototype;
  const spies = [
    vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      await sync.call(this);
      done.push({ file: (await this.stat()).ino, bytes: 'synced' });
    }),
    vi.spyOn(prototype, 'write').mockImplementation(async function (this: FileHandle, ...args: unknown[]) {
      const written = await Reflect.apply(write, this, args);
      done.push({ file: (await this.stat()).ino, bytes: written.bytesWritten });
      return written;
    }),
  ];
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  return done;
};

/** The files of a store as a process leaves them that was killed after it kept a child. */
const crashedStore = async () => {
  const file = await migratedFile();
  const storage = await openSqlite(file);
  const parent = await keepAccount(storage, 'Par');
  await keep(storage, ({ children }) => children.insert(child(parent.id, '756.1234')));
  const crashed = scratchFile();
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, crashed + suffix);
  return { crashed, parent };
};

it('a log that was left behind is written and synced anew before anything is added to it', async () => {
  const { crashed, parent } = await crashedStore();
  const [log, folder] = [statSync(`${crashed}-wal`), statSync(dirname(crashed))];
  const done = await watchFiles(dirname(crashed));
  const storage = await openSqlite(crashed);
  expect(done).toEqual([
    { file: log.ino, bytes: log.size },
    { file: log.ino, bytes: 'synced' },
    { file: folder.ino, bytes: 'synced' },
  ]);
  expect(await storage.read.children.ofParent(parent.id, { after: undefined, size: 10 })).toHaveLength(1);
});
