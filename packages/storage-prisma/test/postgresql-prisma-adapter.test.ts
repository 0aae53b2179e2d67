import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError, type SqlDriverAdapter, type SqlQuery } from '@prisma/driver-adapter-utils';
import { Pool } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { isAnswered } from '../src/failures.ts';
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

const kindOf = async (failing: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await failing.catch((reason) => reason);
  return error instanceof DriverAdapterError ? error.cause.kind : error;
};

const RAISED = [
  ...['22001', '22003', '22P02', '23001', '23502', '23503', '23505', '28000', '28P01', '3D000', '40001', '40P01'],
  ...['42703', '42P01', '42P04', '53300', '57014', 'P0001', 'XX000'],
];

it('an error of PostgreSQL has the kind that the published adapter gives it', async () => {
  const [published, ours] = await bothAdapters();
  const raising = RAISED.map((code) => `DO $$ BEGIN RAISE EXCEPTION 'one' USING ERRCODE = '${code}'; END $$`);
  for (const sql of [...raising, `SELECT '(1,2)'::point`, 'SELECT nothing', 'SELECT * FROM nothing', 'SELECT (']) {
    const kind = await kindOf(published.queryRaw(queryOf(sql)));
    expect(kind).toEqual(expect.any(String));
    expect([sql, await kindOf(ours.queryRaw(queryOf(sql)))]).toEqual([sql, kind]);
  }
});

/** The errors of the system and of TLS, as the driver passes them on. */
const OF_CONNECTIONS = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'ETIMEDOUT', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ...['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT'],
  ...['CRL_HAS_EXPIRED', 'ERROR_IN_CRL_LAST_UPDATE_FIELD', 'INVALID_CA'],
].map((code) => Object.assign(new Error(code), { code, syscall: 'connect', errno: -1 }));

const WITHOUT_CODE = [
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
];

it.each([...OF_CONNECTIONS, ...WITHOUT_CODE.map((message) => new Error(message))])(
  'an error of a connection has the kind that the published adapter gives it: %s',
  async (error) => {
    class FailingPool extends Pool {
      override query = () => Promise.reject(error);
    }
    const published = await new PrismaPg(new FailingPool()).connect();
    const kind = await kindOf(published.queryRaw(queryOf('SELECT 1')));
    expect(kind).toEqual(expect.any(String));
    expect(await kindOf(Promise.reject(asPrismaError(error)))).toBe(kind);
  },
);

it("an error of the system, or of Prisma's client, is no answer of the database, although its code looks like one", () => {
  const errorOf = (code: string) => Object.assign(new Error(), { code });
  const errors = [asPrismaError(errorOf('EPIPE')), errorOf('P2025'), asPrismaError(errorOf('57P01'))];
  expect(errors.map(isAnswered)).toEqual([false, false, true]);
});

it('a lost connection that the published adapter has no kind for is one', async () => {
  const [, ours] = await bothAdapters();
  const ended = ours.queryRaw(queryOf('SELECT pg_terminate_backend(pg_backend_pid())'));
  expect(await kindOf(ended)).toBe('ConnectionClosed');
  expect(await kindOf(ours.queryRaw(queryOf('SELECT 1')))).toBe('ConnectionClosed');
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
