import { copyFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { insert, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { migratedFile, openBeside, openSqlite, scratchFile } from './support/sqlite.ts';

/** The connection is given up: a lock is held for too long. */
const failOnce = async (file: string, storage: Storage): Promise<void> => {
  const other = openBeside(file);
  other.exec('BEGIN IMMEDIATE');
  await expect(insert(storage)).rejects.toThrow(Unavailable);
  other.exec('ROLLBACK');
};

describe('files that are no longer those that were opened', () => {
  const MISHAPS: readonly (readonly [string, (file: string) => void])[] = [
    ['the database is removed', (file) => rmSync(file)],
    [
      'another file takes its place',
      (file) => {
        copyFileSync(file, `${file}-copy`);
        renameSync(`${file}-copy`, file);
      },
    ],
    ['its write-ahead log is removed', (file) => rmSync(`${file}-wal`)],
  ];

  it.each(MISHAPS)('make the store unavailable, before a unit of work and during one: %s', async (_, mishap) => {
    const [file, another] = [await migratedFile(), await migratedFile()];
    const [storage, busy] = [await openSqlite(file), await openSqlite(another)];
    mishap(file);
    await expect(storage.ready()).rejects.toThrow(Unavailable);
    await expect(insert(storage)).rejects.toThrow(`The database ${file} was removed or replaced while it was open.`);
    await expect(busy.write(async () => ok(mishap(another)))).rejects.toThrow(Unavailable);
  });

  it('are not made again by a new connection, which works while they are there', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file, { lockTimeout: 0 });
    await failOnce(file, storage);
    expect((await insert(storage)).ok).toBe(true);
    await failOnce(file, storage);
    rmSync(file);
    await expect(insert(storage)).rejects.toThrow('removed or replaced');
  });

  it('can be put back, also where the store was opened through a link', async () => {
    const file = await migratedFile();
    symlinkSync(file, `${file}-link`);
    const storage = await openSqlite(`${file}-link`);
    renameSync(file, `${file}-elsewhere`);
    await expect(storage.ready()).rejects.toThrow(Unavailable);
    renameSync(`${file}-elsewhere`, file);
    await storage.ready();
    expect((await insert(storage)).ok).toBe(true);
  });
});

const filePrototype = async (anything: string): Promise<FileHandle> => {
  const handle = await open(anything);
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
};

/** What is written and flushed from now on: the inode, and how many bytes. */
const watchWrites = async (folder: string) => {
  const prototype = await filePrototype(folder);
  const done: { readonly file: number; readonly bytes: number | 'flushed' }[] = [];
  const { sync, write } = prototype;
  const spies = [
    vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      await sync.call(this);
      done.push({ file: (await this.stat()).ino, bytes: 'flushed' });
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

/** The files of a store as a process leaves them that is killed after it kept an account. */
const crashedStore = async () => {
  const file = await migratedFile();
  const { id } = await keepAccount(await openSqlite(file), 'Doc');
  const crashed = scratchFile();
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, crashed + suffix);
  return { crashed, id };
};

describe('the write-ahead log that a killed process left', () => {
  it('is rewritten and flushed before anything is added to it', async () => {
    const { crashed, id } = await crashedStore();
    const [log, folder] = [statSync(`${crashed}-wal`), statSync(dirname(crashed))];
    const done = await watchWrites(dirname(crashed));
    const storage = await openSqlite(crashed);
    expect(done).toEqual([
      { file: log.ino, bytes: log.size },
      { file: log.ino, bytes: 'flushed' },
      { file: folder.ino, bytes: 'flushed' },
    ]);
    expect((await storage.read.accounts.find(id))?.id).toBe(id);
  });

  it('keeps the store from being opened while it cannot be flushed', async () => {
    const { crashed } = await crashedStore();
    const failure = Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' });
    const spy = vi.spyOn(await filePrototype(dirname(crashed)), 'sync').mockRejectedValue(failure);
    onTestFinished(() => spy.mockRestore());
    await expect(openSqlite(crashed)).rejects.toThrow(/cannot be opened \(EIO: i\/o error, fsync\)/);
    spy.mockRestore();
    await keepAccount(await openSqlite(crashed), 'Par');
  });

  it('lies beside the file itself where the store is named by a link', async () => {
    const [{ crashed, id }, link] = [await crashedStore(), scratchFile()];
    symlinkSync(crashed, link);
    expect((await (await openSqlite(link)).read.accounts.find(id))?.id).toBe(id);
  });

  it('is not rewritten by the process that has it open: its next commit overwrites what failed', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file, { lockTimeout: 1 });
    await failOnce(file, storage);
    const done = await watchWrites(dirname(file));
    await keepAccount(storage, 'Par');
    expect(done).toEqual([]);
  });
});
