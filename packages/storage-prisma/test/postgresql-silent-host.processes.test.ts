import { insert, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { expect, it, onTestFinished } from 'vitest';
import { BOUNDS } from '../src/postgresql/host-client.ts';
import { startTestServer } from '../testing/postgres-databases.ts';
import { openProxy } from './support/proxy.ts';
import { beginUnit, connectBeside, migratedDatabase, openPostgres, PATIENT } from './support/stores.ts';

/** Has every connection of both pools in use at once. */
const useAllConnections = async (storage: Storage): Promise<void> => {
  const [all, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun = 0;
  const units = Array.from({ length: BOUNDS.writers }, () =>
    storage.write(async ({ accounts }) => {
      await accounts.any();
      begun += 1;
      if (begun === BOUNDS.writers) all.resolve();
      await goOn.promise;
      return ok(undefined);
    }),
  );
  await all.promise;
  goOn.resolve();
  await Promise.all(units);
  await Promise.all(Array.from({ length: 4 * BOUNDS.readers }, () => storage.read.accounts.any()));
};

it('after one connection to a host was silent, no older one is used, and calls go on with another host', async () => {
  const url = await migratedDatabase();
  const [silent, other] = [await openProxy(url), await openProxy(url)];
  const both = silent.url.replace(/@([^/]+)/, `@$1,${new URL(other.url).host}`);
  const bounds = { ...PATIENT, connecting: 1000, statement: 1000 };
  const storage = await openPostgres(both, { bounds });
  const person = await keepAccount(storage, 'Par');
  await useAllConnections(storage);
  expect(other.sent()).toBe('');
  silent.swallow();
  // A unit of work is tried four times. So none succeeds if each of them meets another silent connection.
  expect(await insert(storage)).toEqual(ok(undefined));
  for (let nth = 0; nth < 3; nth += 1) {
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    expect(await insert(storage)).toEqual(ok(undefined));
  }
});

it('commits that the only host has never answered give their connections back once it answers new ones', async () => {
  const proxy = await openProxy(await migratedDatabase());
  const bounds = { ...PATIENT, call: 1500, connecting: 500, statement: 1000, readers: 2, writers: 2 };
  const storage = await openPostgres(proxy.url, { bounds });
  const units = [await beginUnit(storage), await beginUnit(storage)];
  proxy.swallow();
  for (const { goOn } of units) goOn();
  for (const { unit } of units) await expect(unit).rejects.toBeInstanceOf(Unavailable);
  proxy.serveAgain();
  const readAndInsert = async () => {
    await storage.read.accounts.any().catch(() => undefined);
    return insert(storage).catch(() => undefined);
  };
  await expect.poll(readAndInsert, { timeout: 60_000 }).toEqual(ok(undefined));
});

/** Of the connections that wait for a lock. */
const END_READERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'health-case-service' AND wait_event_type = 'Lock'`;

it('a COMMIT that waits for a standby keeps its connection, so a process has no more than its pools, and reads go on', async () => {
  const server = await startTestServer();
  onTestFinished(server.remove);
  const [beside, locking] = [await connectBeside(server.url), await connectBeside(server.url)];
  const configure = (standby: string) =>
    beside.query(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`).then(() => reload());
  const reload = () => beside.query('SELECT pg_reload_conf()');
  const connections = async (): Promise<number> => {
    const ours = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'health-case-service'`;
    return (await beside.query(ours)).rowCount ?? 0;
  };
  const bounds = { call: 1000, connecting: 500, readers: 1, writers: 2 };
  const storage = await openPostgres(server.url, { bounds });
  const person = await keepAccount(storage, 'Par');
  await configure('nobody');
  await expect
    .poll(async () => (await beside.query('SHOW synchronous_standby_names')).rows[0])
    .toEqual({
      synchronous_standby_names: 'nobody',
    });
  for (let nth = 0; nth < 4; nth += 1) {
    await expect(Promise.all([insert(storage), insert(storage)])).rejects.toBeInstanceOf(Unavailable);
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    // A connection is lost while it reads, and replaced. That says nothing of those that wait.
    await locking.query('BEGIN; LOCK TABLE "Session" IN ACCESS EXCLUSIVE MODE');
    const reading = storage.read.sessions.find('digest' as never).catch(() => undefined);
    await expect.poll(async () => (await beside.query(END_READERS)).rowCount).toBe(1);
    await locking.query('ROLLBACK');
    await reading;
    await expect.poll(() => storage.read.accounts.find(person.id).catch(() => undefined)).toEqual(person);
    expect(await connections()).toBeLessThanOrEqual(bounds.readers + bounds.writers);
  }
  await configure('');
  await expect.poll(() => insert(storage).catch(() => undefined)).toEqual(ok(undefined));
});
