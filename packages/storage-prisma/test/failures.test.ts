import { readFile } from 'node:fs/promises';
import { Fault, Unavailable } from '@health-case/domain/errors';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '../src/client.ts';
import { asPortError, isBusy, isConflict, isLost } from '../src/failures.ts';
import { connectionOver, createPool } from '../src/postgresql/connection.ts';
import { BOUNDS, type Bounds } from '../src/postgresql/settings.ts';
import { openReader, openWriter } from '../src/sqlite/connection.ts';
import { connectBeside, migratedDatabase } from './support/postgresql.ts';
import { migratedFile, openBeside, scratchFile } from './support/sqlite.ts';

const thrownBy = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    (error) => error,
  );

const whatItIs = (error: unknown) => ({
  busy: isBusy(error),
  conflict: isConflict(error),
  lost: isLost(error),
  thrown: asPortError(error),
});

const refused = (code: string) => new Fault(`The store refused what it was told to keep (${code}).`);
const failed = (code: string) => new Unavailable('store', `The store failed (${code}).`, { retryAfterSeconds: 1 });
const plainly = { busy: false, conflict: false, lost: false };

const account = {
  id: 'somebody',
  firstName: 'Åsa',
  lastName: 'Ek',
  email: 'asa@example.org',
  passwordHash: '',
  role: 'Par',
  registeredAt: new Date(0),
};
const child = { id: 'child', parentId: 'nobody', firstName: 'Ida', lastName: 'Ek' };

type Provoke = (connection: Connection) => Promise<unknown>;

/** What no database keeps: in Prisma's words, and in words of our own. */
const twice: Provoke = async ({ prisma }) => {
  const client = await prisma();
  await client.account.create({ data: account });
  await client.account.create({ data: account });
};
const withoutParent: Provoke = async ({ prisma }) => (await prisma()).child.create({ data: child });
const ofNobody: Provoke = async ({ prisma }) => (await prisma()).child.update({ where: { id: 'nobody' }, data: child });
const senseless: Provoke = async ({ prisma }) =>
  (await prisma()).child.findMany({ where: { colour: 'red' } as object });
const halfARow: Provoke = ({ sql }) => sql.run(`INSERT INTO "Child" ("id") VALUES ('child')`);
const ASLEEP = 'SELECT 1 FROM pg_sleep(60)';
const ofNoTable: Provoke = ({ sql }) => sql.all('SELECT 1 FROM "Nothing"');

describe('what SQLite throws', () => {
  const open = async () => {
    const file = await migratedFile();
    const connection = await openWriter(file);
    onTestFinished(connection.close);
    return { file, connection };
  };

  it.each([
    ['a value that is there already', twice, 'SQLITE_CONSTRAINT_UNIQUE'],
    ['a row whose parent is not there', withoutParent, 'SQLITE_CONSTRAINT_FOREIGNKEY'],
    ['a row that is not there', ofNobody, 'P2025'],
    ['a call that makes no sense', senseless, 'PrismaClientValidationError'],
    ['half a row', halfARow, 'SQLITE_CONSTRAINT_NOTNULL'],
  ])('for %s is a fault of ours', async (_, provoke, code) => {
    const { connection } = await open();
    const error = await thrownBy(() => provoke(connection));
    expect(whatItIs(error)).toEqual({ ...plainly, thrown: refused(code) });
    expect(asPortError(error)).toBeInstanceOf(Fault);
  });

  it('for a statement that it does not understand is an outage', async () => {
    const { connection } = await open();
    const error = await thrownBy(() => ofNoTable(connection));
    expect(whatItIs(error)).toEqual({ ...plainly, thrown: failed('SQLITE_ERROR') });
    expect(asPortError(error)).toBeInstanceOf(Unavailable);
  });

  it('for a statement of our own while another process writes says that it is busy', async () => {
    const { file, connection } = await open();
    openBeside(file).exec('BEGIN IMMEDIATE');
    const error = await thrownBy(() => connection.sql.run('DELETE FROM "Account"'));
    expect(whatItIs(error)).toEqual({ ...plainly, busy: true, thrown: failed('SQLITE_BUSY') });
  });

  it('of a log that another process is just recovering says that it is busy', () => {
    const error = new Database.SqliteError('database is locked', 'SQLITE_BUSY_RECOVERY');
    expect(whatItIs(error)).toEqual({ ...plainly, busy: true, thrown: failed('SQLITE_BUSY_RECOVERY') });
  });

  it('for a statement of Prisma while another process writes is an outage', async () => {
    const { file, connection } = await open();
    openBeside(file).exec('BEGIN IMMEDIATE');
    const error = await thrownBy(async () => (await connection.prisma()).account.deleteMany({}));
    expect(whatItIs(error)).toEqual({ ...plainly, thrown: failed('SQLITE_BUSY') });
  });

  it.each<[string, Provoke]>([
    ['of Prisma', async ({ prisma }) => (await prisma()).account.deleteMany({})],
    ['of our own', ({ sql }) => sql.run('DELETE FROM "Account"')],
  ])('for a statement %s that it may not carry out is an outage', async (_, provoke) => {
    const { file } = await open();
    const reader = await openReader(file);
    onTestFinished(reader.close);
    const error = await thrownBy(() => provoke(reader));
    expect(whatItIs(error)).toEqual({ ...plainly, thrown: failed('SQLITE_READONLY') });
  });
});

