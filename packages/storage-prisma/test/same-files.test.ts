import { copyFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { Unavailable } from '@health-case/domain/errors';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migratedFile, openSqlite } from './support/sqlite.ts';
import { insert } from './support/writes.ts';

const MISHAPS: readonly (readonly [string, (file: string) => void])[] = [
  ['the file is removed', (file) => rmSync(file)],
  [
    'another file takes its place',
    (file) => {
      copyFileSync(file, `${file}-copy`);
      renameSync(`${file}-copy`, file);
    },
  ],
  ['its write-ahead log is removed', (file) => rmSync(`${file}-wal`)],
];

/** By a lock that is held too long. */
const failOnce = async (file: string, storage: Storage): Promise<void> => {
  const other = new Database(file);
  other.exec('BEGIN IMMEDIATE');
  await expect(insert(storage)).rejects.toThrow(Unavailable);
  other.close();
};

describe('a database file that is not the one that was opened', () => {
  it.each(MISHAPS)('is neither ready nor written to: %s', async (_, mishap) => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    mishap(file);
    await expect(storage.ready()).rejects.toThrow(Unavailable);
    await expect(insert(storage)).rejects.toThrow(`The database ${file} was removed or replaced while it was open.`);
  });

  it.each(MISHAPS)('acknowledges no unit of work during which %s', async (_, mishap) => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    const unit = storage.write(async () => {
      mishap(file);
      return ok(undefined);
    });
    await expect(unit).rejects.toThrow(Unavailable);
  });

  it('is not made anew by the connection that follows one that was given up', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file, { lockTimeout: 0 });
    await failOnce(file, storage);
    rmSync(file);
    await expect(insert(storage)).rejects.toThrow('removed or replaced');
  });

  it('can be put back, and may have been opened by way of a link', async () => {
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

it('a database is written to after one of its connections was given up', async () => {
  const file = await migratedFile();
  const storage = await openSqlite(file, { lockTimeout: 0 });
  await failOnce(file, storage);
  expect((await insert(storage)).ok).toBe(true);
});
