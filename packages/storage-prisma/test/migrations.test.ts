import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { child, keep, keepAccount } from '@health-case/domain/contracts/storage/samples';
import type { Storage } from '@health-case/domain/ports/storage';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Migrating, migrate, migrationsOf, readMigrations } from '../src/migrations.ts';
import { isMigrated, postgresDatabase } from '../src/postgresql/migrate.ts';
import { nameOf } from '../src/postgresql/settings.ts';
import { sqliteFile } from '../src/sqlite/migrate.ts';
import { draftMigration, emptyPostgres, withEmptySqlite } from '../tools/draft-migration.ts';
import { migrationsFolder, refusalOf } from './support/migrations.ts';
import { connectBeside, migratedDatabase, openPostgres } from './support/postgresql.ts';
import { migratedFile, openSqlite, scratchFile } from './support/sqlite.ts';

type Rows = readonly Record<string, unknown>[];

/** A database to migrate, and what stands in it. */
type Place = {
  readonly name: string;
  readonly migrate: (folder: string) => Promise<readonly string[]>;
  readonly open: (options?: { readonly migrating?: Migrating }) => Promise<Storage>;
  readonly draft: () => Promise<string>;
  readonly query: (statement: string) => Promise<Rows>;
  /** All that is the same as long as nothing is changed. */
  readonly state: () => Promise<unknown>;
};

const onSqlite = async (content: 'schema' | 'nothing'): Promise<Place> => {
  const file = content === 'schema' ? await migratedFile() : scratchFile();
  return {
    name: file,
    migrate: (folder) => migrate(sqliteFile(file), folder),
    open: (options) => openSqlite(file, options),
    draft: () => withEmptySqlite(draftMigration),
    query: async (statement) => {
      const database = new Database(file);
      const prepared = database.prepare<[], Rows[number]>(statement);
      const rows = prepared.reader ? prepared.all() : [];
      if (!prepared.reader) prepared.run();
      database.close();
      return rows;
    },
    state: async () => [readFileSync(file), readdirSync(dirname(file)).filter((name) => !/-(wal|shm)$/.test(name))],
  };
};

const onPostgres = async (content: 'schema' | 'nothing'): Promise<Place> => {
  const url = await migratedDatabase(content);
  const beside = await connectBeside(url);
  return {
    name: nameOf(url),
    migrate: (folder) => migrate(postgresDatabase(url), folder),
    open: (options) => openPostgres(url, options),
    draft: () => draftMigration(emptyPostgres(url)),
    query: async (statement) => (await beside.query(statement)).rows,
    state: async () => (await beside.query('SELECT relname FROM pg_class ORDER BY oid')).rows,
  };
};

const ONE = ['20260101000000_one', 'CREATE TABLE one (id TEXT);'] as const;
const two = (script: string) => migrationsFolder(ONE, ['20260101000001_two', script]);

