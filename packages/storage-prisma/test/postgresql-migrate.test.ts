import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { child, keep, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreUnusable } from '../src/failures.ts';
import { readMigrations } from '../src/migrations.ts';
import { isMigrated, migratePostgres } from '../src/postgresql/migrate.ts';
import { nameOf } from '../src/postgresql/settings.ts';
import { applyPostgresMigrations, POSTGRESQL_MIGRATIONS } from '../src/postgresql/storage.ts';
import { draftMigration, emptyPostgres } from '../tools/draft-migration.ts';
import { migrationsFolder } from './support/migrations-folder.ts';
import { connectBeside, migratedDatabase, openPostgres } from './support/postgresql.ts';

const names = async () => (await readMigrations(POSTGRESQL_MIGRATIONS)).map(({ name }) => name);

describe('an empty database', () => {
  it('gets every migration, and has nothing more applied when it is opened again', async () => {
    const url = await migratedDatabase('nothing');
    expect(await names()).not.toEqual([]);
    expect(await applyPostgresMigrations(url)).toEqual(await names());
    expect(await applyPostgresMigrations(url)).toEqual([]);
  });

  it('has each migration recorded as the tools of Prisma do', async () => {
    const beside = await connectBeside(await migratedDatabase());
    const { rows } = await beside.query('SELECT * FROM _prisma_migrations ORDER BY migration_name');
    const migrations = await readMigrations(POSTGRESQL_MIGRATIONS);
    expect(rows).toEqual(
      migrations.map(({ name, script }) => ({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        checksum: createHash('sha256').update(script).digest('hex'),
        migration_name: name,
        started_at: expect.any(Date),
        finished_at: expect.any(Date),
        rolled_back_at: null,
        logs: null,
        applied_steps_count: 1,
      })),
    );
  });

  it('is migrated once by eight that open it at the same moment, and all can work with it', async () => {
    const url = await migratedDatabase('nothing');
    const storages = await Promise.all(Array.from({ length: 8 }, () => openPostgres(url)));
    const children = await Promise.all(
      storages.map(async (storage) => {
        const kept = child((await keepAccount(storage, 'Par')).id, '756.1234');
        await keep(storage, (stores) => stores.children.insert(kept));
        return kept;
      }),
    );
    for (const storage of storages) {
      for (const kept of children) expect(await storage.read.children.record(kept.id)).toEqual(kept);
    }
    const { rows } = await (await connectBeside(url)).query('SELECT migration_name FROM _prisma_migrations');
    expect(rows.map(({ migration_name }) => migration_name)).toEqual(await names());
  });

  it('is waited for by who may not migrate it, who says so once', async () => {
    const url = await migratedDatabase('nothing');
    const waiting = vi.fn();
    const opening = openPostgres(url, { migrating: { waiting } });
    await expect.poll(() => waiting.mock.calls).toEqual([[await names()]]);
    // In which it looks again, and does not say it again.
    await sleep(600);
    await applyPostgresMigrations(url);
    await expect((await opening).ready()).resolves.toBeUndefined();
    expect(waiting).toHaveBeenCalledTimes(1);
  });
});

describe('whether there has ever been a store in a database', () => {
  it('is seen by its migrations', async () => {
    expect(await isMigrated(await migratedDatabase('nothing'))).toBe(false);
    expect(await isMigrated(await migratedDatabase())).toBe(true);
  });
});

describe('the name of a database', () => {
  it.each([
    ['postgres://somebody:hush@example.org:6543/cases?sslmode=require', 'example.org:6543/cases'],
    ['postgresql://example.org/cases', 'example.org:5432/cases'],
    ['postgresql:///cases', 'localhost:5432/cases'],
  ])('is where it is and what it is called, without user and password: %s', (url, name) => {
    expect(nameOf(url)).toBe(name);
  });
});

