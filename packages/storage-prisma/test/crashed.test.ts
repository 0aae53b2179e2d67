import { copyFileSync, statSync, symlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { child, keep, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import { expect, it, onTestFinished, vi } from 'vitest';
import { migratedFile, openBeside, openSqlite, scratchFile } from './support/sqlite.ts';

const filePrototype = async (anything: string): Promise<FileHandle> => {
  const handle = await open(anything);
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
};

/** Every write and sync from now on: the inode of its file, and the number of bytes. */
const watchFiles = async (folder: string) => {
  const prototype = await filePrototype(folder);
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

/** The files of a store whose process was killed after it committed a child. */
const crashedStore = async () => {
  const file = await migratedFile();
  const storage = await openSqlite(file);
  const parent = await keepAccount(storage, 'Par');
  await keep(storage, ({ children }) => children.insert(child(parent.id, '756.1234')));
  const crashed = scratchFile();
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, crashed + suffix);
  return { crashed, parent };
};

it('the log of a killed process is rewritten and synced before anything is added to it', async () => {
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

it('a store whose log cannot be synced cannot be opened, until the disk works again', async () => {
  const { crashed } = await crashedStore();
  const failure = Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' });
  const spy = vi.spyOn(await filePrototype(dirname(crashed)), 'sync').mockRejectedValue(failure);
  onTestFinished(() => spy.mockRestore());
  await expect(openSqlite(crashed)).rejects.toThrow(/cannot be opened \(EIO: i\/o error, fsync\)/);
  spy.mockRestore();
  await keepAccount(await openSqlite(crashed), 'Par');
});

it('a log is not rewritten by the process that has it open', async () => {
  const file = await migratedFile();
  const storage = await openSqlite(file, { lockTimeout: 1 });
  const other = openBeside(file);
  other.exec('BEGIN IMMEDIATE');
  await expect(keepAccount(storage, 'Par')).rejects.toBeInstanceOf(Unavailable);
  other.exec('ROLLBACK');
  const done = await watchFiles(dirname(file));
  await keepAccount(storage, 'Par');
  expect(done).toEqual([]);
});

it('the log of a store that is opened by a link lies beside the file itself', async () => {
  const [{ crashed, parent }, link] = [await crashedStore(), scratchFile()];
  symlinkSync(crashed, link);
  const storage = await openSqlite(link);
  expect(await storage.read.children.ofParent(parent.id, { after: undefined, size: 10 })).toHaveLength(1);
});
