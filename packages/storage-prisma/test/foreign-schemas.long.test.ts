import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresDatabase } from '../src/postgresql/migrate.ts';
import { describeSchema, SCHEMA_FILE } from '../src/postgresql/schema.ts';
import { administer, databaseAt, freshName } from '../testing/administer.ts';
import { startPostgresServer } from '../testing/postgres-server.ts';
import { restore } from './support/store-file-calls.ts';
import { backedUp, contentsOf, execute, storeWithAccount } from './support/store-files.ts';
import {
  migratedDatabase,
  migratedFile,
  openPostgres,
  openSqlite,
  postgresPlace,
  refusalOf,
} from './support/stores.ts';

const PROMOTE = `UPDATE "Account" SET "role" = 'Doc' WHERE "id" = NEW."id"`;

const rewritten = (table: string, change: string) =>
  `PRAGMA writable_schema = ON; UPDATE sqlite_master SET ${change} WHERE name = '${table}'; PRAGMA writable_schema = RESET`;
const HOSTILE_FILES: readonly (readonly [what: string, says: string, statements: string])[] = [
  [
    'a trigger that makes every new parent a doctor',
    'has the trigger promote',
    `CREATE TRIGGER promote AFTER INSERT ON "Account" BEGIN ${PROMOTE}; END`,
  ],
  [
    'a view in place of a table',
    'has the view Throttled',
    'DROP TABLE "Throttled"; CREATE VIEW "Throttled" AS SELECT 1 AS "key"',
  ],
  ['a table of its own', 'has the table notes', 'CREATE TABLE notes (text TEXT)'],
  ['a virtual table', 'has the table words', 'CREATE VIRTUAL TABLE words USING fts5 (word)'],
  ['an index of its own', 'has the index early', 'CREATE INDEX early ON "Account" (lower("role"))'],
  ['no unique index', 'lacks the index Account_email_key', 'DROP INDEX "Account_email_key"'],
  [
    'another default',
    'has another table Account',
    rewritten('Account', `sql = replace(sql, '"role" TEXT NOT NULL', '"role" TEXT NOT NULL DEFAULT ''Doc''')`),
  ],
  ['a generated column', 'has another table Account', `ALTER TABLE "Account" ADD COLUMN loud AS (upper("role"))`],
  ['a check', 'has another table Account', 'ALTER TABLE "Account" ADD COLUMN x INTEGER CHECK (x < 1)'],
  [
    'a name that would clear the screen',
    'has the table \uFFFD[2J\uFFFDnotes',
    'CREATE TABLE "\x1b[2J\u202enotes" (text TEXT)',
  ],
];

describe('a SQLite file with', () => {
  it.each(HOSTILE_FILES)('%s is neither opened nor restored', async (_, says, statements) => {
    const [{ backup }, served, old] = [await backedUp(), await storeWithAccount(), await storeWithAccount()];
    for (const file of [backup, served.file]) execute(file, statements);
    const contents = () => [readFileSync(served.file, 'latin1'), contentsOf(old.folder)];
    const before = contents();
    const opened = await refusalOf(openSqlite(served.file));
    expect(opened.startsWith(`The database ${served.file} ${says}`)).toBe(true);
    expect(opened.endsWith('; mend that, or restore a backup.')).toBe(true);
    const restored = await refusalOf(restore(backup, old.file, { force: true }));
    expect(restored.startsWith(`The backup ${backup} ${says}`)).toBe(true);
    expect(restored.endsWith('; take another one.')).toBe(true);
    expect(contents()).toEqual(before);
  });

  it('another table of migrations is refused before anything is read from it', async () => {
    const file = await migratedFile();
    execute(file, 'ALTER TABLE _prisma_migrations ADD COLUMN huge AS (zeroblob(1000000000))');
    expect(await refusalOf(openSqlite(file))).toMatch(/ belongs to another program; /);
  });

  it.each([
    ['what ANALYZE has found', `INSERT INTO "WrappedKey" VALUES ('x', 'x', 'x', 9); ANALYZE`],
    [
      'the table of migrations as Prisma makes it',
      `CREATE TABLE kept AS SELECT * FROM _prisma_migrations; DROP TABLE _prisma_migrations;
      CREATE TABLE "_prisma_migrations" (
        "id"                    TEXT PRIMARY KEY NOT NULL,
        "checksum"              TEXT NOT NULL,
        "finished_at"           DATETIME,
        "migration_name"        TEXT NOT NULL,
        "logs"                  TEXT,
        "rolled_back_at"        DATETIME,
        "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
        "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
      );
      INSERT INTO _prisma_migrations SELECT * FROM kept; DROP TABLE kept`,
    ],
  ])('%s is opened', async (_, statements) => {
    const file = await migratedFile();
    execute(file, `${statements}; DELETE FROM "WrappedKey" WHERE "id" = 'x'`);
    await expect((await openSqlite(file)).ready()).resolves.toBeUndefined();
  });
});

