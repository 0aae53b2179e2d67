import { setTimeout as sleep } from 'node:timers/promises';
import { account, hash, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import { ok } from '@health-case/domain/result';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectionOver, createPool } from '../src/postgresql/connection.ts';
import { BOUNDS } from '../src/postgresql/settings.ts';
import { connectBeside, connectionsBeside, migratedDatabase, openPostgres } from './support/postgresql.ts';
import { insert } from './support/writes.ts';

const opened = async () => {
  const url = await migratedDatabase();
  return { url, storage: await openPostgres(url), beside: await connectBeside(url) };
};

type Beside = Awaited<ReturnType<typeof connectBeside>>;

/** Ends every connection of the store, as an administrator can, and says how many those were. */
const endConnections = async (beside: Beside): Promise<number> => {
  const { rowCount } = await beside.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'health-case-service'`);
  return rowCount ?? 0;
};

const idsIn = async (beside: Beside): Promise<readonly string[]> =>
  (await beside.query<{ id: string }>('SELECT "id" FROM "Account" ORDER BY "id"')).rows.map(({ id }) => id);

describe('a store whose connections are ended', () => {
  it('makes new ones when it needs them, and nobody notices', async () => {
    const { storage, beside } = await opened();
    const person = await keepAccount(storage, 'Par');
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    for (let round = 0; round < 3; round += 1) {
      expect(await endConnections(beside)).toBeGreaterThan(0);
      expect(await storage.read.accounts.find(person.id)).toEqual(person);
      expect(await insert(storage)).toEqual(ok(undefined));
    }
    expect(await idsIn(beside)).toHaveLength(4);
  });

  it('runs a unit of work again whose connection was ended in its middle, and keeps it once', async () => {
    const { storage, beside } = await opened();
    const person = account('Par');
    let runs = 0;
    const unit = storage.write(async ({ accounts }) => {
      runs += 1;
      await accounts.insert({ account: person, passwordHash: hash('hash') });
      if (runs === 1) await endConnections(beside);
      return ok(await accounts.find(person.id));
    });
    expect(await unit).toEqual(ok(person));
    expect(runs).toBeGreaterThan(1);
    expect(await idsIn(beside)).toEqual([person.id]);
  });

  it('gives a unit of work up whose connection is ended each time, and keeps nothing of it', async () => {
    const { storage, beside } = await opened();
    let runs = 0;
    const unit = storage.write(async ({ accounts }) => {
      runs += 1;
      await accounts.insert({ account: account('Par'), passwordHash: hash('hash') });
      await endConnections(beside);
      return ok(await accounts.any());
    });
    await expect(unit).rejects.toMatchObject({ name: 'Unavailable', reason: 'store', retryAfterSeconds: 1 });
    expect(runs).toBeGreaterThan(1);
    expect(await idsIn(beside)).toEqual([]);
    expect(await insert(storage)).toEqual(ok(undefined));
  });

  it('has kept everything that it acknowledged, and fails otherwise as unavailable only', async () => {
    const { storage, beside } = await opened();
    const persons = Array.from({ length: 120 }, () => account('Par'));
    // A few times only, so that some are acknowledged on the busiest machine.
    const ending = (async () => {
      for (let time = 0; time < 5; time += 1) await sleep(10 + Math.random() * 60).then(() => endConnections(beside));
    })();
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (let at = 0; at < persons.length; at += 10) {
      outcomes.push(...(await Promise.allSettled(persons.slice(at, at + 10).map((person) => insert(storage, person)))));
    }
    await ending;
    const kept = new Set(await idsIn(beside));
    const acknowledged = persons.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(acknowledged.filter(({ id }) => !kept.has(id))).toEqual([]);
    expect(acknowledged).not.toEqual([]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Unavailable);
    expect(await insert(storage)).toEqual(ok(undefined));
  });
});

describe('a connection', () => {
  it('is what it has to be, whatever the settings of the database are', async () => {
    const { url, beside } = await opened();
    const { pathname } = new URL(url);
    await beside.query(`
      ALTER DATABASE "${pathname.slice(1)}" SET search_path = 'elsewhere';
      ALTER DATABASE "${pathname.slice(1)}" SET default_transaction_isolation = 'serializable';`);
    const storage = await openPostgres(url);
    const person = await keepAccount(storage, 'Par');
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    const { sql, client } = await connectionOver(createPool(url, 1, BOUNDS));
    onTestFinished(() => client.$disconnect());
    expect(await sql.all('SHOW transaction_isolation')).toEqual([{ transaction_isolation: 'read committed' }]);
  });
});

describe('a store that is closed', () => {
  it('has no connection left', async () => {
    const { storage, beside } = await opened();
    await Promise.all([insert(storage), storage.ready()]);
    expect(await connectionsBeside(beside)).toBeGreaterThan(1);
    await storage.close();
    await expect.poll(() => connectionsBeside(beside)).toBe(0);
  });
});

describe('a connection that ends while a commit is under way', () => {
  it('leaves the outcome unknown: the unit is not run again, and is unavailable', async () => {
    const { storage, beside } = await opened();
    await beside.query(`
      CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON "Account" DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION end_connection();`);
    let runs = 0;
    const unit = storage.write(async ({ accounts }) => {
      runs += 1;
      return accounts.insert({ account: account('Par'), passwordHash: hash('hash') });
    });
    const failure: unknown = await unit.catch((error) => error);
    expect(failure).toBeInstanceOf(Unavailable);
    expect(failure).toMatchObject({
      reason: 'store',
      message: expect.stringContaining('look whether'),
      retryAfterSeconds: 1,
    });
    expect(runs).toBe(1);
    await beside.query('DROP TRIGGER at_commit ON "Account"');
    expect(await insert(storage)).toEqual(ok(undefined));
  });
});

describe('a transaction that was in the way of another', () => {
  it('is run again: a deadlock with a statement from outside costs nobody anything', async () => {
    const { storage, beside } = await opened();
    const [one, other] = [await keepAccount(storage, 'Par'), await keepAccount(storage, 'Par')];
    await beside.query(`BEGIN`);
    await beside.query(`SET LOCAL deadlock_timeout = '60s'`);
    await beside.query(`UPDATE "Account" SET "firstName" = 'Outside' WHERE "id" = $1`, [other.id]);
    let runs = 0;
    let outside: Promise<unknown> | undefined;
    const unit = storage.write(async ({ accounts }) => {
      runs += 1;
      await accounts.setPassword(one.id, hash('new'));
      outside ??= beside.query(`UPDATE "Account" SET "firstName" = 'Outside' WHERE "id" = $1`, [one.id]);
      outside.then(() => beside.query('COMMIT')).catch(() => undefined);
      return ok(await accounts.setPassword(other.id, hash('new')));
    });
    expect(await unit).toEqual(ok(undefined));
    expect(runs).toBeGreaterThan(1);
    for (const { id } of [one, other]) {
      const known = await storage.read.accounts.credentialsOf(id);
      expect(known).toMatchObject({ passwordHash: 'new', account: { firstName: 'Outside' } });
    }
  });
});
