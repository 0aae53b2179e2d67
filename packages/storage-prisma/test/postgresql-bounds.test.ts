import { setTimeout as sleep } from 'node:timers/promises';
import { account, hash, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import { ok } from '@health-case/domain/result';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Bounds } from '../src/postgresql/bounds.ts';
import { LOCK } from '../src/postgresql/transactions.ts';
import { startPostgresServer } from '../testing/postgres-server.ts';
import { connectBeside, migratedDatabase, openPostgres } from './support/postgresql.ts';
import { openProxy } from './support/proxy.ts';
import { insert, timed } from './support/writes.ts';

const SHORT: Partial<Bounds> = { call: 1200, connecting: 500, lock: 1000, idleInTransaction: 600 };
/** What a busy machine may add. */
const MORE = 700;

describe('a server that stops', () => {
  it('makes the store unavailable within its bounds, and it recovers when the server is back', async () => {
    const server = await startPostgresServer();
    onTestFinished(server.remove);
    const storage = await openPostgres(server.url, { bounds: SHORT });
    const person = await keepAccount(storage, 'Par');
    await server.stop();
    const calls = [() => storage.ready(), () => insert(storage), () => storage.read.accounts.find(person.id)];
    for (const call of calls) {
      const tried = call();
      await expect(tried).rejects.toBeInstanceOf(Unavailable);
      expect(await timed(call())).toBeLessThan(1200 + MORE);
    }
    await server.start();
    const back = performance.now();
    await storage.ready();
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    expect(await insert(storage)).toEqual(ok(undefined));
    expect(performance.now() - back).toBeLessThan(2000);
  });
});

describe('a server that does not answer any more', () => {
  it('makes every call unavailable within its bounds, those that wait included, and all is well afterwards', async () => {
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
      await sleep(10);
    }
    const times = await Promise.all(calls.map(timed));
    expect(Math.max(...times)).toBeLessThan(1200 + MORE);
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome.status).toBe('rejected');
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Unavailable);
    }
    proxy.serveAgain();
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    expect(await insert(storage)).toEqual(ok(undefined));
  });
});

describe('a lock that another holds', () => {
  it('is waited for while reads go on, and given up in time', async () => {
    const url = await migratedDatabase();
    const storage = await openPostgres(url, { bounds: SHORT });
    const someone = await keepAccount(storage, 'Doc');
    const beside = await connectBeside(url);
    const turn = await otherTurn(beside);
    const [givenUp, next] = [account('Par'), account('Par')];
    const waiting = insert(storage, givenUp);
    expect(await storage.read.accounts.find(someone.id)).toEqual(someone);
    expect(await timed(waiting)).toBeGreaterThan(400);
    await expect(waiting).rejects.toMatchObject({ name: 'Unavailable', reason: 'store' });
    const second = insert(storage, next);
    await sleep(50);
    await turn.end();
    expect(await second).toEqual(ok(undefined));
    expect(await storage.read.accounts.find(givenUp.id)).toBeUndefined();
  });

  it('is taken from a process that stopped in the middle of a unit of work', async () => {
    const url = await migratedDatabase();
    const [stuck, other] = [
      await openPostgres(url, { bounds: { idleInTransaction: 300 } }),
      await openPostgres(url, { bounds: { idleInTransaction: 300 } }),
    ];
    let runs = 0;
    const unit = stuck.write(async ({ accounts }) => {
      runs += 1;
      await accounts.insert({ account: account('Par'), passwordHash: hash('hash') });
      if (runs === 1) await sleep(900);
      return ok(await accounts.any());
    });
    await sleep(50);
    expect(await timed(insert(other))).toBeLessThan(300 + MORE);
    expect(await unit).toEqual(ok(true));
    expect(runs).toBe(2);
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
    const storage = await openPostgres(url, { bounds: { ...SHORT, statement: 500 } });
    const person = await keepAccount(storage, 'Par');
    const beside = await connectBeside(url);
    await beside.query(`
      ALTER TABLE "Account" RENAME TO kept;
      CREATE VIEW "Account" AS SELECT kept.* FROM kept, LATERAL (SELECT pg_sleep(20)) slowly;`);
    const reading = storage.read.accounts.find(person.id);
    expect(await timed(reading)).toBeLessThan(500 + MORE);
    await expect(reading).rejects.toBeInstanceOf(Unavailable);
    const { rows } = await beside.query(`
      SELECT query FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'health-case-service' AND state = 'active'`);
    expect(rows).toEqual([]);
    await beside.query('DROP VIEW "Account"; ALTER TABLE kept RENAME TO "Account"');
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
  });
});