const PROVIDERS = [
  {
    provider: 'SQLite',
    openPlace: onSqlite,
    folder: migrationsOf('sqlite'),
    tables: `sqlite_master WHERE type = 'table'`,
  },
  {
    provider: 'PostgreSQL',
    openPlace: onPostgres,
    folder: migrationsOf('postgresql'),
    tables: `pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  },
];

describe.each(PROVIDERS)('an empty database on $provider', ({ openPlace, folder }) => {
  const names = async () => (await readMigrations(folder)).map(({ name }) => name);

  it('gets every migration once, recorded as the tools of Prisma do', async () => {
    const { migrate, query } = await openPlace('nothing');
    expect(await names()).not.toEqual([]);
    expect(await migrate(folder)).toEqual(await names());
    expect(await migrate(folder)).toEqual([]);
    expect(await query('SELECT * FROM _prisma_migrations ORDER BY migration_name')).toEqual(
      (await readMigrations(folder)).map(({ name, script }) => ({
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

  it("is migrated once by eight openers at the same moment, which then read each other's encrypted data", async () => {
    const { open, query } = await openPlace('nothing');
    const storages = await Promise.all(Array.from({ length: 8 }, () => open()));
    const children = await Promise.all(
      storages.map(async (storage) => {
        const added = child((await keepAccount(storage, 'Par')).id, '756.1234');
        await keep(storage, (stores) => stores.children.insert(added));
        return added;
      }),
    );
    for (const storage of storages) {
      for (const added of children) expect(await storage.read.children.record(added.id)).toEqual(added);
    }
    const rows = await query('SELECT migration_name FROM _prisma_migrations ORDER BY migration_name');
    expect(rows.map((row) => row['migration_name'])).toEqual(await names());
  });

  it('is waited for by an opener that may not migrate, which reports it once', async () => {
    const { migrate, open } = await openPlace('nothing');
    const waiting = vi.fn();
    const opening = open({ migrating: { waiting } });
    await expect.poll(() => waiting.mock.calls).toEqual([[await names()]]);
    // Longer than the interval at which it looks again.
    await sleep(600);
    await migrate(folder);
    await expect((await opening).ready()).resolves.toBeUndefined();
    expect(waiting).toHaveBeenCalledTimes(1);
  });
});

describe.each(PROVIDERS)('on $provider', ({ openPlace, tables }) => {
  it('Prisma takes the migrations for applied, and they lead exactly to the models: a draft of the next has no statements', async () => {
    const draft = await (await openPlace('nothing')).draft();
    expect(draft.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('--'))).toEqual([]);
  });

  it('a failing migration leaves the database as it was, those before it included, and is applied once it is mended', async () => {
    const { migrate, query } = await openPlace('nothing');
    const broken = two('CREATE TABLE two (id TEXT);\nCREATE TABLE one (id TEXT);');
    await expect(migrate(broken)).rejects.toThrow(/(table|relation "?)\W*one"? already exists/);
    expect(await query(`SELECT 1 FROM ${tables}`)).toEqual([]);
    expect(await migrate(migrationsFolder(ONE))).toEqual([ONE[0]]);
    const violated = 'CREATE UNIQUE INDEX once ON one (id); INSERT INTO one VALUES (1), (1);';
    await expect(migrate(two(violated))).rejects.toThrow(/unique constraint/i);
    expect(await migrate(two('CREATE TABLE two (id TEXT);'))).toEqual(['20260101000001_two']);
  });

  const recorded = (name: string, finishedAt: string) => `INSERT INTO _prisma_migrations
    (id, checksum, migration_name, started_at, finished_at)
    VALUES ('x', 'x', '${name}', CURRENT_TIMESTAMP, ${finishedAt})`;

  it.each([
    [
      'is of another program',
      /belongs to another program; name another (file|database) in DATABASE_URL/,
      'nothing',
      'CREATE TABLE notes (text TEXT)',
    ],
    [
      'is newer than this program',
      /newer than this program/,
      'schema',
      recorded('29990101000000_later', 'CURRENT_TIMESTAMP'),
    ],
    ['was left half migrated', /did not finish/, 'schema', recorded('29990101000000_half', 'NULL')],
  ] as const)(
    'a database that %s is refused in one sentence, and left as it was',
    async (_, sentence, content, statement) => {
      const { name, open, query, state } = await openPlace(content);
      await query(statement);
      const before = await state();
      expect(await refusalOf(open(), name)).toMatch(sentence);
      expect(await state()).toEqual(before);
    },
  );
});

describe('a PostgreSQL database', () => {
  it('holds a store once it has been migrated', async () => {
    expect(await isMigrated(await migratedDatabase('nothing'))).toBe(false);
    expect(await isMigrated(await migratedDatabase())).toBe(true);
  });

  it('in which the role may create no table is named in a sentence with the reason', async () => {
    const url = new URL(await migratedDatabase('nothing'));
    const beside = await connectBeside(url.href);
    url.username = `guest_${url.pathname.slice(1)}`;
    await beside.query(`CREATE ROLE "${url.username}" LOGIN`);
    onTestFinished(async () => void (await beside.query(`DROP ROLE "${url.username}"`)));
    const sentence = await refusalOf(openPostgres(url.href), `${url.host}${url.pathname}`);
    expect(sentence).toMatch(
      /could not be migrated, and was left as it was \(permission denied for schema public\)\.$/,
    );
  });

  it('orders every text as its bytes, as SQLite does, whatever the language of the database', async () => {
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

  it.each([
    ['is not there', /\(3D000\)/, (url: URL) => Object.assign(url, { pathname: '/nowhere' })],
    ['is on a server that does not run', /\(ECONNREFUSED\)/, (url: URL) => Object.assign(url, { port: '1' })],
    [
      'must be reached by TLS where there is none',
      /does not support SSL/,
      (url: URL) => url.searchParams.set('sslmode', 'verify-full'),
    ],
  ])('that %s is named in one sentence, without the password', async (_, sentence, change) => {
    const url = new URL(await migratedDatabase());
    url.password = 'hush';
    change(url);
    expect(await refusalOf(openPostgres(url.href), `${url.host}${url.pathname}`)).toMatch(sentence);
  });

  it.each([
    ['postgres://somebody:hush@example.org:6543/cases?sslmode=require', 'example.org:6543/cases'],
    ['postgresql://example.org/cases', 'example.org:5432/cases'],
    ['postgresql:///cases', 'localhost:5432/cases'],
  ])('is called by its host, port and name, without user and password: %s', (url, name) => {
    expect(nameOf(url)).toBe(name);
  });
});
