import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applySqliteMigrations } from '@health-case/storage-prisma/sqlite/storage';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../src/log.ts';
import { openToOthers, prepareFolder, readSecretKey } from '../src/private-files.ts';
import { startService } from '../src/service.ts';
import { readSettings } from '../src/settings.ts';

const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const spyOnSync = async () => {
  const handle = await open(tmpdir());
  await handle.close();
  const spy = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
  onTestFinished(() => spy.mockRestore());
  return spy;
};

const inFolder = (folder: string) => ({
  file: join(folder, 'health-case.key'),
  database: join(folder, 'health-case.db'),
});
const keyIn = (folder: string) => ({ kind: 'file', file: inFolder(folder).file, mayCreate: true }) as const;

describe('the folder of a database', () => {
  /** The inodes that are synced while the folder is prepared. */
  const prepare = async (folder: string): Promise<readonly number[]> => {
    const synced: number[] = [];
    const spy = await spyOnSync();
    spy.mockImplementation(async function (this: FileHandle) {
      synced.push((await this.stat()).ino);
    });
    await prepareFolder(join(folder, 'health-case.db'), keyIn(folder));
    return synced;
  };
  const inodeOf = (path: string) => statSync(path).ino;

  it('is created for its owner alone, with its parents, and each name is synced; one that is there is left alone', async () => {
    const root = scratchFolder();
    const folder = join(root, 'clinic/data');
    expect(await prepare(folder)).toEqual([inodeOf(root), inodeOf(dirname(folder))]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await prepare(folder)).toEqual([]);
  });

  it('may be created by two processes at the same time', async () => {
    const folder = join(scratchFolder(), 'clinic/data');
    await Promise.all([prepare(folder), prepare(folder)]);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it.runIf(process.platform === 'linux')('is named in a sentence where it cannot be created', async () => {
    await expect(prepare('/proc/x/y')).rejects.toThrow(
      'The folder /proc/x/y, which DATABASE_URL names, cannot be made (ENOENT).',
    );
  });
});

it('a key file that cannot be synced leaves nothing behind, and is created once it can', async () => {
  const folder = scratchFolder();
  const sync = await spyOnSync();
  sync.mockRejectedValue(new Error('EIO'));
  await expect(readSecretKey(keyIn(folder), 'new')).rejects.toThrow('EIO');
  expect(readdirSync(folder)).toEqual([]);
  sync.mockRestore();
  expect(await readSecretKey(keyIn(folder), 'new')).toHaveLength(32);
  expect(readdirSync(folder)).toEqual(['health-case.key']);
});

describe('a key file without its database', () => {
  const folderWithKey = async () => {
    const folder = scratchFolder();
    await readSecretKey(keyIn(folder), 'new');
    return inFolder(folder);
  };
  const start = async (environment: Readonly<Record<string, string>>): Promise<void> =>
    (await startService(readSettings(environment), [], createLog('silent'))).stop();

  it('keeps a service from starting, and no database is created', async () => {
    const { file, database } = await folderWithKey();
    await expect(start({ DATABASE_URL: `file:${database}` })).rejects.toThrow(
      `The key file ${file} is there, but its database ${database} is not; restore a backup, or name the key file in SECRET_KEY_FILE to begin a new store.`,
    );
    expect(existsSync(database)).toBe(false);
  });

  it('starts a new store if it is named', async () => {
    const { file, database } = await folderWithKey();
    await start({ DATABASE_URL: `file:${database}`, SECRET_KEY_FILE: file });
    await start({ DATABASE_URL: `file:${database}` });
  });

  it('is no obstacle to repeating a first start that was interrupted before its keys were stored', async () => {
    const { database } = await folderWithKey();
    await applySqliteMigrations(database);
    await start({ DATABASE_URL: `file:${database}` });
  });
});

it('the key, the database and its log are named where other users may read or write them, and only there', () => {
  const folder = scratchFolder();
  const files = ['health-case.key', 'health-case.db', 'health-case.db-wal'].map((name) => join(folder, name));
  const settings = readSettings({ DATABASE_URL: `file:${files[1]}` });
  expect(openToOthers(settings)).toEqual([]);
  for (const file of files) writeFileSync(file, '', { mode: 0o600 });
  expect(openToOthers(settings)).toEqual([]);
  for (const mode of [0o640, 0o604, 0o620, 0o602]) {
    for (const file of files) chmodSync(file, mode);
    expect(openToOthers(settings)).toEqual(files);
  }
});
