import { setTimeout as sleep } from 'node:timers/promises';
import { keep, keepAccount, nextId, child as sampleChild } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type Migratable,
  migrate as migrateDatabase,
  migrationsOf,
  type Provider,
  readMigrations,
} from '../src/migrations.ts';
import { postgresDatabase } from '../src/postgresql/migrate.ts';
import { sqliteFile } from '../src/sqlite/migrate.ts';
import { draftMigration, emptyPostgres, emptySqlite } from '../tools/draft-migration.ts';
import { unique } from './support/marked-child.ts';
import {
  bytesOf,
  migratedDatabase,
  migrationsFolder,
  openPostgres,
  PATIENT,
  PLACES,
  type Place,
  postgresPlace,
  refusalOf,
  scratchFile,
  sqlitePlace,
} from './support/stores.ts';

const ONE = ['20260101000000_one', 'CREATE TABLE one (id TEXT);'] as const;
const two = (script: string) => migrationsFolder(ONE, ['20260101000001_two', script]);

const recorded = (name: string, finishedAt: string) => `INSERT INTO _prisma_migrations
  (id, checksum, migration_name, started_at, finished_at) VALUES ('x', 'x', '${name}', CURRENT_TIMESTAMP, ${finishedAt})`;

const OF_PROVIDER = {
  SQLite: {
    draft: () => draftMigration(emptySqlite(scratchFile())),
    tables: `SELECT * FROM sqlite_master WHERE type = 'table'`,
  },
  PostgreSQL: {
    draft: async () => draftMigration(emptyPostgres(await migratedDatabase('nothing'))),
    tables: `SELECT relname, relfilenode FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  },
};

describe.each(PLACES)('an empty database on $provider', ({ provider, openPlace }) => {
  const names = async () =>
    (await readMigrations(migrationsOf(provider.toLowerCase() as Provider))).map(({ name }) => name);

  it("is migrated once by four openers, which then read each other's encrypted data", async () => {
    const { open, query } = await openPlace('nothing');
    const storages = await Promise.all(Array.from({ length: 4 }, () => open({ bounds: PATIENT })));
    const children = await Promise.all(
      storages.map(async (storage) => {
        const { id: parent } = await keepAccount(storage, 'Par');
        const added = sampleChild('756.1234');
        await keep(storage, (stores) => stores.children.insert(added, parent));
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
    await migrate();
    await expect((await opening).ready()).resolves.toBeUndefined();
    expect(waiting).toHaveBeenCalledTimes(1);
  });
});

describe.each(PLACES)('on $provider', ({ provider, openPlace }) => {
  const { draft, tables } = OF_PROVIDER[provider];

  it('Prisma takes the migrations for applied, and they lead exactly to the models: a draft of the next has no statements', async () => {
    const lines = (await draft()).split('\n');
    expect(lines.filter((line) => line.trim() !== '' && !line.startsWith('--'))).toEqual([]);
  });

  it('a process that starts while another migrates sees the database before or after that, and nothing in between', async () => {
    const { database, migrate, query } = await openPlace('nothing');
    // Without its log, SQLite would make the migration wait for the reader.
    if (provider === 'SQLite') await query('PRAGMA journal_mode = WAL');
    const migratable = provider === 'SQLite' ? sqliteFile(database) : postgresDatabase(database);
    let migrating: Promise<unknown> | undefined;
    const read: Migratable['read'] = (work) =>
      migratable.read((all) =>
        work(async (statement, ...values) => {
          const rows = await all<never>(statement, ...values);
          migrating ??= migrate();
          await migrating;
          return rows;
        }),
      );
    expect(await migrateDatabase({ ...migratable, read })).toEqual([]);
  });

  it('a failing migration leaves the database as it was, those before it included, and is applied once it is mended', async () => {
    const { migrate, query } = await openPlace('nothing');
    const broken = two('CREATE TABLE two (id TEXT);\nCREATE TABLE one (id TEXT);');
    await expect(migrate(broken)).rejects.toThrow(/(table|relation "?)\W*one"? already exists/);
    expect(await query(tables)).toEqual([]);
    expect(await migrate(migrationsFolder(ONE))).toEqual([ONE[0]]);
    const violated = 'CREATE UNIQUE INDEX once ON one (id); INSERT INTO one VALUES (1), (1);';
    await expect(migrate(two(violated))).rejects.toThrow(/unique constraint/i);
    expect(await migrate(two('CREATE TABLE two (id TEXT);'))).toEqual(['20260101000001_two']);
  });

  const ofAnother = /belongs to another program; name another (file|database) in DATABASE_URL/;
  it.each<[string, RegExp, string, 'nothing'?]>([
    ['is of another program', ofAnother, 'CREATE TABLE notes (text TEXT)', 'nothing'],
    [
      'an earlier checkout made',
      /was made by an earlier checkout; use commit [0-9a-f]{8}, the last that reads it, or begin with an empty database\.$/,
      recorded('20261121064655_initial', 'CURRENT_TIMESTAMP'),
    ],
    ['is newer than this program', /newer than this program/, recorded('29990101000000_later', 'CURRENT_TIMESTAMP')],
    ['was left half migrated', /did not finish/, recorded('29990101000000_half', 'NULL')],
  ])('a database that %s is refused in one sentence, and left as it was', async (_, sentence, statement, content) => {
    const { open, query } = await openPlace(content);
    await query(statement);
    const before = await query(tables);
    expect(await refusalOf(open())).toMatch(sentence);
    expect(await query(tables)).toEqual(before);
  });
});

it('no file of a SQLite store holds what a migration has removed', async () => {
  const { database, migrate, query } = await sqlitePlace('nothing');
  await migrate(migrationsFolder(ONE));
  const words = Array.from({ length: 500 }, unique);
  await query(`INSERT INTO one VALUES ${words.map((word) => `('${word}')`).join(', ')}`);
  expect(bytesOf(database).includes(String(words[0]))).toBe(true);
  await migrate(two('DROP TABLE one;'));
  const bytes = bytesOf(database);
  expect(words.filter((word) => bytes.includes(word))).toEqual([]);
});

/** The address of a database as a role sees it that has no right yet. */
const guestOf = async (database: string, query: Place['query']): Promise<URL> => {
  const url = new URL(database);
  url.username = `guest_${url.pathname.slice(1)}`;
  await query(`CREATE ROLE "${url.username}" LOGIN`);
  onTestFinished(async () => {
    await query(`DROP OWNED BY "${url.username}"`);
    await query(`DROP ROLE "${url.username}"`);
  });
  return url;
};

const GRANTS =
  'as the owner of the database and its tables: GRANT USAGE ON SCHEMA public, and the rights to the tables that docs/several-machines.md names, where the audit trail is an exception';

describe('a PostgreSQL database', () => {
  it('in which the role may create no table is named in a sentence with the reason', async () => {
    const { database, query } = await postgresPlace('nothing');
    const url = await guestOf(database, query);
    expect(await refusalOf(openPostgres(url.href))).toBe(
      `The role ${url.username} may not migrate the database ${url.host}${url.pathname}, which was left as it was; migrate as its owner, or GRANT USAGE, CREATE ON SCHEMA public to the role.`,
    );
  });

  it('names the missing schema, and takes a user name that is no percent-encoding as it is written', async () => {
    const { database, query } = await postgresPlace('nothing');
    await query('DROP SCHEMA public');
    const { host, pathname } = new URL(database);
    const missing = `The database ${host}${pathname} has no schema public; make one as its owner: CREATE SCHEMA public.`;
    expect(await refusalOf(openPostgres(database))).toBe(missing);
    const strange = database.replace(/\/\/(?:[^@/]*@)?/, '//a%zz@');
    expect(await refusalOf(openPostgres(strange))).toContain('check DATABASE_URL');
  });

  it.each([
    ['without a right to the schema', 'REVOKE ALL ON SCHEMA public FROM PUBLIC'],
    ['without a right to the tables', 'SELECT 1'],
  ])('a role %s is told what to grant', async (_, before) => {
    const { database, open, query } = await postgresPlace();
    await open();
    await query(before);
    const url = await guestOf(database, query);
    expect(await refusalOf(openPostgres(url.href))).toBe(
      `The role ${url.username} may not read the database ${url.host}${url.pathname}; grant it, ${GRANTS}.`,
    );
  });

  it('that takes a right from the role of a running service is an outage, whose log says what to grant', async () => {
    const { database, query } = await postgresPlace();
    const url = await guestOf(database, query);
    await query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO "${url.username}"`);
    const { read } = await openPostgres(url.href);
    expect(await read.accounts.find(nextId())).toBeUndefined();
    await query(`REVOKE SELECT ON "Account" FROM "${url.username}"`);
    await expect(read.accounts.find(nextId())).rejects.toThrow(
      new Unavailable('store', `The store failed (42501): its role lacks a right; ${GRANTS}.`, {
        retryAfterSeconds: 1,
      }),
    );
  });

  it('orders every text as its bytes, as SQLite does, whatever the language of the database', async () => {
    const { query } = await postgresPlace();
    expect(await query(`SELECT 'a' < 'B' AS of_a_language`)).toEqual([{ of_a_language: true }]);
    const rows = await query(`
      SELECT c.relname || '.' || a.attname AS column, l.collname AS collation
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_collation l ON l.oid = a.attcollation
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'`);
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter((row) => row['collation'] !== 'C')).toEqual([]);
  });

  it.each([
    ['is not there', '3D000', { pathname: '/nowhere' }],
    ['is on a server that does not run', 'ECONNREFUSED', { port: '1' }],
    ['must be reached by TLS', 'The server does not support SSL connections', { search: '?sslmode=verify-full' }],
  ])('that %s is named in one sentence, without the password', async (_, reason, change) => {
    const url = new URL(await migratedDatabase());
    Object.assign(url, change, { password: 'hush' });
    const opened = `The database ${url.host}${url.pathname} cannot be opened (${reason});`;
    expect(await refusalOf(openPostgres(url.href))).toBe(`${opened} check DATABASE_URL, and that its server runs.`);
  });
});
