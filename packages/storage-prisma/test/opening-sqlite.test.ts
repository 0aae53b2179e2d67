import { copyFileSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import { openSealedStorage } from '@health-case/domain/sealed-storage';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate, migrationsOf, readMigrations } from '../src/migrations.ts';
import { openReader } from '../src/sqlite/connection.ts';
import { sqliteFile } from '../src/sqlite/migrate.ts';
import { applySqliteMigrations } from '../src/sqlite/storage.ts';
import { openSqliteTransactions } from '../src/sqlite/transactions.ts';
import { keyring } from './support/keyring.ts';
import { migrationsFolder, refusalOf } from './support/migrations.ts';
import { migratedFile, openBeside, openSqlite, scratchFile, scratchFolder } from './support/sqlite.ts';

const names = async () => (await readMigrations(migrationsOf('sqlite'))).map(({ name }) => name);

describe('a SQLite file whose lock another process holds while it is opened', () => {
  it('is waited for to switch to WAL mode', async () => {
    const file = await migratedFile();
    const other = openBeside(file);
    other.exec('PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE');
    const opening = openSqlite(file);
    await sleep(100);
    other.exec('COMMIT');
    await keepAccount(await opening, 'Par');
    expect(other.prepare('SELECT count(*) FROM Account').pluck().get()).toBe(1);
    expect(other.pragma('journal_mode', { simple: true })).toBe('wal');
  });

  it('is waited for, also where the lock is exclusive', async () => {
    const file = await migratedFile();
    const other = openBeside(file);
    other.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    const opening = openSqliteTransactions({ file, lockTimeout: 5000 });
    await sleep(100);
    other.exec('COMMIT');
    await (await opening).close();
  });

  it('is waited for to create keys, and the keys that the other process created are used', async () => {
    const file = await migratedFile();
    const transactions = await openSqliteTransactions({ file, lockTimeout: 5000 });
    const reader = await openReader(file);
    onTestFinished(async () => {
      await Promise.all([transactions.close(), reader.close()]);
    });
    const other = openBeside(file);
    other.exec('CREATE TEMP TABLE made AS SELECT * FROM WrappedKey; DELETE FROM WrappedKey; BEGIN IMMEDIATE');
    const opening = openSealedStorage(
      {
        tables: reader.tables,
        transaction: (work) =>
          transactions.transaction(async ({ tables }) => {
            const result = await work(tables);
            return { result, commit: result.ok };
          }),
      },
      keyring(),
    );
    await sleep(100);
    other.exec('INSERT INTO WrappedKey SELECT * FROM made; COMMIT');
    await opening;
    const keys = (table: string) => other.prepare(`SELECT * FROM ${table} ORDER BY id`).all();
    expect(keys('WrappedKey')).toEqual(keys('made'));
  });
});

describe('a SQLite file', () => {
  it('that is up to date is only read, even while another process writes', async () => {
    const file = await migratedFile();
    const before = readFileSync(file);
    openBeside(file).exec('BEGIN IMMEDIATE');
    expect(await migrate(sqliteFile(file))).toEqual([]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('that another process migrates is waited for, and migrated if that process did not do it', async () => {
    const file = scratchFile();
    const other = openBeside(file);
    other.exec('BEGIN EXCLUSIVE');
    const migrating = applySqliteMigrations(file);
    await sleep(100);
    other.close();
    expect(await migrating).toEqual(await names());
    expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
  });

  it('whose first writer died in its transaction is rolled back and migrated, also by a link', async () => {
    const file = scratchFile();
    const writer = openBeside(file);
    // With hardly any cache, uncommitted pages are in the file already.
    writer.exec('PRAGMA cache_size = 1; BEGIN; CREATE TABLE notes (text TEXT)');
    for (let nth = 0; nth < 20; nth += 1) writer.exec('INSERT INTO notes VALUES (randomblob(4000))');
    const [left, link] = [scratchFile(), scratchFile()];
    for (const suffix of ['', '-journal']) copyFileSync(file + suffix, left + suffix);
    expect(readFileSync(left).length).toBeGreaterThan(0);
    symlinkSync(left, link);
    expect(await migrate(sqliteFile(link))).toEqual(await names());
  });

  it('refuses a migration that leaves references to missing rows', async () => {
    const file = scratchFile();
    const dangling = `
      CREATE TABLE parent (id TEXT PRIMARY KEY);
      CREATE TABLE child (parent TEXT REFERENCES parent (id));
      INSERT INTO child VALUES ('nobody');`;
    const migrating = migrate(sqliteFile(file), migrationsFolder(['20260101000000_one', dangling]));
    await expect(migrating).rejects.toThrow('A migration leaves references to what is not there.');
    expect(openBeside(file).prepare('SELECT name FROM sqlite_master').all()).toEqual([]);
  });

  it.each([
    ['that is no database', /not a database/, (file: string) => writeFileSync(file, 'Dear diary, '.repeat(500))],
    ['in a missing folder', /cannot be opened/, () => undefined, 'missing/health-case.db'],
    ['that is a folder', /is no file; name a SQLite file in DATABASE_URL\.$/, () => undefined, ''],
  ])('%s is refused in one sentence, and nothing is changed', async (_, sentence, make, path = 'health-case.db') => {
    const folder = scratchFolder();
    const file = join(folder, path);
    make(file);
    const before = readdirSync(folder);
    expect(await refusalOf(openSqlite(file), file)).toMatch(sentence);
    expect(readdirSync(folder)).toEqual(before);
  });
});
