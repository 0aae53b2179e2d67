import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { StoreUnusable } from '../src/failures.ts';
import { backUpSqlite } from '../src/store-files/back-up.ts';
import { migratedFile, openSqlite, scratchFile, scratchFolder } from './support/sqlite.ts';
import { backUp, contentsOf, followed, storeWithAccount } from './support/store-files.ts';

describe('a backup', () => {
  it('is one file for its owner alone, without a log, and leaves the store as it was', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    await keepAccount(storage, 'Doc');
    const before = contentsOf(dirname(file));
    const backup = join(scratchFolder(), 'backup.db');
    const { reports, following } = followed();
    const bytes = await backUpSqlite(file, backup, following);
    const { mode, size } = statSync(backup);
    expect([bytes, mode & 0o777]).toEqual([size, 0o600]);
    expect(readdirSync(dirname(backup))).toEqual(['backup.db']);
    expect(reports).toContainEqual({ step: 'copying', share: 0 });
    expect(reports.at(-1)).toEqual({ step: 'checking' });
    const after = contentsOf(dirname(file));
    for (const name of ['health-case.db', 'health-case.db-wal']) expect(after[name]).toBe(before[name]);
  });

  it('carries nothing along of what was removed before', async () => {
    const file = scratchFile();
    await (await openSqlite(file)).close();
    const database = new Database(file);
    database.pragma('secure_delete = OFF');
    database.exec(`CREATE TABLE gone (text); INSERT INTO gone VALUES ('the secret of ' || hex(zeroblob(9000)))`);
    database.exec('DROP TABLE gone');
    database.close();
    expect(readFileSync(file).includes('the secret of 0000')).toBe(true);
    const backup = join(scratchFolder(), 'backup.db');
    await backUp(file, backup);
    expect(readFileSync(backup).includes('the secret of 0000')).toBe(false);
  });

  it('overwrites nothing: neither a file of that name nor what another backup is just making', async () => {
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

  it('does not overwrite what came to its name while it was made', async () => {
    const { file } = await storeWithAccount();
    const target = join(scratchFolder(), 'backup.db');
    const { signal } = new AbortController();
    const report = ({ step }: { readonly step: string }) => {
      if (step === 'checking') writeFileSync(target, 'precious');
    };
    await expect(backUpSqlite(file, target, { signal, report })).rejects.toThrow(/is there already/);
    expect(readdirSync(dirname(target))).toEqual(['backup.db']);
    expect(readFileSync(target, 'utf8')).toBe('precious');
  });

  it('is given up at once when it is interrupted, and leaves nothing behind', async () => {
    const { file } = await storeWithAccount();
    for (const step of ['copying', 'checking']) {
      const target = join(scratchFolder(), 'backup.db');
      const interrupted = new AbortController();
      const report = (progress: { readonly step: string }) => {
        if (progress.step === step) interrupted.abort();
      };
      await expect(backUpSqlite(file, target, { signal: interrupted.signal, report })).rejects.toThrow(/abort/);
      expect(readdirSync(dirname(target))).toEqual([]);
    }
  });
});

describe('a backup is refused in one sentence, and nothing is left behind, where', () => {
  const another = (file: string) => {
    const database = new Database(file);
    database.exec('CREATE TABLE notes (text)');
    database.close();
  };
  const damaged = async (file: string) => {
    const bytes = readFileSync(await migratedFile());
    bytes.fill(0xff, 4096, 3 * 4096);
    writeFileSync(file, bytes);
  };
  it.each([
    ['there is no store', /^There is no database .*source\.db; name/, () => undefined],
    [
      'the store is no database',
      /could not be made \(file is not a database\)/,
      (file: string) => writeFileSync(file, 'a'.repeat(5000)),
    ],
    ['it belongs to another program', /source\.db belongs to another program/, another],
    ['it is damaged', /could not be made \(database disk image is malformed\)/, damaged],
  ])('%s', async (_, sentence, make) => {
    const source = join(scratchFolder(), 'source.db');
    await make(source);
    const target = join(scratchFolder(), 'backup.db');
    const refusal: unknown = await backUp(source, target).catch((error) => error);
    expect(refusal).toBeInstanceOf(StoreUnusable);
    expect((refusal as StoreUnusable).message).toMatch(sentence);
    expect(readdirSync(dirname(target))).toEqual([]);
    expect(existsSync(target)).toBe(false);
  });

  it('its folder is not there', async () => {
    const { file } = await storeWithAccount();
    const folder = scratchFolder();
    await expect(backUp(file, join(folder, 'none', 'backup.db'))).rejects.toThrow(
      /could not be made \(ENOENT: no such/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});
