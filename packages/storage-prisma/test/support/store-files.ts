import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import type { AccountId } from '@health-case/domain/model/values';
import Database from 'better-sqlite3';
import { onTestFinished, vi } from 'vitest';
import { backUp } from './store-file-calls.ts';
import { migratedFile, openSqlite, scratchFolder } from './stores.ts';

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

type Made = { readonly file: string; readonly id: AccountId };

/** What is made once: the file and its log, of which each test gets a copy. */
const copied = (make: () => Promise<Made>) => {
  let made:
    | Promise<Made & { readonly contents: readonly (readonly [suffix: string, bytes: Uint8Array])[] }>
    | undefined;
  const makeAll = async () => {
    const { file, id } = await make();
    const suffixes = ['', '-shm', '-wal'].filter((suffix) => existsSync(file + suffix));
    return { file, id, contents: suffixes.map((suffix) => [suffix, readFileSync(file + suffix)] as const) };
  };
  return async () => {
    made ??= makeAll();
    const { file: first, id, contents } = await made;
    const folder = scratchFolder();
    const file = join(folder, basename(first));
    for (const [suffix, bytes] of contents) writeFileSync(file + suffix, bytes);
    return { file, id, folder };
  };
};

const closedStore = async (): Promise<Made> => {
  const file = await migratedFile();
  const storage = await openSqlite(file);
  const { id } = await keepAccount(storage, 'Doc');
  await storage.close();
  return { file, id };
};

/** A closed store with one account. */
export const storeWithAccount = copied(closedStore);

/** A store as a killed process leaves it: its only account is in the log, not in the database yet. */
export const crashedStore = copied(async () => {
  const file = await migratedFile();
  return { file, id: (await keepAccount(await openSqlite(file), 'Doc')).id };
});

const backUpOnce = copied(async () => {
  const { file: served, id } = await closedStore();
  const file = join(scratchFolder(), 'backup.db');
  await backUp(served, file);
  return { file, id };
});

/** A backup of a store with another account, in a folder of its own. */
export const backedUp = async () => {
  const { file: backup, id } = await backUpOnce();
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
