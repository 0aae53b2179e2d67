import { inspect } from 'node:util';
import { account, child, hash, insert } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import type { AccountId, ChildId, Instant } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openReader, openWriter, type SqliteConnection, sqliteSql } from '../src/sqlite/connection.ts';
import { finished, start } from './support/programs.ts';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';

const closing = (connection: SqliteConnection): SqliteConnection => {
  onTestFinished(connection.close);
  return connection;
};

describe('the connection that writes', () => {
  it.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['secure_delete', 1],
    // Waiting inside SQLite would stop the whole process.
    ['busy_timeout', 0],
  ])('has %s = %s', async (name, value) => {
    const { sql } = closing(await openWriter(await migratedFile()));
    const [row] = await sql.all<object>(`PRAGMA ${name}`);
    expect(Object.values(row ?? {})).toEqual([value]);
  });

  it('is not opened without a write-ahead log, in whose mode other programs find the file', async () => {
    await expect(openWriter(':memory:')).rejects.toThrow('its file system allows no write-ahead log');
    const file = await migratedFile();
    await insert(await openSqlite(file));
    expect(openBeside(file).pragma('journal_mode', { simple: true })).toBe('wal');
  });
});

it('the connection that reads cannot write, neither in SQL nor through Prisma', async () => {
  const file = await migratedFile();
  closing(await openWriter(file));
  const { prisma, sql } = closing(await openReader(file));
  const { registeredAt, ...person } = account('Par');
  const data = { ...person, registeredAt: new Date(registeredAt), passwordHash: 'hash' };
  await expect((await prisma()).account.create({ data })).rejects.toThrow(/readonly/);
  await expect(sql.run('DELETE FROM "WrappedKey"')).rejects.toThrow(/readonly/);
  expect(await (await prisma()).wrappedKey.count()).toBe(2);
});

it('each parameter of a statement gets its value, in any order and any number of times', async () => {
  const database = new Database(':memory:');
  onTestFinished(() => void database.close());
  const values = Array.from({ length: 11 }, (_, nth) => `value ${nth + 1}`);
  const statement = 'SELECT $11 AS "eleventh", $2 AS "second", $1 AS "first", $2 AS "again"';
  expect(await sqliteSql(database).all(statement, ...values)).toEqual([
    { eleventh: 'value 11', second: 'value 2', first: 'value 1', again: 'value 2' },
  ]);
});

it("Prisma's client is loaded neither at the start nor by what every request needs, but when it is first used", async () => {
  const program = new URL('./support/load-lazily-program.ts', import.meta.url);
  const { output, exitCode } = await finished(start(program, await migratedFile()));
  expect({ output, exitCode }).toEqual({ output: '[false,false,true]', exitCode: 0 });
});

it.each([
  [
    'a row that refers to nothing',
    ({ children }: Stores) => children.insert(child('no-such-parent' as AccountId, '756.1234.5678.97')),
  ],
  [
    'a value that its column cannot hold',
    ({ accounts }: Stores) => {
      const broken = account('Par', { registeredAt: Number.NaN as Instant });
      return accounts.insert({ account: broken, passwordHash: hash('$2b$') });
    },
  ],
])('what the database refuses is a fault that quotes no values: %s', async (_, work) => {
  const storage = await openSqlite(await migratedFile());
  const fault: unknown = await storage.write<unknown, unknown>(work).catch((error) => error);
  expect(fault).toBeInstanceOf(Error);
  expect(fault).not.toBeInstanceOf(Unavailable);
  const shown = inspect(fault, { depth: 9, showHidden: true });
  const secrets = ['Mia', 'Jansen', 'Neil', '01900000', 'example.org', '$2b$', 'no-such-parent', '756.1234.5678.97'];
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
});

it('lists go by another list of any length: a statement of Prisma takes 999 values', async () => {
  const file = await migratedFile();
  const database = openBeside(file);
  const insertAccount = database.prepare(`INSERT INTO Account VALUES (?, 'A', 'B', ?, 'hash', ?, 0, NULL)`);
  const link = database.prepare('INSERT INTO Assistance (doctorId, assistantId) VALUES (?, ?)');
  const insertCase = database.prepare(
    `INSERT INTO "Case" (id, childId, parentId, doctorId, title, openedAt) VALUES (?, 'child', 'parent', ?, 'T', 0)`,
  );
  database.transaction(() => {
    insertAccount.run('parent', 'parent', 'Par');
    insertAccount.run('assistant', 'assistant', 'Ast');
    database.exec(`INSERT INTO Child (id, parentId, firstName, lastName) VALUES ('child', 'parent', 'A', 'B')`);
    for (let number = 0; number < 1200; number += 1) {
      insertAccount.run(`doctor ${number}`, `doctor ${number}`, 'Doc');
      link.run(`doctor ${number}`, 'assistant');
      insertCase.run(`case ${String(number).padStart(4, '0')}`, `doctor ${number}`);
    }
  })();
  const { audit, cases } = (await openSqlite(file)).read;
  const page = await cases.ofAssistant('assistant' as AccountId, { after: undefined, size: 3 });
  expect(page.map(({ id }) => id)).toEqual(['case 0000', 'case 0001', 'case 0002']);
  expect(await audit.records({ child: 'child' as ChildId }, { after: 0, size: 3 })).toEqual([]);
});