const FUNCTION = `CREATE SCHEMA other; CREATE FUNCTION other.promote() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN NEW."role" := 'Doc'; RETURN NEW; END $$`;
const promote = (table: string) =>
  `${FUNCTION}; CREATE TRIGGER promote BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION other.promote()`;
const PARTITION = readFileSync(`${import.meta.dirname}/../../../deploy/partition-audit.sql`, 'utf8').replace(
  /^\\set.*$/m,
  '',
);
const DETACH = 'ALTER TABLE "AuditRecord" DETACH PARTITION "AuditRecord_from_1"';

const setting = (is: string) => `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${is}', current_database()); END $$`;

const HOSTILE_DATABASES: readonly (readonly [what: string, says: string, statements: string])[] = [
  ['a trigger that makes every new parent a doctor', 'has the trigger promote of Account', promote('Account')],
  [
    'a trigger on a partition of the trail',
    'has the trigger promote of AuditRecord_from_1',
    `${PARTITION}; ${promote('AuditRecord_from_1')}`,
  ],
  [
    'a check of its own on the trail',
    'has the constraint early of AuditRecord',
    'ALTER TABLE "AuditRecord" ADD CONSTRAINT early CHECK (lower("action") < $$x$$)',
  ],
  ['a rule', 'has the rule quiet of Session', 'CREATE RULE quiet AS ON DELETE TO "Session" DO INSTEAD NOTHING'],
  ['a policy', 'has the policy own of Child', 'CREATE POLICY own ON "Child" USING (true)'],
  ['row level security', 'has another table Child', 'ALTER TABLE "Child" ENABLE ROW LEVEL SECURITY'],
  [
    'a view in place of a table',
    'has the view Throttled',
    'DROP TABLE "Throttled"; CREATE VIEW "Throttled" AS SELECT 1 AS "key"',
  ],
  ['a table of its own', 'has the table notes', 'CREATE TABLE notes (); ALTER TABLE notes SET UNLOGGED'],
  [
    'a table whose rows are read with its own',
    'has the heir other.people of Account',
    'CREATE SCHEMA other; CREATE TABLE other.people () INHERITS ("Account")',
  ],
  ['a table without a log', 'has another table Throttled', 'ALTER TABLE "Throttled" SET UNLOGGED'],
  ['another default', 'has another column Account.role', `ALTER TABLE "Account" ALTER "role" SET DEFAULT 'Doc'`],
  [
    'a generated column',
    'has the column Account.loud',
    'ALTER TABLE "Account" ADD COLUMN loud TEXT GENERATED ALWAYS AS (upper("role")) STORED',
  ],
  ['an order of its own', 'has another column Case.id', 'ALTER TABLE "Case" ALTER "id" TYPE TEXT COLLATE "default"'],
  ['a unique index of its own', 'has the index one', 'CREATE UNIQUE INDEX one ON "Account" ("role", "id")'],
  ['an index that runs a function', 'has the index low', 'CREATE INDEX low ON "Account" (lower("role"))'],
  [
    'no foreign key',
    'lacks the constraint Case_childId_fkey',
    'ALTER TABLE "Case" DROP CONSTRAINT "Case_childId_fkey"',
  ],
  ['foreign keys that are off', 'has the trigger RI_ConstraintTrigger_', 'ALTER TABLE "Case" DISABLE TRIGGER ALL'],
  [
    'a function that could be taken for one of the server',
    'has the function count',
    `CREATE FUNCTION count(text) RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint'`,
  ],
  [
    'an operator that could be taken for one of the server',
    'has the operator <',
    'CREATE OPERATOR < (FUNCTION = date_lt, LEFTARG = date, RIGHTARG = date)',
  ],
  [
    'a name that would clear the screen',
    'has the table \uFFFD[2J\uFFFDnotes',
    'CREATE TABLE "\x1b[2J\u202enotes" (text TEXT)',
  ],
  [
    'commits that are acknowledged before they are on the disk',
    'has synchronous_commit off, so a crash would lose what was acknowledged',
    setting('synchronous_commit = off'),
  ],
  [
    'a setting that turns foreign keys off',
    'has session_replication_role replica, so its foreign keys are off',
    setting('session_replication_role = replica'),
  ],
];

