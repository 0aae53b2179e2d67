import { execFileSync } from 'node:child_process';
import { promises, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreUnusable } from '../src/failures.ts';
import { backUp } from './support/store-file-calls.ts';
import {
  abortedAfter,
  contentsOf,
  damage,
  execute,
  failToSync,
  storeWithAccount,
  whenThreads,
} from './support/store-files.ts';
import { migratedFile, openSqlite, refusalOf, scratchFolder } from './support/stores.ts';

/** A name for a backup, in a folder of its own. */
const newTarget = (): string => join(scratchFolder(), 'backup.db');

/** A closed store with one account, and a name for its backup. */
const prepared = async () => ({ ...(await storeWithAccount()), target: newTarget() });

describe('a backup', () => {
  it('is one file for its owner alone, without a log, and leaves the store as it was', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    await keepAccount(storage, 'Doc');
    const before = contentsOf(dirname(file));
    const target = newTarget();
    const bytes = await backUp(file, target);
    const { mode, size } = statSync(target);
    expect([bytes, mode & 0o777]).toEqual([size, 0o600]);
    expect(readdirSync(dirname(target))).toEqual(['backup.db']);
    const after = contentsOf(dirname(file));
    for (const name of ['health-case.db', 'health-case.db-wal']) expect(after[name]).toBe(before[name]);
  });

  it('holds nothing that was removed before', async () => {
    const { file, target } = await prepared();
    execute(
      file,
      `PRAGMA secure_delete = OFF; CREATE TABLE gone (text);
       INSERT INTO gone VALUES ('the secret of ' || hex(zeroblob(9000))); DROP TABLE gone`,
    );
    expect(readFileSync(file).includes('the secret of 0000')).toBe(true);
    await backUp(file, target);
    expect(readFileSync(target).includes('the secret of 0000')).toBe(false);
  });

  it('overwrites neither a file of its name nor the store', async () => {
    const { file } = await storeWithAccount();
    const folder = scratchFolder();
    writeFileSync(join(folder, 'taken.db'), 'precious');
    const before = contentsOf(folder);
    await expect(backUp(file, join(folder, 'taken.db'))).rejects.toThrow(/taken\.db is there already; name another/);
    await expect(backUp(file, file)).rejects.toThrow(StoreUnusable);
    expect(contentsOf(folder)).toEqual(before);
  });

  it('overwrites no file that gets its name in the meantime', async () => {
    const { file, target } = await prepared();
    whenThreads(2, () => writeFileSync(target, 'precious'));
    await expect(backUp(file, target)).rejects.toThrow(/is there already/);
    expect(readdirSync(dirname(target))).toEqual(['backup.db']);
    expect(readFileSync(target, 'utf8')).toBe('precious');
  });

  it('overwrites not even a link to nothing', async () => {
    const { file, target } = await prepared();
    symlinkSync('nothing', target);
    await expect(backUp(file, target)).rejects.toThrow(/is there already/);
    expect([readdirSync(dirname(target)), readlinkSync(target)]).toEqual([['backup.db'], 'nothing']);
  });

  it('gets its name also where the file system has no links', async () => {
    const { file, target } = await prepared();
    const spy = vi.spyOn(promises, 'link').mockRejectedValue(new Error('EPERM'));
    syncBuiltinESMExports();
    onTestFinished(() => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
    expect(await backUp(file, target)).toBe(statSync(target).size);
    expect(readdirSync(dirname(target))).toEqual(['backup.db']);
  });

  it('is there, and the sentence says so, if only its name could not be flushed', async () => {
    const { file, target } = await prepared();
    await failToSync('folders');
    expect(await refusalOf(backUp(file, target))).toMatch(/backup\.db is made, but .* \(EIO: i\/o error\)/);
    expect(readdirSync(dirname(target))).toEqual(['backup.db']);
  });

  it.each([
    ['copying', 0],
    ['checking', 2],
  ])('is aborted at once while it is %s, and leaves nothing', async (_, threads) => {
    const { file, target } = await prepared();
    await expect(backUp(file, target, abortedAfter(threads))).rejects.toThrow(/abort/);
    expect(readdirSync(dirname(target))).toEqual([]);
  });
});

describe('a backup is refused in one sentence, and nothing is left behind, where', () => {
  const damaged = async (file: string) => {
    writeFileSync(file, readFileSync(await migratedFile()));
    damage(file);
  };
  it.each<[string, RegExp, (file: string) => unknown, string?]>([
    ['there is no store', /^There is no database .*source\.db; name/, () => undefined],
    ['the store is a named pipe', /is no file; name a SQLite file/, (file) => execFileSync('mkfifo', [file])],
    ['the store is no database', /\(file is not a database\)/, (file) => writeFileSync(file, 'a'.repeat(5000))],
    ['it is of another program', /belongs to another program/, (file) => execute(file, 'CREATE TABLE notes (text)')],
    ['it is damaged', /could not be made \(database disk image is malformed\)/, damaged],
    ['its folder is not there', /could not be made \(ENOENT: no such/, damaged, 'missing/backup.db'],
  ])('%s', async (_, sentence, make, name = 'backup.db') => {
    const [source, folder] = [join(scratchFolder(), 'source.db'), scratchFolder()];
    await make(source);
    expect(await refusalOf(backUp(source, join(folder, name)))).toMatch(sentence);
    expect(readdirSync(folder)).toEqual([]);
  });
});
