import { readFile } from 'node:fs/promises';
import { Fault, Unavailable } from '@health-case/domain/errors';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '../src/client.ts';
import { asPortError, isBusy, isConflict, isLost } from '../src/failures.ts';
import { createConnector, createPool } from '../src/postgresql/connection.ts';
import { BOUNDS, type Bounds } from '../src/postgresql/settings.ts';
import { openReader, openWriter } from '../src/sqlite/connection.ts';
import { connectBeside, migratedDatabase } from './support/postgresql.ts';
import { migratedFile, openBeside, scratchFile } from './support/sqlite.ts';

const factsOf = (error: unknown) => ({
  busy: isBusy(error),
  conflict: isConflict(error),
  lost: isLost(error),
  thrown: asPortError(error),
});

type Expected = Partial<ReturnType<typeof factsOf>>;

const expectFailure = async (work: () => Promise<unknown>, expected: Expected): Promise<void> => {
  const error = await work().then(
    () => undefined,
    (error) => error,
  );
  expect(factsOf(error)).toEqual({ busy: false, conflict: false, lost: false, ...expected });
  expect(asPortError(error)).toBeInstanceOf(expected.thrown?.constructor);
};

const fault = (code: string) => new Fault(`The store refused what it was told to keep (${code}).`);
const outage = (code: string) => new Unavailable('store', `The store failed (${code}).`, { retryAfterSeconds: 1 });

type Provoke = (connection: Connection) => Promise<unknown>;

const PERSON = { id: 'somebody', firstName: 'Åsa', lastName: 'Ek', email: 'asa@example.org', passwordHash: '' };
const account = { ...PERSON, role: 'Par', registeredAt: new Date(0) };
const child = { id: 'child', parentId: 'nobody', firstName: 'Ida', lastName: 'Ek' };

const twice: Provoke = async ({ prisma }) => {
  for (let times = 0; times < 2; times += 1) await (await prisma()).account.create({ data: account });
};
const withoutParent: Provoke = async ({ prisma }) => (await prisma()).child.create({ data: child });
const ofNobody: Provoke = async ({ prisma }) => (await prisma()).child.update({ where: { id: 'nobody' }, data: child });
const senseless: Provoke = async ({ prisma }) => (await prisma()).child.findMany({ where: { no: 'red' } as object });
const halfARow: Provoke = ({ sql }) => sql.run(`INSERT INTO "Child" ("id") VALUES ('child')`);
const ofNoTable: Provoke = ({ sql }) => sql.all('SELECT 1 FROM "Nothing"');

const DELETIONS: readonly (readonly [string, Provoke])[] = [
  ['of Prisma', async ({ prisma }) => (await prisma()).account.deleteMany({})],
  ['in SQL', ({ sql }) => sql.run('DELETE FROM "Account"')],
];

const sqlite = async () => {
  const file = await migratedFile();
  const connection = await openWriter(file);
  onTestFinished(connection.close);
  return { file, connection };
};

const postgres = async (bounds: Partial<Bounds> = {}) => {
  const url = await migratedDatabase();
  const pool = createPool(url, 1, { ...BOUNDS, ...bounds });
  onTestFinished(() => pool.end());
  const connection = createConnector()(pool);
  return { connection, beside: await connectBeside(url) };
};

describe.each([
  ['SQLite', sqlite, ['UNIQUE', 'FOREIGNKEY', 'NOTNULL'].map((kind) => `SQLITE_CONSTRAINT_${kind}`), 'SQLITE_ERROR'],
  ['PostgreSQL', postgres, ['23505', '23503', '23502'], '42P01'],
])('on %s', (_, open, [unique, foreignKey, notNull], unknownTable) => {
  it.each<[string, Provoke, Unavailable | Fault]>([
    ['a value that is there already is a fault', twice, fault(unique ?? '')],
    ['a row whose parent is not there is a fault', withoutParent, fault(foreignKey ?? '')],
    ['a row that is not there is a fault', ofNobody, fault('P2025')],
    ['a call that makes no sense is a fault', senseless, fault('PrismaClientValidationError')],
    ['half a row is a fault', halfARow, fault(notNull ?? '')],
    ['a statement about no table is an outage', ofNoTable, outage(unknownTable)],
  ])('%s', async (__, provoke, thrown) => {
    const { connection } = await open();
    await expectFailure(() => provoke(connection), { thrown });
  });
});

describe.each(DELETIONS)('a statement %s', (how, deleteAll) => {
  it('is an outage, and in SQL is known to be busy, while another process writes to a SQLite file', async () => {
    const { file, connection } = await sqlite();
    openBeside(file).exec('BEGIN IMMEDIATE');
    await expectFailure(() => deleteAll(connection), { busy: how === 'in SQL', thrown: outage('SQLITE_BUSY') });
  });

  it('is an outage where SQLite may not write', async () => {
    const reader = await openReader((await sqlite()).file);
    onTestFinished(reader.close);
    await expectFailure(() => deleteAll(reader), { thrown: outage('SQLITE_READONLY') });
  });

  it('is a conflict where PostgreSQL found a deadlock', async () => {
    const { connection, beside } = await postgres();
    await beside.query(`
      CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '40P01'; END $$;
      CREATE TRIGGER conflicting BEFORE DELETE ON "Account" EXECUTE FUNCTION conflict();`);
    await expectFailure(() => deleteAll(connection), { conflict: true, thrown: outage('40P01') });
  });

  it('is an outage where it waits too long for a lock of PostgreSQL', async () => {
    const { connection, beside } = await postgres({ lock: 50 });
    await beside.query('BEGIN; LOCK TABLE "Account" IN ACCESS EXCLUSIVE MODE');
    await expectFailure(() => deleteAll(connection), { thrown: outage('55P03') });
  });
});

const ASLEEP = 'SELECT 1 FROM pg_sleep(60)';

describe.each<[string, Provoke]>([
  ['of Prisma', async ({ prisma }) => (await prisma()).$queryRawUnsafe(ASLEEP)],
  ['in SQL', ({ sql }) => sql.all(ASLEEP)],
])('a slow statement %s on PostgreSQL', (_, sleep) => {
  it('is lost where its connection is ended', async () => {
    const { connection, beside } = await postgres();
    const failing = expectFailure(() => sleep(connection), { lost: true, thrown: outage('57P01') });
    const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = $1';
    await expect.poll(async () => (await beside.query(end, [ASLEEP])).rowCount).toBe(1);
    await failing;
  });

  it('is an outage after its timeout', async () => {
    const { connection } = await postgres({ statement: 400 });
    await expectFailure(() => sleep(connection), { thrown: outage('57014') });
  });
});

describe('what else is thrown', () => {
  it('is an outage if the system threw it, and busy if another process recovers the log', async () => {
    await expectFailure(() => readFile(scratchFile()), { thrown: outage('ENOENT') });
    const recovering = new Database.SqliteError('database is locked', 'SQLITE_BUSY_RECOVERY');
    await expectFailure(() => Promise.reject(recovering), { busy: true, thrown: outage('SQLITE_BUSY_RECOVERY') });
  });

  it.each([new TypeError('x is not a function'), new Unavailable('store', 'Later.', { retryAfterSeconds: 1 }), 'text'])(
    'stays as it is: %s',
    (error) => expect(asPortError(error)).toBe(error),
  );
});