describe('a PostgreSQL database with', () => {
  it.each(HOSTILE_DATABASES)('%s is not opened', async (_, says, statements) => {
    const url = await migratedDatabase();
    await administer(url, statements);
    const refusal = await refusalOf(openPostgres(url));
    expect(refusal).toContain(` ${says}`);
    expect(refusal).toMatch(/^The database .*; mend that, or restore a backup\.$/);
  });

  it('a server that syncs nothing is not opened', async () => {
    const server = await startPostgresServer({ fsync: 'off' });
    onTestFinished(server.remove);
    expect(await refusalOf(openPostgres(server.url))).toContain(' has fsync off, so a crash would lose');
  });

  it.each(['SQL_ASCII', 'LATIN1'])('the encoding %s is not opened, also while it is empty', async (encoding) => {
    const [server, name] = [await migratedDatabase(), freshName()];
    await administer(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE 'C'`);
    onTestFinished(async () => void (await administer(server, `DROP DATABASE ${name}`)));
    expect(await refusalOf(openPostgres(databaseAt(server, name)))).toMatch(
      new RegExp(`^The database .* has the encoding ${encoding} in place of UTF8; mend that, or restore a backup\\.$`),
    );
  });

  it.each([
    ['an index for speed', 'CREATE INDEX fast ON "Case" ("openedAt")'],
    ['a partitioned trail', PARTITION],
    ['a detached partition', `${PARTITION}; ${DETACH}`],
    ['the bound that a partition is going to have', PARTITION.slice(0, PARTITION.indexOf('BEGIN;'))],
    ['the moment of Prisma', 'ALTER TABLE _prisma_migrations ALTER started_at SET DEFAULT now()'],
    ['something in another schema', `${FUNCTION}; CREATE TABLE other.notes ()`],
  ])('%s is opened', async (_, statements) => {
    const url = await migratedDatabase();
    await administer(url, statements);
    await expect((await openPostgres(url)).ready()).resolves.toBeUndefined();
  });

  it('all migrations has the schema that is written down; npm run new-migration writes it', async () => {
    const made = await postgresDatabase(await migratedDatabase()).read(describeSchema);
    expect(made).toBe(readFileSync(SCHEMA_FILE, 'utf8'));
  });

  it('a view and nothing else is not taken for an empty one', async () => {
    const { database, query } = await postgresPlace('nothing');
    await query('CREATE VIEW "Account" AS SELECT 1');
    expect(await refusalOf(openPostgres(database))).toContain(
      ' has the view Account, which this program does not make',
    );
  });
});
