import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applySqliteMigrations } from '@health-case/storage-prisma/sqlite/storage';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../src/log.ts';
import { openToOthers, prepareFolder, readSecretKey, rightsFor } from '../src/private-files.ts';
import { startService } from '../src/service.ts';
import { readSettings } from '../src/settings.ts';

const spyOnSync = async () => {
  const handle = await open(tmpdir());
  await handle.close();
  const spy = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
  onTestFinished(() => spy.mockRestore());
  return spy;
};

const keyIn = (folder: string) => ({ kind: 'file', file: join(folder, 'health-case.key'), mayCreate: true }) as const;
const databaseIn = (folder: string) => join(folder, 'health-case.db');

describe('the folder of a database', () => {
  it('is created for its owner alone, with its parents, and each name is synced; one that is there is left alone', async () => {
    const root = scratchFolder();
    const folder = join(root, 'clinic/data');
    const synced: number[] = [];
    const spy = await spyOnSync();
    spy.mockImplementation(async function (this: FileHandle) {
      synced.push((await this.stat()).ino);
    });
    const prepare = () => prepareFolder(databaseIn(folder), keyIn(folder));
    // Two processes may do so at once.
    await Promise.all([prepare(), prepare()]);
    const inodes = [root, dirname(folder)].map((path) => statSync(path).ino);
    expect(new Set(synced)).toEqual(new Set(inodes));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    synced.length = 0;
    await prepare();
    expect(synced).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('is named in a sentence where it cannot be created', async () => {
    await expect(prepareFolder('/proc/x/y/health-case.db', keyIn('/proc/x/y'))).rejects.toThrow(
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

it('a key file that is none is refused: to read a named pipe would wait for whoever writes to it', async () => {
  const key = keyIn(scratchFolder());
  execFileSync('mkfifo', [key.file]);
  await expect(readSecretKey(key, 'existing')).rejects.toThrow(
    `The key file ${key.file} is no file; name one that is.`,
  );
});

it.runIf(process.getuid)('a key file that the user may not read says who that is, and what to do', async () => {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  const rights = rightsFor(Object.assign(new Error('no'), { code: 'EACCES' }));
  expect(rights).toBe(
    `: the service runs as the user with id ${user} and group ${group}, also in a container; let this user alone read it (chown ${user}, chmod 400), and search the folders above it`,
  );
  // What a mounted folder of another system answers.
  expect(rightsFor(Object.assign(new Error('no'), { code: 'EPERM' }))).toBe(rights);
  expect(rightsFor(Object.assign(new Error('no'), { code: 'EIO' }))).toBe('');
  const key = keyIn(scratchFolder());
  writeFileSync(key.file, '', { mode: 0 });
  // Nothing is kept from root.
  const refused = user === 0 ? 'must hold 32 bytes' : `The key file ${key.file} cannot be read (EACCES)${rights}.`;
  await expect(readSecretKey(key, 'existing')).rejects.toThrow(refused);
});

describe('a key file without its database', () => {
  const folderWithKey = async () => {
    const folder = scratchFolder();
    await readSecretKey(keyIn(folder), 'new');
    return { file: keyIn(folder).file, database: databaseIn(folder) };
  };
  const start = async (database: string, more: Readonly<Record<string, string>> = {}): Promise<void> => {
    const settings = readSettings({ DATABASE_URL: `file:${database}`, ...more });
    await (await startService(settings, [], createLog('silent'))).stop();
  };

  it('keeps a service from starting, and no database is created, unless the file is named for a new store', async () => {
    const { file, database } = await folderWithKey();
    await expect(start(database)).rejects.toThrow(
      `The key file ${file} is there, but its database ${database} is not; restore a backup, or name the key file in SECRET_KEY_FILE to begin a new store.`,
    );
    expect(existsSync(database)).toBe(false);
    await start(database, { SECRET_KEY_FILE: file });
    await start(database);
  });

  it('is no obstacle to repeating a first start that was interrupted before its keys were stored', async () => {
    const { database } = await folderWithKey();
    await applySqliteMigrations(database);
    await start(database);
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