describe('what PostgreSQL throws', () => {
  const open = async (bounds: Partial<Bounds> = {}) => {
    const url = await migratedDatabase();
    const connection = await connectionOver(createPool(url, 1, { ...BOUNDS, ...bounds }));
    onTestFinished(() => connection.client.$disconnect());
    return { url, connection };
  };

  it.each([
    ['a value that is there already', twice, '23505'],
    ['a row whose parent is not there', withoutParent, '23503'],
    ['a row that is not there', ofNobody, 'P2025'],
    ['a call that makes no sense', senseless, 'PrismaClientValidationError'],
    ['half a row', halfARow, '23502'],
  ])('for %s is a fault of ours', async (_, provoke, code) => {
    const { connection } = await open();
    const error = await thrownBy(() => provoke(connection));
    expect(whatItIs(error)).toEqual({ ...plainly, thrown: refused(code) });
  });

  it('for a statement that it does not understand is an outage', async () => {
    const { connection } = await open();
    const error = await thrownBy(() => ofNoTable(connection));
    expect(whatItIs(error)).toEqual({ ...plainly, thrown: failed('42P01') });
  });

  it.each<[string, Provoke]>([
    ['of Prisma', async ({ prisma }) => (await prisma()).account.deleteMany({})],
    ['of our own', ({ sql }) => sql.run('DELETE FROM "Account"')],
  ])('for a statement %s that was in the way of another says that it is a conflict', async (_, provoke) => {
    const { url, connection } = await open();
    const beside = await connectBeside(url);
    await beside.query(`
      CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '40P01'; END $$;
      CREATE TRIGGER conflicting BEFORE DELETE ON "Account" EXECUTE FUNCTION conflict();`);
    const error = await thrownBy(() => provoke(connection));
    expect(whatItIs(error)).toEqual({ ...plainly, conflict: true, thrown: failed('40P01') });
  });

  it.each<[string, Provoke]>([
    ['of Prisma', async ({ prisma }) => (await prisma()).$queryRawUnsafe(ASLEEP)],
    ['of our own', ({ sql }) => sql.all(ASLEEP)],
  ])('for a statement %s whose connection is ended says that it is lost', async (_, provoke) => {
    const { url, connection } = await open();
    const beside = await connectBeside(url);
    const asked = thrownBy(() => provoke(connection));
    const ended = async () => {
      const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = $1';
      return (await beside.query(end, [ASLEEP])).rowCount;
    };
    await expect.poll(ended).toBe(1);
    expect(whatItIs(await asked)).toEqual({ ...plainly, lost: true, thrown: failed('57P01') });
  });

  it.each<[string, Provoke]>([
    ['of Prisma', async ({ prisma }) => (await prisma()).$queryRawUnsafe(ASLEEP)],
    ['of our own', ({ sql }) => sql.all(ASLEEP)],
  ])('for a statement %s that takes too long is an outage', async (_, provoke) => {
    const { connection } = await open({ statement: 400 });
    expect(whatItIs(await thrownBy(() => provoke(connection)))).toEqual({ ...plainly, thrown: failed('57014') });
  });

  it.each<[string, Provoke]>([
    ['of Prisma', async ({ prisma }) => (await prisma()).account.deleteMany({})],
    ['of our own', ({ sql }) => sql.run('DELETE FROM "Account"')],
  ])('for a statement %s that waits too long for a lock is an outage', async (_, provoke) => {
    const { url, connection } = await open({ lock: 50 });
    await (await connectBeside(url)).query('BEGIN; LOCK TABLE "Account" IN ACCESS EXCLUSIVE MODE');
    expect(whatItIs(await thrownBy(() => provoke(connection)))).toEqual({ ...plainly, thrown: failed('55P03') });
  });
});

describe('what else is thrown', () => {
  it('by the system is an outage', async () => {
    const error = await thrownBy(() => readFile(scratchFile()));
    expect(whatItIs(error)).toEqual({ ...plainly, thrown: failed('ENOENT') });
  });

  it.each([new TypeError('x is not a function'), new Unavailable('store', 'Later.', { retryAfterSeconds: 1 }), 'text'])(
    'stays what it is: %s',
    (error) => {
      expect(whatItIs(error)).toEqual({ ...plainly, thrown: error });
      expect(asPortError(error)).toBe(error);
    },
  );
});
