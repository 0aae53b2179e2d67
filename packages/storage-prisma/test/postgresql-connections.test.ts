import { account, credentials, hash, insert, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import { ok } from '@health-case/domain/result';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnector, createPool } from '../src/postgresql/connection.ts';
import { BOUNDS } from '../src/postgresql/settings.ts';
import { connectBeside, connectionsBeside, migratedDatabase, openPostgres } from './support/postgresql.ts';

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
  it('makes new ones when it needs them, and no call fails', async () => {
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

  it('retries a unit of work whose connection was ended, and keeps it once', async () => {
    const { storage, beside } = await opened();
    const person = account('Par');
    let runs = 0;
    const unit = storage.write(async ({ accounts }) => {
      runs += 1;
      await accounts.insert(credentials(person));
      if (runs === 1) await endConnections(beside);
      return ok(await accounts.find(person.id));
    });
    expect(await unit).toEqual(ok(person));
    expect(runs).toBeGreaterThan(1);
    expect(await idsIn(beside)).toEqual([person.id]);
  });

  it('stops retrying a unit of work whose connection is ended each time, and keeps nothing of it', async () => {
    const { storage, beside } = await opened();
    let runs = 0;
    const unit = storage.write(async ({ accounts }) => {
      runs += 1;
      await accounts.insert(credentials(account('Par')));
      await endConnections(beside);
      return ok(await accounts.any());
    });
    await expect(unit).rejects.toMatchObject({ name: 'Unavailable', reason: 'store', retryAfterSeconds: 1 });
    expect(runs).toBeGreaterThan(1);
    expect(await idsIn(beside)).toEqual([]);
    expect(await insert(storage)).toEqual(ok(undefined));
  });
});

describe('a connection', () => {
  it('has its own settings, whatever those of the database are', async () => {
    const { url, beside } = await opened();
    const { pathname } = new URL(url);
    await beside.query(`
      ALTER DATABASE "${pathname.slice(1)}" SET search_path = 'elsewhere';
      ALTER DATABASE "${pathname.slice(1)}" SET default_transaction_isolation = 'serializable';`);
    const storage = await openPostgres(url);
    const person = await keepAccount(storage, 'Par');
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    const pool = createPool(url, 1, BOUNDS);
    onTestFinished(() => pool.end());
    const { sql } = createConnector()(pool);
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

describe('a connection that ends during a commit', () => {
  it('leaves the outcome unknown: the unit is not retried, and is unavailable', async () => {
    const { storage, beside } = await opened();
    await beside.query(`
      CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON "Account" DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION end_connection();`);
    let runs = 0;
    const unit = storage.write(async ({ accounts }) => {
      runs += 1;
      return accounts.insert(credentials(account('Par')));
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

describe('a transaction that conflicts with another', () => {
  it('is retried: a deadlock with a statement from outside fails nobody', async () => {
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
