import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { StoreUnusable } from '../src/failures.ts';
import { readMigrations } from '../src/migrations.ts';
import { migrateSqlite } from '../src/sqlite/migrate.ts';
import { applySqliteMigrations, SQLITE_MIGRATIONS } from '../src/sqlite/storage.ts';
import { draftMigration, withEmptySqlite } from '../tools/draft-migration.ts';
import { migrationsFolder } from './support/migrations-folder.ts';
import { migratedFile, openBeside, openSqlite, scratchFile, scratchFolder } from './support/sqlite.ts';

const migrate = (file: string) => migrateSqlite(file, SQLITE_MIGRATIONS);
const names = async () => (await readMigrations(SQLITE_MIGRATIONS)).map(({ name }) => name);

describe('a file that is not there', () => {
  it('is made with every migration, and says which', async () => {
    expect(await names()).not.toEqual([]);
    expect(await migrate(scratchFile())).toEqual(await names());
  });

  it('has nothing more applied when it is opened again, and is only read, though another may be writing', async () => {
    const file = scratchFile();
    await migrate(file);
    const before = readFileSync(file);
    const other = openBeside(file);
    other.exec('BEGIN IMMEDIATE');
    expect(await migrate(file)).toEqual([]);
    other.exec('ROLLBACK');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
  });

  it('records each migration as the tools of Prisma do', async () => {
    const file = scratchFile();
    await migrate(file);
    const migrations = await readMigrations(SQLITE_MIGRATIONS);
    const rows = openBeside(file).prepare('SELECT * FROM _prisma_migrations ORDER BY migration_name').all();
    expect(rows).toEqual(
      migrations.map(({ name, script }) => ({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        checksum: createHash('sha256').update(script).digest('hex'),
        migration_name: name,
        started_at: expect.anything(),
        finished_at: expect.anything(),
        rolled_back_at: null,
        logs: null,
        applied_steps_count: 1,
      })),
    );
  });
});

describe('a file that another process is migrating', () => {
  it('is waited for, and migrated if that process has not done it', async () => {
    const file = scratchFile();
    const other = openBeside(`${file}-migrating`);
    other.exec('BEGIN EXCLUSIVE');
    const migrating = applySqliteMigrations(file);
    await sleep(100);
    expect(existsSync(file)).toBe(false);
    other.close();
    expect(await migrating).toEqual(await names());
    expect(await applySqliteMigrations(file)).toEqual([]);
    expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
  });

  it('is waited for by who may not migrate it, who says so once', async () => {
    const file = scratchFile();
    const waiting = vi.fn();
    const opening = openSqlite(file, { migrating: { waiting } });
    await expect.poll(() => waiting.mock.calls).toEqual([[await names()]]);
    // In which it looks again, and does not say it again.
    await sleep(600);
    expect(readdirSync(dirname(file))).toEqual([]);
    await applySqliteMigrations(file);
    await expect((await opening).ready()).resolves.toBeUndefined();
    expect(waiting).toHaveBeenCalledTimes(1);
  });
});

describe('the migrations', () => {
  it('are none where there is no folder yet, and must not be looked for in a file', async () => {
    expect(await readMigrations(join(scratchFolder(), 'migrations'))).toEqual([]);
    await expect(readMigrations(await migratedFile())).rejects.toThrow(/ENOTDIR/);
  });

  it('lead exactly to the models: a draft of the next one has no statements', async () => {
    const statements = (await withEmptySqlite((empty) => draftMigration('sqlite', empty)))
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('--'));
    expect(statements).toEqual([]);
  });
});

