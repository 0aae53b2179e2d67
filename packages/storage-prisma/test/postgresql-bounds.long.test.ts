import dns from 'node:dns';
import { account, credentials, insert, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok, refuse } from '@health-case/domain/result';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCallTime } from '../src/call-time.ts';
import { asPortError } from '../src/failures.ts';
import { BOUNDS, createHosts } from '../src/postgresql/host-client.ts';
import { MOST_WAITING, openPostgresTransactions } from '../src/postgresql/transactions.ts';
import { openProxy } from './support/proxy.ts';
import { beginUnit, migratedDatabase, openPostgres, postgresPlace } from './support/stores.ts';

/** Long enough for a machine that is busy, as what ends within them is seen to end only. */
const SHORT = { call: 2500, lock: 1500 };
const LONG = { call: 30_000, lock: 30_000 };

/** Expects a store to work again, sooner or later. */
const expectRecovery = async (storage: Storage): Promise<void> => {
  const write = () => insert(storage).catch(() => undefined);
  await expect.poll(write).toEqual(ok(undefined));
};

describe('a server', () => {
  it('of which no address answers is an outage, and the call is made again', async () => {
    const both = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const lookUp = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((_: string, __: object, found: (...all: unknown[]) => void) => found(null, both)) as never);
    onTestFinished(() => lookUp.mockRestore());
    const hosts = createHosts('postgresql://postgres@several.example:1/none', BOUNDS);
    const transactions = openPostgresTransactions(hosts, BOUNDS, createCallTime());
    onTestFinished(transactions.close);
    const error = await transactions.transaction(async () => ({ result: 1, commit: true })).catch(asPortError);
    expect(error).toEqual(new Unavailable('store', 'The store failed (ECONNREFUSED).', { retryAfterSeconds: 1 }));
    expect(lookUp.mock.calls.length).toBeGreaterThan(1);
  });

  it('that does not answer any more makes every call unavailable, those that wait included, and all is well afterwards', async () => {
    const proxy = await openProxy(await migratedDatabase());
    const storage = await openPostgres(proxy.url, { bounds: SHORT });
    const { id } = await keepAccount(storage, 'Par');
    await storage.read.accounts.find(id);
    proxy.swallow();
    const ten = Array.from({ length: 10 });
    const calls = ten.flatMap(() => [insert(storage), storage.read.accounts.find(id), storage.ready()]);
    // Nobody will ever answer them: without a bound they would not end.
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toEqual({ status: 'rejected', reason: expect.any(Unavailable) });
    }
    proxy.serveAgain();
    await expectRecovery(storage);
    expect((await storage.read.accounts.find(id))?.id).toBe(id);
  });
});

describe('a lock of another process', () => {
  it('is waited for while reads and other writes go on, and the call fails in time', async () => {
    const { open } = await postgresPlace();
    const [holder, patient] = [await open({ bounds: LONG }), await open({ bounds: LONG })];
    const storage = await open({ bounds: SHORT });
    const someone = await keepAccount(holder, 'Doc');
    const { person, unit, goOn } = await beginUnit(holder);
    const sameAddress = () => account('Par', { email: person.email });
    const [failing, second] = [insert(storage, sameAddress()), insert(patient, sameAddress())];
    expect(await storage.read.accounts.find(someone.id)).toEqual(someone);
    expect(await insert(storage)).toEqual(ok(undefined));
    await expect(failing).rejects.toMatchObject({ name: 'Unavailable', reason: 'store' });
    goOn();
    await unit;
    expect(await second).toEqual(refuse('EMAIL_TAKEN'));
  });

  it('ends if that process stopped in the middle of a unit of work', async () => {
    const { open } = await postgresPlace();
    const bounds = { ...LONG, idleInTransaction: 500 };
    const [stuck, other] = [await open({ bounds }), await open({ bounds })];
    const { person, unit, goOn } = await beginUnit(stuck, async ({ accounts }) => ok(await accounts.any()));
    expect(await insert(other, account('Par', { email: person.email }))).toEqual(ok(undefined));
    goOn();
    expect(await unit).toEqual(ok(true));
  });
});

describe('a unit of work', () => {
  it.each<[string, Parameters<typeof beginUnit>[1]]>([
    ['goes on with a statement', ({ accounts }) => accounts.insert(credentials(account('Doc')))],
    ['ends without one', undefined],
  ])('that exceeds its deadline is rolled back, and adds nothing to a later one: it %s', async (_, rest) => {
    const storage = await openPostgres(await migratedDatabase(), { bounds: SHORT });
    const { person, unit, goOn } = await beginUnit(storage, rest);
    await expect(unit).rejects.toThrow(
      new Unavailable('store', 'The database did not answer in time.', { retryAfterSeconds: 1 }),
    );
    const next = insert(storage).catch(() => undefined);
    goOn();
    await next;
    await expectRecovery(storage);
    expect(await storage.read.accounts.find(person.id)).toBeUndefined();
    expect(await storage.read.accounts.doctors({ after: undefined, size: 9 })).toEqual([]);
  });

  it('for which no connection becomes free is refused, and one for which too many wait is refused at once', async () => {
    const bounds = { ...LONG, writers: 1, connecting: 1000 };
    const storage = await openPostgres(await migratedDatabase(), { bounds });
    const { unit, goOn } = await beginUnit(storage);
    const waiting = Array.from({ length: MOST_WAITING }, () => storage.write(async () => ok(undefined)));
    const overloaded = { name: 'Unavailable', reason: 'overloaded', retryAfterSeconds: 1 };
    await expect.poll(() => storage.load().writes.waiting).toBe(MOST_WAITING);
    await expect(insert(storage)).rejects.toMatchObject(overloaded);
    expect(storage.load().writes.waiting).toBe(MOST_WAITING);
    for (const outcome of await Promise.allSettled(waiting)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: overloaded });
    }
    goOn();
    expect(await unit).toEqual(ok(undefined));
    expect(await insert(storage)).toEqual(ok(undefined));
  });
});

it('a statement that takes too long ends on the server, too, and the call is unavailable', async () => {
  const { open, query } = await postgresPlace();
  const storage = await open({ bounds: { statement: 500 } });
  const person = await keepAccount(storage, 'Par');
  await query(`
    ALTER TABLE "Account" RENAME TO kept;
    CREATE VIEW "Account" AS SELECT kept.* FROM kept, LATERAL (SELECT pg_sleep(60)) slowly;`);
  await expect(storage.read.accounts.find(person.id)).rejects.toBeInstanceOf(Unavailable);
  const active = `
    SELECT query FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'health-case-service' AND state = 'active'`;
  await expect.poll(() => query(active)).toEqual([]);
  await query('DROP VIEW "Account"; ALTER TABLE kept RENAME TO "Account"');
  expect(await storage.read.accounts.find(person.id)).toEqual(person);
});

it('the load of a store tells the connections in use and the reads that wait for one', async () => {
  const { open, query } = await postgresPlace();
  const storage = await open({ bounds: { readers: 2 } });
  expect(storage.load().connections).toEqual({ used: 0, waiting: 0 });
  await query('BEGIN; LOCK TABLE "Account" IN ACCESS EXCLUSIVE MODE');
  const reads = Array.from({ length: 5 }, () => storage.read.accounts.find(account('Par').id));
  await expect.poll(() => storage.load().connections).toEqual({ used: 2, waiting: 3 });
  await query('COMMIT');
  await Promise.all(reads);
  await expect.poll(() => storage.load().connections).toEqual({ used: 0, waiting: 0 });
});
