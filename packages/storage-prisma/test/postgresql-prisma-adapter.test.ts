import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError, type SqlDriverAdapter, type SqlQuery } from '@prisma/driver-adapter-utils';
import { expect, it, onTestFinished, vi } from 'vitest';
import { isAnswered, isLost } from '../src/failures.ts';
import { asPrismaError } from '../src/postgresql/errors.ts';
import { connectTo, createHosts } from '../src/postgresql/host-client.ts';
import { adapterOver } from '../src/postgresql/prisma-adapter.ts';
import { sendOn } from '../src/postgresql/requests.ts';
import { migratedDatabase, PATIENT } from './support/stores.ts';

/** The adapter that Prisma publishes, and ours, over one database. */
const bothAdapters = async (): Promise<readonly [published: SqlDriverAdapter, ours: SqlDriverAdapter]> => {
  const url = await migratedDatabase();
  const published = await new PrismaPg({ connectionString: url }).connect();
  const client = await connectTo(createHosts(url, PATIENT));
  onTestFinished(async () => void (await Promise.all([published.dispose(), client.end()])));
  return [published, adapterOver(sendOn(client))];
};

const queryOf = (sql: string, ...given: readonly (readonly [value: unknown, type: string])[]): SqlQuery => ({
  sql,
  args: given.map(([value]) => value),
  argTypes: given.map(([value, scalarType]) => ({
    scalarType: scalarType as SqlQuery['argTypes'][number]['scalarType'],
    arity: Array.isArray(value) ? 'list' : 'scalar',
  })),
});

const causeOf = async (failing: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await failing.catch((reason) => reason);
  return error instanceof DriverAdapterError ? error.cause : error;
};

it('an error of PostgreSQL keeps its code, and names the column or index that it is about', async () => {
  const [, ours] = await bothAdapters();
  expect(await causeOf(ours.queryRaw(queryOf('SELECT nothing')))).toMatchObject({ originalCode: '42703' });
  const insert = queryOf(`INSERT INTO "KnownNetwork" ("key", "at") VALUES ('a', now())`);
  const empty = { originalCode: '23502', constraint: { fields: ['KnownNetwork.accountId'] } };
  expect(await causeOf(ours.executeRaw(insert))).toMatchObject(empty);
});

it('the rows of a statement are described once for each connection, and are those of its own description', async () => {
  const hosts = createHosts(await migratedDatabase(), PATIENT);
  const prepared = { name: 'one' };
  const open = async () => {
    const client = await connectTo(hosts);
    onTestFinished(() => client.end());
    const described = vi.spyOn(client.connection, 'describe');
    const ask = async () => (await sendOn(client)({ text: 'SELECT "a", "b" FROM "Changing"', prepared })).rows;
    return { client, described, ask };
  };
  const first = await open();
  await first.client.query('CREATE TABLE "Changing" AS SELECT 1 AS "a", NULL AS "b"');
  for (const _ of [1, 2, 3]) expect(await first.ask()).toEqual([{ a: 1, b: null }]);
  expect(first.described).toHaveBeenCalledTimes(1);

  await first.client.query('ALTER TABLE "Changing" ALTER "a" TYPE TEXT');
  const second = await open();
  for (const _ of [1, 2, 3]) expect(await second.ask()).toEqual([{ a: '1', b: null }]);
  expect(second.described).toHaveBeenCalledTimes(1);
  // The server refuses a plan whose rows have changed.
  await expect(first.ask()).rejects.toThrow('0A000');
});

const errorOf = (code: string) => Object.assign(new Error(code), { code, syscall: 'connect', errno: -1 });

it.each(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'ETIMEDOUT', '08006', '57P01', '25P03'])(
  'a connection is lost: %s',
  (code) => {
    expect(isLost(asPrismaError(errorOf(code)))).toBe(true);
  },
);

/** As the driver passes them on: another attempt would fail, too. */
const OF_TLS = [
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'],
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT', 'CRL_HAS_EXPIRED', 'ERROR_IN_CRL_LAST_UPDATE_FIELD'],
  'INVALID_CA',
].map(errorOf);
const WITHOUT_CODE = [
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
].map((message) => new Error(message));

it.each([...OF_TLS, ...WITHOUT_CODE])('a connection that is not trusted is not lost: %s', (error) => {
  expect(isLost(asPrismaError(error))).toBe(false);
});

it("an error of the system, or of Prisma's client, is no answer of the database, although its code looks like one", () => {
  const errors = [asPrismaError(errorOf('EPIPE')), errorOf('P2025'), asPrismaError(errorOf('57P01'))];
  expect(errors.map(isAnswered)).toEqual([false, false, true]);
});

it('a connection that the server has ended is lost', async () => {
  const [, ours] = await bothAdapters();
  const ended = ours.queryRaw(queryOf('SELECT pg_terminate_backend(pg_backend_pid())'));
  for (const failing of [ended, ours.queryRaw(queryOf('SELECT 1'))]) {
    expect(await causeOf(failing)).toMatchObject({ kind: 'ConnectionClosed' });
  }
});

it('values and columns are those of the published adapter', async () => {
  const [published, ours] = await bothAdapters();
  const moment = '2026-11-25T03:04:05.678Z';
  const values = queryOf(
    'SELECT $1::timestamp(3) AS a, $2::timestamp AS b, $3::int8 AS c, $4::text AS d, $5::int4 AS e, $6::timestamp AS f',
    [moment, 'datetime'],
    [new Date(moment), 'datetime'],
    [2n ** 53n + 1n, 'bigint'],
    ['ünï', 'string'],
    [-7, 'int'],
    [null, 'datetime'],
  );
  for (const query of [values, queryOf('SELECT count(*) AS a FROM "Account"')]) {
    expect(await ours.queryRaw(query)).toEqual(await published.queryRaw(query));
  }
  const change = queryOf(`INSERT INTO "Throttled" ("key", "count", "notBefore", "forgottenAt", "underWay") VALUES
    ('a', 1, now(), now(), ''), ('b', 1, now(), now(), '') ON CONFLICT DO NOTHING`);
  expect(await ours.executeRaw(change)).toBe(2);
  expect(await published.executeRaw(change)).toBe(0);
});
