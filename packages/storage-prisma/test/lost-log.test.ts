import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import { describe, expect, it } from 'vitest';
import { applySqliteMigrations } from '../src/sqlite/storage.ts';
import { restore } from './support/store-file-calls.ts';
import { backedUp } from './support/store-files.ts';
import { keyring, migratedFile, openSqlite, refusalOf, scratchFile } from './support/stores.ts';

/** A store as a killed process leaves it, whose only account is in the log, and the log is gone. */
const withoutLog = async () => {
  const served = await migratedFile();
  const { id } = await keepAccount(await openSqlite(served), 'Doc');
  const file = scratchFile();
  for (const suffix of ['', '-running']) copyFileSync(served + suffix, file + suffix);
  return { file, id, log: `${served}-wal` };
};

describe('a start that finds the log of the last process gone', () => {
  it('is refused, also to migrate, until the log is put back', async () => {
    const { file, id, log } = await withoutLog();
    const sentence = `The database ${file} was not closed, and its log ${file}-wal is gone`;
    for (const start of [openSqlite, applySqliteMigrations, openSqlite]) {
      expect(await refusalOf(start(file))).toContain(sentence);
    }
    copyFileSync(log, `${file}-wal`);
    expect((await (await openSqlite(file)).read.accounts.find(id))?.id).toBe(id);
  });

  it('goes on with what is left once the operator has removed the note', async () => {
    const { file } = await withoutLog();
    rmSync(`${file}-running`);
    await keepAccount(await openSqlite(file), 'Doc');
  });

  it('goes on with a backup that was restored', async () => {
    const { file } = await withoutLog();
    const { backup, id } = await backedUp();
    await restore(backup, file, { force: true });
    expect((await (await openSqlite(file)).read.accounts.find(id))?.id).toBe(id);
  });
});

describe('the note that a log is there', () => {
  it('stays as long as a process has the store open, and goes when the last one closes it', async () => {
    const file = await migratedFile();
    const [one, other] = [await openSqlite(file), await openSqlite(file)];
    const isNoted = () => existsSync(`${file}-running`);
    expect(isNoted()).toBe(true);
    await one.close();
    expect(isNoted()).toBe(true);
    await other.close();
    expect([isNoted(), existsSync(`${file}-wal`)]).toEqual([false, false]);
  });

  it('goes also where the log of a killed process is written into the database and the store is not opened', async () => {
    const file = await migratedFile();
    await expect(openSqlite(file, { keyring: keyring(8) })).rejects.toThrow('secret key');
    expect(existsSync(`${file}-running`)).toBe(false);
    await openSqlite(file);
  });

  it('goes when a process closes a store whose log was removed while it served, and nothing is lost', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    const { id } = await keepAccount(storage, 'Doc');
    rmSync(`${file}-wal`);
    await storage.close();
    expect((await (await openSqlite(file)).read.accounts.find(id))?.id).toBe(id);
  });
});
