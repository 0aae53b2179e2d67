import { expect, it, onTestFinished } from 'vitest';
import { isSelect, LOCKS, textOfAll } from '../src/postgresql/connection.ts';
import { BOUNDS, connectTo, createHosts } from '../src/postgresql/host-client.ts';
import { columnsOf, insertRows, NO_LOCKS } from '../src/statement.ts';
import { ADD_PENDING } from '../src/stores/audit.ts';
import { NEXT_DUE } from '../src/stores/mail.ts';
import { STATEMENTS } from '../testing/statements.ts';
import { connectBeside, migratedDatabase, migratedFile, openBeside } from './support/stores.ts';

const QUERIES = STATEMENTS.filter(({ statement }) => statement.row);
const OTHERS = STATEMENTS.filter(({ statement }) => !statement.row);

/** For each query, the name of each declared column in the result and in the table. */
const SAID = QUERIES.map(({ name, statement }) => [name, statement.row?.names.map((column) => [column, column])]);

it('each statement fits the schema of SQLite, and returns the columns that it says', async () => {
  const database = openBeside(await migratedFile());
  const returned = QUERIES.map(({ name, statement }) => {
    const columns = database.prepare(statement.text(NO_LOCKS)).columns();
    return [name, columns.map((column) => [column.name, column.column ?? column.name])];
  });
  expect(returned).toEqual(SAID);
  // A lock that is no row is PostgreSQL's alone.
  const texts = OTHERS.map(({ statement }) => statement.text(NO_LOCKS)).filter((text) => !text.includes('pg_'));
  for (const text of texts) expect(() => database.prepare(text)).not.toThrow();
});

it('a row that is written again leads SQLite to none of those that refer to it', async () => {
  const database = openBeside(await migratedFile());
  const texts = OTHERS.map(({ statement }) => statement.text(NO_LOCKS).replaceAll(/\$\d+/g, 'NULL'));
  const upserts = texts.filter((text) => text.includes('DO UPDATE'));
  const steps = upserts.flatMap((text) => database.prepare(`EXPLAIN QUERY PLAN ${text}`).all());
  expect(JSON.stringify(steps)).not.toContain('SEARCH');
});

it('each statement fits the schema of PostgreSQL, and returns the columns that it says', async () => {
  const client = await connectBeside(await migratedDatabase());
  const { rows: columns } = await client.query<{ name: string; table: number; place: number }>(
    'SELECT attname AS name, attrelid AS table, attnum AS place FROM pg_attribute',
  );
  const returned: unknown[] = [];
  for (const { name, statement } of QUERIES) {
    const text = statement.text(LOCKS);
    const nothing = Array.from(new Set(text.match(/\$\d+/g)), () => null);
    const { fields } = await client.query(text, nothing);
    const inTable = ({ tableID, columnID }: (typeof fields)[number]) =>
      columns.find(({ table, place }) => table === tableID && place === columnID)?.name;
    returned.push([name, fields.map((field) => [field.name, inTable(field) ?? field.name])]);
  }
  expect(returned).toEqual(SAID);
  for (const [index, { statement }] of OTHERS.entries())
    await client.query(`PREPARE s${index} AS ${statement.text(LOCKS)}`);
});

it('each change can be one statement of PostgreSQL with its audit records', async () => {
  const client = await connectBeside(await migratedDatabase());
  const texts = OTHERS.map(({ statement }) => statement.text(LOCKS)).filter((text) => !isSelect(text));
  const { names } = ADD_PENDING.into;
  const records = [ADD_PENDING.text(LOCKS), insertRows('AuditPending', names)];
  const values = (text: string) => Array.from(new Set(text.match(/\$\d+/g)), () => null);
  for (const text of texts) {
    for (const record of records) {
      const both = textOfAll([text, record].map((one) => ({ text: one, values: values(one) })));
      await client.query(`PREPARE joined AS ${both}; DEALLOCATE joined`);
    }
  }
});

it('a column that a model lacks is refused by the compiler', () => {
  // @ts-expect-error
  columnsOf('Account', 'id', 'nickname');
});

/** Keys and migrations are few, and an account is seldom erased. */
const READ_THROUGH = ['ERASE_OWN', 'ERASE_OWN', 'ENCRYPTING_KEYS', 'EXPECT_KEYS', 'FIRST_MIGRATION'];

it('PostgreSQL reads no table through, not even one that was empty when it was analyzed', async () => {
  const client = await connectTo(createHosts(await migratedDatabase(), BOUNDS));
  onTestFinished(() => client.end());
  await client.query('VACUUM ANALYZE');
  await client.query('SET plan_cache_mode = force_generic_plan');
  const found: string[] = [];
  for (const { name, statement } of STATEMENTS) {
    const text = statement.text(LOCKS);
    const nothing = Array.from(new Set(text.match(/\$\d+/g)), () => 'NULL');
    await client.query(`PREPARE planned AS ${text}`);
    const { rows } = await client.query(`EXPLAIN EXECUTE planned${nothing.length > 0 ? `(${nothing})` : ''}`);
    if (JSON.stringify(rows).includes('Seq Scan')) found.push(name);
    await client.query('DEALLOCATE planned');
  }
  expect(found).toEqual(READ_THROUGH);
});

it('PostgreSQL looks for the child and the account of a mail alone, and not through all', async () => {
  const client = await connectBeside(await migratedDatabase());
  await client.query(`
    INSERT INTO "Child" ("id", "firstName", "lastName") SELECT nth::text, 'A', 'B' FROM generate_series(1, 1000) nth;
    INSERT INTO "Account" ("id", "firstName", "lastName", "email", "passwordHash", "role", "registeredAt", "language",
        "notices", "secondFactor", "takesNoChildren")
      SELECT nth::text, 'A', 'B', nth::text, '', 'Par', now(), 'en', 'all', false, false FROM generate_series(1, 1000) nth;
    INSERT INTO "Mail" ("id", "kind", "accountId", "at", "notBefore", "attempts", "childId")
      SELECT nth::text, 'parents changed', nth::text, now(), now(), 0, nth::text FROM generate_series(1, 1000) nth;
    ANALYZE`);
  const { rows } = await client.query(`EXPLAIN ${NEXT_DUE.text(LOCKS)}`, [new Date()]);
  expect(JSON.stringify(rows)).not.toContain('Seq Scan');
});
