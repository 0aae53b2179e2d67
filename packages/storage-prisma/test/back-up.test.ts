import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { StoreUnusable } from '../src/failures.ts';
import { backUpSqlite } from '../src/store-files/back-up.ts';
import { migratedFile, openSqlite, scratchFile, scratchFolder } from './support/sqlite.ts';
import { at, backUp, contentsOf, damage, fileWork, storeWithAccount } from './support/store-files.ts';

/** A name for a backup, in a folder of its own. */
const newTarget = (): string => join(scratchFolder(), 'backup.db');

describe('a backup', () => {
  it('is one file for its owner alone, without a log, and leaves the store as it was', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    await keepAccount(storage, 'Doc');
    const before = contentsOf(dirname(file));
    const target = newTarget();
    const { reports, work } = fileWork();
    const bytes = await backUpSqlite(file, target, work);
    const { mode, size } = statSync(target);
    expect([bytes, mode & 0o777]).toEqual([size, 0o600]);
    expect(readdirSync(dirname(target))).toEqual(['backup.db']);
    expect(reports).toContainEqual({ step: 'copying', share: 0 });
    expect(reports.at(-1)).toEqual({ step: 'checking' });
    const after = contentsOf(dirname(file));
    for (const name of ['health-case.db', 'health-case.db-wal']) expect(after[name]).toBe(before[name]);
  });

  it('holds nothing that was removed before', async () => {
    const file = scratchFile();
    await (await openSqlite(file)).close();
    const database = new Database(file);
    database.pragma('secure_delete = OFF');
    database.exec(`CREATE TABLE gone (text); INSERT INTO gone VALUES ('the secret of ' || hex(zeroblob(9000)))`);
    database.exec('DROP TABLE gone');
    database.close();
    expect(readFileSync(file).includes('the secret of 0000')).toBe(true);
    const target = newTarget();
    await backUp(file, target);
    expect(readFileSync(target).includes('the secret of 0000')).toBe(false);
  });

  it('overwrites neither a file of its name, nor the draft of another backup, nor the store', async () => {
    const { file } = await storeWithAccount();
    const folder = scratchFolder();
    writeFileSync(join(folder, 'taken.db'), 'precious');
    writeFileSync(join(folder, 'begun.db.part'), 'precious');
    const before = contentsOf(folder);
    await expect(backUp(file, join(folder, 'taken.db'))).rejects.toThrow(/taken\.db is there already; name another/);
    await expect(backUp(file, join(folder, 'begun.db'))).rejects.toThrow(/begun\.db\.part is there: remove it/);
    await expect(backUp(file, file)).rejects.toThrow(StoreUnusable);
    expect(contentsOf(folder)).toEqual(before);
  });

  it('overwrites no file that gets its name in the meantime', async () => {
    const { file } = await storeWithAccount();
    const target = newTarget();
    const taken = at('checking', () => writeFileSync(target, 'precious'));
    await expect(backUpSqlite(file, target, taken)).rejects.toThrow(/is there already/);
    expect(readdirSync(dirname(target))).toEqual(['backup.db']);
    expect(readFileSync(target, 'utf8')).toBe('precious');
  });

  it.each(['copying', 'checking'] as const)(
    'is aborted at once while it is %s, and leaves nothing behind',
    async (step) => {
      const { file } = await storeWithAccount();
      const target = newTarget();
      await expect(backUpSqlite(file, target, at(step, 'abort'))).rejects.toThrow(/abort/);
      expect(readdirSync(dirname(target))).toEqual([]);
    },
  );
});

describe('a backup is refused in one sentence, and nothing is left behind, where', () => {
  const ofAnotherProgram = (file: string) => {
    const database = new Database(file);
    database.exec('CREATE TABLE notes (text)');
    database.close();
  };
  const damaged = async (file: string) => {
    writeFileSync(file, readFileSync(await migratedFile()));
    damage(file);
  };
  it.each([
    ['there is no store', /^There is no database .*source\.db; name/, () => undefined],
    [
      'the store is no database',
      /could not be made \(file is not a database\)/,
      (file: string) => writeFileSync(file, 'a'.repeat(5000)),
    ],
    ['it belongs to another program', /source\.db belongs to another program/, ofAnotherProgram],
    ['it is damaged', /could not be made \(database disk image is malformed\)/, damaged],
    ['its folder is not there', /could not be made \(ENOENT: no such/, damaged, 'missing/backup.db'],
  ])('%s', async (_, sentence, make, name = 'backup.db') => {
    const [source, folder] = [join(scratchFolder(), 'source.db'), scratchFolder()];
    await make(source);
    const refusal: unknown = await backUp(source, join(folder, name)).catch((error) => error);
    expect(refusal).toBeInstanceOf(StoreUnusable);
    expect((refusal as StoreUnusable).message).toMatch(sentence);
    expect(readdirSync(folder)).toEqual([]);
  });
});
