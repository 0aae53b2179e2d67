import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { DriverAdapterError, type SqlDriverAdapter, type SqlQuery } from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { adapterUsing } from '../src/sqlite/prisma-adapter.ts';
import { scratchFile } from './support/stores.ts';

type Type = SqlQuery['argTypes'][number]['scalarType'];

const queryOf = (sql: string, ...given: readonly (readonly [value: unknown, type: Type])[]): SqlQuery => ({
  sql,
  args: given.map(([value]) => value),
  argTypes: given.map(([, scalarType]) => ({ scalarType, arity: 'scalar' })),
});

const SCHEMA = `
  CREATE TABLE pair (a TEXT UNIQUE, b TEXT NOT NULL);
  CREATE TABLE kinds (a TEXT, b INTEGER, c BIGINT, d DATETIME);
  CREATE TABLE other (a BLOB);
  INSERT INTO pair VALUES ('a', 'b');`;

/** The adapter that Prisma publishes, and ours, over one file. */
const bothAdapters = async () => {
  const file = scratchFile();
  const [ours, other] = [new Database(file, { timeout: 0 }), new Database(file, { timeout: 0 })];
  other.exec(SCHEMA);
  const factory = new PrismaBetterSqlite3({ url: file, timeout: 0 }, { timestampFormat: 'unixepoch-ms' });
  const published = await factory.connect();
  onTestFinished(async () => {
    for (const database of [ours, other]) database.close();
    await published.dispose();
  });
  const adapters = [published, adapterUsing((work) => work(ours))] as const;
  return { adapters, other };
};

it.each([
  ['SQLITE_CONSTRAINT_UNIQUE', "INSERT INTO pair VALUES ('a', 'b')"],
  ['SQLITE_CONSTRAINT_NOTNULL', "INSERT INTO pair VALUES ('b', NULL)"],
  ['SQLITE_ERROR', 'SELECT * FROM absent'],
  ['SQLITE_BUSY', 'BEGIN IMMEDIATE'],
])('an error of SQLite keeps its code: %s', async (code, sql) => {
  const { adapters, other } = await bothAdapters();
  if (code === 'SQLITE_BUSY') other.exec('BEGIN IMMEDIATE');
  const error: unknown = await adapters[1].queryRaw(queryOf(sql)).catch((reason) => reason);
  expect(error).toBeInstanceOf(DriverAdapterError);
  expect(error).toMatchObject({ cause: { kind: 'sqlite', originalCode: code } });
});

it('an error that is none of the database stays as it is', async () => {
  const closed = adapterUsing(() => {
    throw new TypeError('The database connection is not open');
  });
  await expect(closed.queryRaw(queryOf('SELECT 1'))).rejects.toThrow(TypeError);
});

it('values and columns are those of the published adapter', async () => {
  const { adapters } = await bothAdapters();
  const values = [
    ['text', 'string'],
    ['7', 'int'],
    [`${2n ** 53n + 1n}`, 'bigint'],
    ['2026-11-25T03:04:05.678Z', 'datetime'],
  ] as const;
  const resultOf = async (adapter: SqlDriverAdapter) => {
    const insert = `INSERT INTO kinds VALUES (${values.map(() => '?')})`;
    const inserted = await adapter.executeRaw(queryOf(insert, ...values));
    const nothing = await adapter.queryRaw(queryOf('UPDATE kinds SET a = ?', ['other', 'string']));
    const returned = await adapter.queryRaw(queryOf('UPDATE kinds SET a = ? RETURNING a AS "z"', ['text', 'string']));
    const found = await adapter.queryRaw(queryOf('SELECT *, count(*) AS k FROM kinds'));
    await adapter.executeScript('DELETE FROM kinds');
    return { inserted, nothing, returned, found };
  };
  const [published, ours] = adapters;
  const wanted = await resultOf(published);
  expect(await resultOf(ours)).toEqual(wanted);
});

it('a type of a column that no model has is refused', async () => {
  const [, ours] = (await bothAdapters()).adapters;
  await expect(ours.queryRaw(queryOf('SELECT a FROM other'))).rejects.toThrow(DriverAdapterError);
});
