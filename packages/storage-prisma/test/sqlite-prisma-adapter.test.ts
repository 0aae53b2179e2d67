import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import {
  DriverAdapterError,
  type MappedError,
  type SqlDriverAdapter,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { adapterUsing } from '../src/sqlite/prisma-adapter.ts';
import { scratchFile } from './support/stores.ts';

type Type = SqlQuery['argTypes'][number]['scalarType'];

const queryOf = (sql: string, ...given: readonly (readonly [value: unknown, type: Type])[]): SqlQuery => ({
  sql,
  args: given.map(([value]) => value),
  argTypes: given.map(([, scalarType]) => ({ scalarType, arity: 'scalar' })),
});

const SCHEMA = `
  CREATE TABLE pair (a TEXT UNIQUE, b TEXT NOT NULL, c TEXT CHECK (c <> 'bad'), UNIQUE (a, b));
  CREATE UNIQUE INDEX by_expression ON pair (lower(c));
  CREATE TABLE part (id TEXT PRIMARY KEY, whole TEXT REFERENCES pair (a));
  CREATE TRIGGER unchanged BEFORE UPDATE ON pair BEGIN SELECT RAISE(ABORT, 'no change'); END;
  CREATE TABLE kinds (a TEXT, b INTEGER, c BIGINT, d DATETIME);
  CREATE TABLE other (a BLOB);
  INSERT INTO pair VALUES ('a', 'b', 'c');
  INSERT INTO part VALUES ('one', 'a');`;

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
  for (const adapter of adapters) await adapter.executeScript('PRAGMA foreign_keys = ON');
  return { adapters, other };
};

/** What each of the adapters makes of the error. */
const causesOf = (adapters: readonly SqlDriverAdapter[], sql: string): Promise<readonly MappedError[]> =>
  Promise.all(
    adapters.map(async (adapter) => {
      const error: unknown = await adapter.queryRaw(queryOf(sql)).catch((reason) => reason);
      if (error instanceof DriverAdapterError) return error.cause;
      throw error;
    }),
  );

it.each([
  ['UniqueConstraintViolation', "INSERT INTO pair VALUES ('a', 'b', 'd')"],
  ['UniqueConstraintViolation', "INSERT INTO pair VALUES ('b', 'b', 'C')"],
  ['UniqueConstraintViolation', "INSERT INTO part VALUES ('one', NULL)"],
  ['NullConstraintViolation', "INSERT INTO pair VALUES ('b', NULL, 'd')"],
  ['ForeignKeyConstraintViolation', "INSERT INTO part VALUES ('two', 'b')"],
  ['ForeignKeyConstraintViolation', "UPDATE pair SET c = 'd'"],
  ['TableDoesNotExist', 'SELECT * FROM absent'],
  ['ColumnNotFound', 'SELECT absent FROM pair'],
  ['ColumnNotFound', 'INSERT INTO pair (absent) VALUES (1)'],
  ['sqlite', "INSERT INTO pair VALUES ('b', 'b', 'bad')"],
  ['sqlite', 'SELECT ('],
])('an error of SQLite is what the published adapter makes of it: %s, %s', async (kind, sql) => {
  const [published, ours] = await causesOf((await bothAdapters()).adapters, sql);
  expect(published?.kind).toBe(kind);
  expect(ours).toEqual(published);
});

it('so is a lock that another connection holds', async () => {
  const { adapters, other } = await bothAdapters();
  other.exec('BEGIN IMMEDIATE');
  const [published, ours] = await causesOf(adapters, 'BEGIN IMMEDIATE');
  expect(published?.kind).toBe('SocketTimeout');
  expect(ours).toEqual(published);
});

it.each([5 + 256 * 9, 10 + 256 * 99])('so is an error that the driver has no name for: %i', async (code) => {
  const { adapters } = await bothAdapters();
  const unknown = new Database.SqliteError('unknown error', `UNKNOWN_SQLITE_ERROR_${code}`);
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(() => {
    throw unknown;
  });
  onTestFinished(() => spy.mockRestore());
  const [published, ours] = await causesOf(adapters, 'SELECT 1');
  expect(ours).toEqual(published);
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
