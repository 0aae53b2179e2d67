import { account, credentials, insert, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import { ok } from '@health-case/domain/result';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Bounds } from '../src/postgresql/settings.ts';
import { LOCK } from '../src/postgresql/transactions.ts';
import { startPostgresServer } from '../testing/postgres-server.ts';
import { connectBeside, migratedDatabase, openPostgres } from './support/postgresql.ts';
import { openProxy } from './support/proxy.ts';

/** Long enough for a machine that is busy, as what ends within them is seen to end only. */
const SHORT: Partial<Bounds> = { call: 2500, lock: 1500 };

describe('a server that stops', () => {
  it('makes the store unavailable, and it recovers when the server is back', async () => {
    const server = await startPostgresServer();
    onTestFinished(server.remove);
    const storage = await openPostgres(server.url);
    const person = await keepAccount(storage, 'Par');
    await server.stop();
    const calls = [() => storage.ready(), () => insert(storage), () => storage.read.accounts.find(person.id)];
    for (const call of calls) await expect(call()).rejects.toBeInstanceOf(Unavailable);
    await server.start();
    await storage.ready();
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    expect(await insert(storage)).toEqual(ok(undefined));
  });
});

describe('a server that does not answer any more', () => {
  it('makes every call unavailable, those that wait included, and all is well afterwards', async () => {
    const url = await migratedDatabase();
    const proxy = await openProxy(url);
    const storage = await openPostgres(proxy.url, { bounds: SHORT });
    const person = await keepAccount(storage, 'Par');
    await storage.read.accounts.find(person.id);
    proxy.swallow();
    const calls: Promise<unknown>[] = [];
    for (let nth = 0; nth < 40; nth += 1) {
      calls.push(nth % 2 === 0 ? insert(storage) : storage.read.accounts.find(person.id));
      if (nth % 10 === 0) calls.push(storage.ready());
    }
    // Nobody will ever answer them: without a bound they would not end.
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toEqual({ status: 'rejected', reason: expect.any(Unavailable) });
    }
    proxy.serveAgain();
    const found = () => storage.read.accounts.find(person.id).catch(() => undefined);
    await expect.poll(found).toEqual(person);
    await expect.poll(() => insert(storage).catch(() => undefined)).toEqual(ok(undefined));
  });
});

describe('a lock that another holds', () => {
  it('is waited for while reads go on, and given up in time', async () => {
    const url = await migratedDatabase();
    const long = { call: 30_000, lock: 30_000 };
    const [storage, patient] = [await openPostgres(url, { bounds: SHORT }), await openPostgres(url, { bounds: long })];
    const someone = await keepAccount(storage, 'Doc');
    const beside = await connectBeside(url);
    const turn = await otherTurn(beside);
    const givenUp = account('Par');
    const [waiting, second] = [insert(storage, givenUp), insert(patient)];
    expect(await storage.read.accounts.find(someone.id)).toEqual(someone);
    await expect(waiting).rejects.toMatchObject({ name: 'Unavailable', reason: 'store' });
    await turn.end();
    expect(await second).toEqual(ok(undefined));
    expect(await storage.read.accounts.find(givenUp.id)).toBeUndefined();
  });

  it('is taken from a process that stopped in the middle of a unit of work', async () => {
    const url = await migratedDatabase();
    const bounds = { call: 30_000, lock: 30_000, idleInTransaction: 500 };
    const [stuck, other] = [await openPostgres(url, { bounds }), await openPostgres(url, { bounds })];
    const [stopped, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const unit = stuck.write(async ({ accounts }) => {
      await accounts.insert(credentials(account('Par')));
      stopped.resolve();
      await taken.promise;
      return ok(await accounts.any());
    });
    await stopped.promise;
    expect(await insert(other)).toEqual(ok(undefined));
    taken.resolve();
    expect(await unit).toEqual(ok(true));
  });
});

/** The turn of another process that works over the same database. */
const otherTurn = async (beside: Awaited<ReturnType<typeof connectBeside>>) => {
  await beside.query('BEGIN');
  await beside.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  return { end: () => beside.query('ROLLBACK') };
};

describe('a statement that takes too long', () => {
  it('ends on the server, too, and the call is unavailable', async () => {
    const url = await migratedDatabase();
    const storage = await openPostgres(url, { bounds: { statement: 500 } });
    const person = await keepAccount(storage, 'Par');
    const beside = await connectBeside(url);
    await beside.query(`
      ALTER TABLE "Account" RENAME TO kept;
      CREATE VIEW "Account" AS SELECT kept.* FROM kept, LATERAL (SELECT pg_sleep(60)) slowly;`);
    const reading = storage.read.accounts.find(person.id);
    await expect(reading).rejects.toBeInstanceOf(Unavailable);
    const active = `
      SELECT query FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'health-case-service' AND state = 'active'`;
    await expect.poll(async () => (await beside.query(active)).rows).toEqual([]);
    await beside.query('DROP VIEW "Account"; ALTER TABLE kept RENAME TO "Account"');
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
  });
});

it('the load of a store tells the connections in use and the reads that wait for one', async () => {
  const url = await migratedDatabase();
  const storage = await openPostgres(url, { bounds: { readers: 2 } });
  const beside = await connectBeside(url);
  expect(storage.load().connections).toEqual({ used: 0, waiting: 0 });
  await beside.query('BEGIN; LOCK TABLE "Account" IN ACCESS EXCLUSIVE MODE');
  const reads = Array.from({ length: 5 }, () => storage.read.accounts.find(account('Par').id));
  await expect.poll(() => storage.load().connections).toEqual({ used: 2, waiting: 3 });
  await beside.query('COMMIT');
  await Promise.all(reads);
  await expect.poll(() => storage.load().connections).toEqual({ used: 0, waiting: 0 });
});