describe('a migration that fails', () => {
  it('leaves the file as it was, those before it included, and is applied once it is mended', async () => {
    const file = scratchFile();
    const one = ['20260101000000_one', 'CREATE TABLE one (id TEXT);'] as const;
    const broken = migrationsFolder(one, [
      '20260101000001_two',
      'CREATE TABLE two (id TEXT);\nCREATE TABLE one (id TEXT);',
    ]);
    await expect(migrateSqlite(file, broken)).rejects.toThrow(/^table one already exists$/);
    expect(openBeside(file).prepare('SELECT name FROM sqlite_master').all()).toEqual([]);
    const mended = migrationsFolder(one, ['20260101000001_two', 'CREATE TABLE two (id TEXT);']);
    expect(await migrateSqlite(file, mended)).toEqual(['20260101000000_one', '20260101000001_two']);
  });

  it('is one that leaves references to what is not there, too', async () => {
    const file = scratchFile();
    const dangling = `
      CREATE TABLE parent (id TEXT PRIMARY KEY);
      CREATE TABLE child (parent TEXT REFERENCES parent (id));
      INSERT INTO child VALUES ('nobody');`;
    const migrating = migrateSqlite(file, migrationsFolder(['20260101000000_one', dangling]));
    await expect(migrating).rejects.toThrow('A migration leaves references to what is not there.');
    expect(openBeside(file).prepare('SELECT name FROM sqlite_master').all()).toEqual([]);
  });
});

describe('a file whose writer has died', () => {
  it('in the middle of its first transaction is empty again, and migrated', async () => {
    const file = scratchFile();
    const writer = new Database(file);
    // With hardly any cache, what is not committed yet is in the file already.
    writer.exec('PRAGMA cache_size = 1; BEGIN; CREATE TABLE notes (text TEXT)');
    for (let nth = 0; nth < 20; nth += 1) writer.exec('INSERT INTO notes VALUES (randomblob(4000))');
    const left = scratchFile();
    for (const suffix of ['', '-journal']) copyFileSync(file + suffix, left + suffix);
    writer.close();
    expect(readFileSync(left).length).toBeGreaterThan(0);
    const link = scratchFile();
    symlinkSync(left, link);
    expect(await migrate(link)).toEqual(await names());
  });
});

/** Writes a file with SQLite, and lets go of it. */
const write = (file: string, statement: string): void => {
  const database = new Database(file);
  database.exec(statement);
  database.close();
};

const recorded = (name: string, finishedAt: string) =>
  `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at) VALUES ('x', 'x', '${name}', 1, ${finishedAt})`;

const written = (make: (file: string) => void) => async (): Promise<string> => {
  const file = scratchFile();
  make(file);
  return file;
};
const migratedAnd = (statement: string) => async (): Promise<string> => {
  const file = await migratedFile();
  write(file, statement);
  return file;
};

describe('a file that', () => {
  it.each([
    ['is no database', /not a database/, written((file) => writeFileSync(file, 'Dear diary, '.repeat(500)))],
    [
      'is of another program',
      /belongs to another program; name another file in DATABASE_URL/,
      written((file) => write(file, 'CREATE TABLE notes (text)')),
    ],
    ['is newer than this program', /newer than this program/, migratedAnd(recorded('29990101000000_later', '2'))],
    ['was left half migrated', /did not finish/, migratedAnd(recorded('29990101000000_half', 'NULL'))],
  ])('%s is refused in one sentence that names it, and left as it was', async (_, sentence, make) => {
    const file = await make();
    const before = readFileSync(file);
    const refusal: unknown = await openSqlite(file).catch((error) => error);
    expect(refusal).toBeInstanceOf(StoreUnusable);
    expect(refusal).toMatchObject({ name: 'StoreUnusable' });
    const { message } = refusal as StoreUnusable;
    expect(message).toMatch(sentence);
    expect(message.split(file)).toHaveLength(2);
    expect(message).not.toContain('\n');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(dirname(file)).filter((name) => !/\.db(-wal|-shm)?$/.test(name))).toEqual([]);
  });

  it('is a folder is refused', async () => {
    const folder = scratchFolder();
    await expect(openSqlite(folder)).rejects.toThrow(
      new StoreUnusable(`${folder} is no file; name a SQLite file in DATABASE_URL.`),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is in a folder that is not there is refused, and the folder is not made', async () => {
    const folder = scratchFolder();
    await expect(openSqlite(join(folder, 'missing', 'health-case.db'))).rejects.toBeInstanceOf(StoreUnusable);
    expect(readdirSync(folder)).toEqual([]);
  });
});
