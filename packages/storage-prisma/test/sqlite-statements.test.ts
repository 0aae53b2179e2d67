import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { sqliteSql } from '../src/sqlite/connection.ts';

it('gives each parameter of a statement its value, in whatever order and however often they stand there', async () => {
  const database = new Database(':memory:');
  onTestFinished(() => void database.close());
  const values = Array.from({ length: 11 }, (_, nth) => `value ${nth + 1}`);
  const statement = 'SELECT $11 AS "eleventh", $2 AS "second", $1 AS "first", $2 AS "again"';
  expect(await sqliteSql(database).all(statement, ...values)).toEqual([
    { eleventh: 'value 11', second: 'value 2', first: 'value 1', again: 'value 2' },
  ]);
});