describe('a migration that fails', () => {
  it('leaves the database as it was, those before it included, and is applied once it is mended', async () => {
    const url = await migratedDatabase('nothing');
    const broken = migrationsFolder(
      ['20260101000000_one', 'CREATE TABLE one (id TEXT);'],
      ['20260101000001_two', 'CREATE TABLE two (id TEXT);\nCREATE TABLE one (id TEXT);'],
    );
    await expect(migratePostgres(url, broken)).rejects.toThrow(
      /^The database \S+ could not be migrated, and was left as it was \(relation "one" already exists\)\.$/,
    );
    const beside = await connectBeside(url);
    const tables = async () =>
      (await beside.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`))
        .rows;
    expect(await tables()).toEqual([]);
    const mended = migrationsFolder(
      ['20260101000000_one', 'CREATE TABLE one (id TEXT);'],
      ['20260101000001_two', 'CREATE TABLE two (id TEXT);'],
    );
    expect(await migratePostgres(url, mended)).toEqual(['20260101000000_one', '20260101000001_two']);
  });

  it('is not recorded outside of what is taken back: once it is mended, it is applied to a store that has served before', async () => {
    const url = await migratedDatabase('nothing');
    const one = ['20260101000000_one', 'CREATE TABLE one (id TEXT);'] as const;
    await migratePostgres(url, migrationsFolder(one));
    const broken = migrationsFolder(one, [
      '20260101000001_two',
      'ALTER TABLE one ADD UNIQUE (id); INSERT INTO one VALUES (1), (1);',
    ]);
    await expect(migratePostgres(url, broken)).rejects.toThrow(
      /\(duplicate key value violates unique constraint "\w+"\)/,
    );
    const mended = migrationsFolder(one, ['20260101000001_two', 'CREATE TABLE two (id TEXT);']);
    expect(await migratePostgres(url, mended)).toEqual(['20260101000001_two']);
  });

  it('says why, where it is that its role may make no table', async () => {
    const url = new URL(await migratedDatabase('nothing'));
    const beside = await connectBeside(url.href);
    url.username = `guest_${url.pathname.slice(1)}`;
    await beside.query(`CREATE ROLE "${url.username}" LOGIN`);
    onTestFinished(async () => void (await beside.query(`DROP ROLE "${url.username}"`)));
    await expectSentence(openPostgres(url.href), /permission denied for schema public/, `${url.host}${url.pathname}`);
  });
});

describe('the migrations', () => {
  it('lead exactly to the models: a draft of the next one has no statements', async () => {
    const url = await migratedDatabase('nothing');
    const draft = await draftMigration('postgresql', emptyPostgres(url));
    expect(draft.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('--'))).toEqual([]);
  });

  it('order every text as its bytes, as SQLite does, whatever the language of the database', async () => {
    const beside = await connectBeside(await migratedDatabase());
    const { rows: language } = await beside.query(`SELECT 'a' < 'B' AS of_a_language`);
    expect(language).toEqual([{ of_a_language: true }]);
    const { rows } = await beside.query(`
      SELECT c.relname || '.' || a.attname AS column, l.collname AS collation
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_collation l ON l.oid = a.attcollation
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'`);
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ collation }) => collation !== 'C')).toEqual([]);
  });
});

const recorded = (name: string, finishedAt: string) => `
  INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at)
  VALUES ('x', 'x', '${name}', now(), ${finishedAt})`;

const databaseWith = async (content: 'schema' | 'nothing', statement: string): Promise<string> => {
  const url = await migratedDatabase(content);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
  return url;
};

describe('a database that', () => {
  it.each([
    [
      'is of another program',
      /belongs to another program; name another database in DATABASE_URL/,
      'nothing',
      'CREATE TABLE notes (text TEXT)',
    ],
    ['is newer than this program', /newer than this program/, 'schema', recorded('29990101000000_later', 'now()')],
    ['was left half migrated', /did not finish/, 'schema', recorded('29990101000000_half', 'NULL')],
  ] as const)(
    '%s is refused in one sentence that names it, and left as it was',
    async (_, sentence, content, statement) => {
      const url = await databaseWith(content, statement);
      const beside = await connectBeside(url);
      const state = async () => (await beside.query('SELECT relname FROM pg_class ORDER BY oid')).rows;
      const before = await state();
      await expectSentence(openPostgres(url), sentence, new URL(url).pathname);
      expect(await state()).toEqual(before);
    },
  );

  it.each([
    [
      'is not there',
      /\(3D000\)/,
      (url: URL) => {
        url.pathname = '/nowhere';
      },
    ],
    [
      'is on a server that does not run',
      /\(ECONNREFUSED\)/,
      (url: URL) => {
        url.port = '1';
      },
    ],
    [
      'is to be reached by TLS where there is none',
      /does not support SSL/,
      (url: URL) => {
        url.searchParams.set('sslmode', 'verify-full');
      },
    ],
  ])('%s is named in one sentence, without the password', async (_, sentence, change) => {
    const url = new URL(await migratedDatabase());
    url.password = 'hush';
    change(url);
    await expectSentence(openPostgres(url.href), sentence, `${url.host}${url.pathname}`);
  });
});

const expectSentence = async (opening: Promise<unknown>, sentence: RegExp, database: string): Promise<void> => {
  const refusal: unknown = await opening.catch((error) => error);
  expect(refusal).toBeInstanceOf(StoreUnusable);
  const { message } = refusal as StoreUnusable;
  expect(message).toMatch(sentence);
  expect(message).toContain(database);
  expect(message).not.toContain('\n');
  expect(message).not.toContain('hush');
};
