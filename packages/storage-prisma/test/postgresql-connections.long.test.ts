import {
  account,
  credentials,
  hash,
  insert,
  keepAccount,
  keepCase,
} from '@health-case/domain/contracts/storage/samples';
import type { Account } from '@health-case/domain/model/account';
import type { Stores } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { describe, expect, it } from 'vitest';
import { openProxy } from './support/proxy.ts';
import { migratedDatabase, openPostgres, postgresPlace } from './support/stores.ts';

const OF_STORES = `
  FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'health-case-service'`;

const opened = async () => {
  const { database: url, open, query } = await postgresPlace();
  const connections = async () => (await query(`SELECT 1 ${OF_STORES}`)).length;
  /** Ends every connection of the store, as an administrator can, and resolves to how many those were. */
  const endConnections = async () => (await query(`SELECT pg_terminate_backend(pid) ${OF_STORES}`)).length;
  const accounts = async () => (await query('SELECT "id" FROM "Account"')).map(({ id }) => id);
  return { url, storage: await open(), query, connections, endConnections, accounts };
};

describe('a store whose connections are ended', () => {
  it('makes new ones when it needs them, and no call fails', async () => {
    const { storage, endConnections, accounts } = await opened();
    const person = await keepAccount(storage, 'Par');
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    expect(await endConnections()).toBeGreaterThan(0);
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    expect(await endConnections()).toBeGreaterThan(0);
    expect(await storage.read.cases.find('none' as never)).toBeUndefined();
    expect(await insert(storage)).toEqual(ok(undefined));
    expect(await accounts()).toHaveLength(2);
  });

  /** Runs a unit of work during which the connection is ended, once or each time that it runs. */
  const runInterrupted = async (times: number, rest: (stores: Stores, person: Account) => Promise<unknown>) => {
    const { storage, endConnections, accounts } = await opened();
    const person = account('Par');
    let runs = 0;
    const [outcome] = await Promise.allSettled([
      storage.write(async (stores) => {
        runs += 1;
        await stores.accounts.insert(credentials(person));
        if (runs <= times) await endConnections();
        return ok(await rest(stores, person));
      }),
    ]);
    expect(runs).toBeGreaterThan(1);
    return { storage, outcome, person, ids: await accounts() };
  };

  const REST: readonly (readonly [string, (stores: Stores, person: Account) => Promise<unknown>])[] = [
    ['in SQL', ({ accounts }, { id }) => accounts.find(id)],
    ['in SQL whose answer is not awaited', ({ accounts }, { id }) => accounts.setPassword(id, hash('new'))],
    ['through Prisma', ({ tasks }) => tasks.ofCase('none' as never, { after: undefined, size: 1 })],
  ];

  it.each(REST)('retries a unit of work whose connection was ended, and keeps it once: %s', async (_, rest) => {
    const { outcome, person, ids } = await runInterrupted(1, rest);
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { ok: true } });
    expect(ids).toEqual([person.id]);
  });

  it('stops retrying a unit of work whose connection is ended each time, and keeps nothing of it', async () => {
    const { storage, outcome, ids } = await runInterrupted(Number.POSITIVE_INFINITY, ({ accounts }) => accounts.any());
    expect(outcome).toMatchObject({ reason: { name: 'Unavailable', reason: 'store', retryAfterSeconds: 1 } });
    expect(ids).toEqual([]);
    expect(await insert(storage)).toEqual(ok(undefined));
  });

  it('does not retry one whose connection is lost before the answer to COMMIT: its outcome is unknown', async () => {
    const { url, accounts } = await opened();
    const proxy = await openProxy(url);
    const storage = await openPostgres(proxy.url);
    proxy.cutAfter('COMMIT');
    let runs = 0;
    const unit = storage.write(async (stores) => {
      runs += 1;
      return stores.accounts.insert(credentials(account('Par')));
    });
    const message = expect.stringContaining('look whether');
    await expect(unit).rejects.toMatchObject({ name: 'Unavailable', reason: 'store', message, retryAfterSeconds: 1 });
    expect(runs).toBe(1);
    await expect.poll(accounts).toHaveLength(1);
  });
});

