import { copyFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { insert, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { crashedStore, failToSync, openFiles } from './support/store-files.ts';
import { migratedFile, openBeside, openSqlite, scratchFile } from './support/stores.ts';

/** Makes the store close its connection: a lock is held for too long. */
const failOnce = async (file: string, storage: Storage): Promise<void> => {
  const other = openBeside(file);
  other.exec('BEGIN IMMEDIATE');
  await expect(insert(storage)).rejects.toThrow(Unavailable);
  other.exec('ROLLBACK');
};

describe('files that are no longer those that were opened', () => {
  const putCopy = (file: string) => {
    copyFileSync(file, `${file}-copy`);
    renameSync(`${file}-copy`, file);
  };

  it.each<[string, (file: string) => void]>([
    ['the database is removed', (file) => rmSync(file)],
    ['another file takes its place', putCopy],
    ['its write-ahead log is removed', (file) => rmSync(`${file}-wal`)],
  ])('make the store unavailable, before a unit of work and during one: %s', async (_, mishap) => {
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

/** Collects what is written and flushed from now on: the inode, and how many bytes. */
const watchWrites = async () => {
  const files = await openFiles();
  const { sync, write } = files;
  const done: { readonly file: number; readonly bytes: number | 'flushed' }[] = [];
  const onSync = vi.spyOn(files, 'sync').mockImplementation(async function (this: FileHandle) {
    await sync.call(this);
    done.push({ file: (await this.stat()).ino, bytes: 'flushed' });
  });
  const onWrite = vi.spyOn(files, 'write').mockImplementation(async function (this: FileHandle, ...args: unknown[]) {
    const written = await Reflect.apply(write, this, args);
    done.push({ file: (await this.stat()).ino, bytes: written.bytesWritten });
    return written;
  });
  onTestFinished(() => [onSync, onWrite].forEach((spy) => void spy.mockRestore()));
  return done;
};

describe('the write-ahead log that a killed process left', () => {
  it('is rewritten and flushed before anything is added to it', async () => {
    const { file, id } = await crashedStore();
    const [log, folder] = [statSync(`${file}-wal`), statSync(dirname(file))];
    const done = await watchWrites();
    const storage = await openSqlite(file);
    expect(done).toEqual([
      { file: log.ino, bytes: log.size },
      { file: log.ino, bytes: 'flushed' },
      { file: folder.ino, bytes: 'flushed' },
      // With the note that the log is there.
      { file: folder.ino, bytes: 'flushed' },
    ]);
    expect((await storage.read.accounts.find(id))?.id).toBe(id);
  });

  it('keeps the store from being opened while it cannot be flushed', async () => {
    const { file } = await crashedStore();
    const restore = await failToSync('everything');
    await expect(openSqlite(file)).rejects.toThrow(/cannot be opened \(EIO: i\/o error, fsync\)/);
    restore();
    await keepAccount(await openSqlite(file), 'Par');
  });

  it('lies beside the file itself where the store is named by a link', async () => {
    const [{ file, id }, link] = [await crashedStore(), scratchFile()];
    symlinkSync(file, link);
    expect((await (await openSqlite(link)).read.accounts.find(id))?.id).toBe(id);
  });
});
