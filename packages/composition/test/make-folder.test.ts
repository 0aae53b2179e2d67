import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder } from '../src/make-folder.ts';

const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** The inodes of what is synced from now on. */
const watchSyncs = async (folder: string): Promise<readonly number[]> => {
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = prototype;
  const synced: number[] = [];
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    synced.push((await this.stat()).ino);
    return sync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return synced;
};

it('makes a folder with those above it, and brings the name of each onto the disk', async () => {
  const root = scratchFolder();
  const synced = await watchSyncs(root);
  await makeFolder(join(root, 'clinic/data'));
  expect(statSync(join(root, 'clinic/data')).mode & 0o777).toBe(0o700);
  expect(synced).toEqual([root, join(root, 'clinic')].map((folder) => statSync(folder).ino));
});

it('leaves a folder alone that is there', async () => {
  const root = scratchFolder();
  const synced = await watchSyncs(root);
  await makeFolder(root);
  expect(synced).toEqual([]);
});

it.runIf(process.platform === 'linux')('says where no folder can be made', async () => {
  await expect(makeFolder('/proc/x/y')).rejects.toThrow(
    'The folder /proc/x/y, which DATABASE_URL names, cannot be made (ENOENT).',
  );
});

it('makes a folder that another process makes at the same time', async () => {
  const folder = join(scratchFolder(), 'clinic/data');
  await Promise.all([makeFolder(folder), makeFolder(folder)]);
  expect(statSync(folder).isDirectory()).toBe(true);
});
