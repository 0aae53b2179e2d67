import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import Database from 'better-sqlite3';
import { onTestFinished, vi } from 'vitest';
import { backUp } from './store-file-calls.ts';
import { migratedFile, openSqlite, scratchFile, scratchFolder } from './stores.ts';

/** Does something once so many threads were started: a backup starts one to copy and one to check, a restore one. */
export const whenThreads = (count: number, happen: () => void): void => {
  let left = count;
  const started = () => {
    left -= 1;
    if (left === 0) happen();
  };
  process.on('worker', started);
  onTestFinished(() => void process.off('worker', started));
};

/** A signal that aborts once so many threads were started; for 0, at once. */
export const abortedAfter = (threads: number): AbortSignal => {
  const controller = new AbortController();
  if (threads === 0) controller.abort();
  whenThreads(threads, () => controller.abort());
  return controller.signal;
};

/** A closed store with one account. */
export const storeWithAccount = async () => {
  const file = await migratedFile();
  const storage = await openSqlite(file);
  const { id } = await keepAccount(storage, 'Doc');
  await storage.close();
  return { file, id, folder: dirname(file) };
};

/** A store as a killed process leaves it: its only account is in the log, not in the database yet. */
export const crashedStore = async () => {
  const served = await migratedFile();
  const { id } = await keepAccount(await openSqlite(served), 'Doc');
  const file = scratchFile();
  for (const suffix of ['', '-shm', '-wal']) copyFileSync(served + suffix, file + suffix);
  return { file, id, folder: dirname(file) };
};

/** A backup of a store with one account, in a folder of its own. */
export const backedUp = async () => {
  const { file, id } = await storeWithAccount();
  const backup = join(scratchFolder(), 'backup.db');
  await backUp(file, backup);
  return { backup, id };
};

/** Runs statements on a file that nobody has open. */
export const execute = (file: string, statements: string): void => {
  const database = new Database(file).unsafeMode();
  database.exec(statements);
  database.close();
};

/** What every open file has its methods from. */
export const openFiles = async (): Promise<FileHandle> => {
  await using handle = await open(scratchFolder());
  return Object.getPrototypeOf(handle);
};

/** Makes each flush fail, or each of a folder, until the test ends or calls what this resolves to. */
export const failToSync = async (of: 'everything' | 'folders') => {
  const files = await openFiles();
  const { sync } = files;
  const spy = vi.spyOn(files, 'sync').mockImplementation(async function (this: FileHandle) {
    if (of === 'folders' && !(await this.stat()).isDirectory()) return sync.call(this);
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' });
  });
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
};

/** Overwrites two pages of a database file. */
export const damage = (file: string): void => {
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096, 3 * 4096);
  writeFileSync(file, bytes);
};

/** Every file of a folder, with its content. */
export const contentsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]));