describe('a connection', () => {
  it('has its own settings, whatever those of the database are', async () => {
    const { url, query } = await opened();
    const name = new URL(url).pathname.slice(1);
    const others = [
      "search_path = 'elsewhere'",
      "default_transaction_isolation = 'serializable'",
      "datestyle = 'German, DMY'",
      'standard_conforming_strings = off',
    ];
    await query(others.map((other) => `ALTER DATABASE "${name}" SET ${other}`).join('; '));
    const storage = await openPostgres(url);
    await query(`
      CREATE TABLE seen (isolation text);
      CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO seen VALUES (current_setting('transaction_isolation')); RETURN NEW; END $$;
      CREATE TRIGGER seeing BEFORE INSERT ON "Account" FOR EACH ROW EXECUTE FUNCTION see();`);
    const person = await keepAccount(storage, 'Par');
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    expect(await query('SELECT * FROM seen')).toEqual([{ isolation: 'read committed' }]);
  });

  it('sends the text of a statement once, in SQL and through Prisma', async () => {
    const { url, sent } = await openProxy(await migratedDatabase());
    const storage = await openPostgres(url, { bounds: { readers: 1 } });
    const { doctor, case: facts } = await keepCase(storage);
    const useStore = async () => {
      await insert(storage);
      await storage.read.accounts.find(doctor.id);
      await storage.read.cases.find(facts.id);
    };
    await useStore();
    const before = sent().length;
    await useStore();
    expect(sent().slice(0, before)).toMatch(/FROM "Case"/);
    expect(sent().slice(before)).not.toMatch(/"(Account|Case)"/);
  });

  it('goes on with a statement when a newer program has added a column to its table', async () => {
    const { url, query } = await opened();
    const storage = await openPostgres(url, { bounds: { readers: 1 } });
    const list = () => storage.read.cases.ofDoctors(['nobody' as never], { after: undefined, size: 9 });
    expect(await list()).toEqual([]);
    await query('ALTER TABLE "Case" ADD COLUMN "colour" TEXT');
    expect(await list()).toEqual([]);
  });

  it('is left by no store that is closed', async () => {
    const { storage, connections } = await opened();
    await Promise.all([insert(storage), storage.ready()]);
    expect(await connections()).toBeGreaterThan(1);
    await storage.close();
    await expect.poll(connections).toBe(0);
  });
});

it.each([
  ['a deadlock', '40P01', 'INSERT'],
  ['a deadlock in a statement whose answer is not awaited', '40P01', 'UPDATE'],
  ['a serialisation failure', '40001', 'INSERT'],
  ['its server became read-only, on a new connection', '25006', 'INSERT'],
])('a unit of work is retried after %s', async (_, code, event) => {
  const { storage, query, accounts } = await opened();
  await query(`
    CREATE SEQUENCE attempts;
    CREATE SEQUENCE connection;
    CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('attempts') = 1 THEN PERFORM setval('connection', pg_backend_pid()); RAISE EXCEPTION 'in the way' USING ERRCODE = '${code}'; END IF;
      IF '${code}' = '25006' AND (SELECT last_value FROM connection) = pg_backend_pid() THEN
        RAISE 'on the old connection';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER conflicting BEFORE ${event} ON "Account" FOR EACH ROW EXECUTE FUNCTION conflict();`);
  const person = account('Par');
  const unit = storage.write(async ({ accounts }) => {
    await accounts.insert(credentials(person));
    await accounts.setPassword(person.id, hash('new'));
    return ok((await accounts.find(person.id))?.id);
  });
  expect(await unit).toEqual(ok(person.id));
  expect(await accounts()).toEqual([person.id]);
  expect(await query('SELECT last_value FROM attempts')).toEqual([{ last_value: 2 }]);
});
