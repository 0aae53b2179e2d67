import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { at, insert, keep, nextId } from '@health-case/domain/contracts/storage/samples';
import { NotReady, Unavailable } from '@health-case/domain/errors';
import type { Storage } from '@health-case/domain/ports/storage';
import type Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createReadiness } from '../src/prisma-storage.ts';
import { startTestServer } from '../testing/postgres-databases.ts';
import {
  connectBeside,
  migratedDatabase,
  migratedFile,
  onPrepare,
  openBeside,
  openPostgres,
  openSqlite,
} from './support/stores.ts';

const WITHOUT_ROOM = 'The disk of the database is full; make room on it.';
const UNWRITABLE =
  'The database cannot be written, as on a disk that is full or read-only; the log of the service says why.';

const problemOf = async (storage: Storage): Promise<string | undefined> => {
  const problem: unknown = await storage.ready().catch((error) => error);
  if (problem === undefined) return undefined;
  expect(problem).toBeInstanceOf(NotReady);
  return (problem as NotReady).message;
};

const ATTEMPT = { count: 1, notBefore: at(0), forgottenAt: at(0), underWay: [] };

const insertUntilRefused = async (storage: Storage): Promise<void> => {
  const refused = async () => {
    // Each needs one page at most, as does what the store tries.
    for (;;) await keep(storage, ({ throttles }) => throttles.save([{ key: nextId(), attempts: ATTEMPT }]));
  };
  await expect(refused()).rejects.toThrow(Unavailable);
};

const opened = async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const NO_LIMIT = 2 ** 32 - 2;
  let most = NO_LIMIT;
  const connections = new Set<Database.Database>();
  onPrepare((text, database) => {
    if (!connections.has(database)) database.pragma(`max_page_count = ${most}`);
    connections.add(database);
    return text;
  });
  /** The database gets no page more than so many, or than it has. */
  const limit = (pages: number): void => {
    most = pages;
    for (const database of connections) if (database.open) database.pragma(`max_page_count = ${pages}`);
  };
  const file = await migratedFile();
  const reports: (string | undefined)[] = [];
  const storage = await openSqlite(file, { reportReadiness: (problem) => void reports.push(problem?.message) });
  const ask = async (after: number) => {
    vi.advanceTimersByTime(after);
    await Promise.allSettled(Array.from({ length: 9 }, () => storage.ready()));
  };
  return { file, storage, reports, ask, fill: () => limit(1), empty: () => limit(NO_LIMIT) };
};

describe('a store on SQLite', () => {
  it('is not ready after writes have failed, and is again by itself when they succeed', async () => {
    const { storage, reports, ask, fill, empty } = await opened();
    await storage.ready();
    fill();
    await insertUntilRefused(storage);
    await ask(1000);
    expect(await problemOf(storage)).toBe(UNWRITABLE);
    empty();
    await ask(1000);
    expect(await problemOf(storage)).toBeUndefined();
    expect(reports).toEqual([UNWRITABLE, undefined]);
    await insert(storage);
  });

  it('to which nobody has written for a while is not ready either, if nobody could', async () => {
    const { file, storage } = await opened();
    await storage.ready();
    openBeside(file).exec(`CREATE TRIGGER full AFTER INSERT ON "Throttled" BEGIN SELECT RAISE(ABORT, 'no room'); END`);
    vi.advanceTimersByTime(5000);
    expect(await problemOf(storage)).toBe(UNWRITABLE);
  });

  it('tries a write of its own once in five seconds, and leaves nothing of it', async () => {
    const { file, storage, ask } = await opened();
    for (const after of [0, 4999]) await ask(after);
    expect(storage.load().writes.units).toBe(1);
    await ask(1);
    expect(storage.load().writes.units).toBe(2);
    expect(openBeside(file).prepare('SELECT count(*) FROM Throttled').pluck().get()).toBe(0);
  });

  it('tries it once a second while writes fail', async () => {
    const { storage, ask, fill } = await opened();
    fill();
    await insertUntilRefused(storage);
    const { units } = storage.load().writes;
    for (let times = 1; times <= 3; times += 1) {
      for (const after of [999, 1]) await ask(after);
      expect(storage.load().writes.units).toBe(units + times);
    }
  });

  it('is not ready on a disk with hardly any room, although its log has some', async () => {
    const { storage, reports } = await opened();
    const { statfs } = fs;
    const spy = vi.spyOn(fs, 'statfs');
    syncBuiltinESMExports();
    onTestFinished(() => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
    const tell = (told: object) =>
      spy.mockImplementation((async (path: string) => ({ ...(await statfs(path)), ...told })) as never);
    tell({ bavail: 1 });
    expect(await problemOf(storage)).toBe(WITHOUT_ROOM);
    await insert(storage);
    // A file system that does not tell.
    tell({ bavail: 0, blocks: 0 });
    await storage.ready();
    expect(reports).toEqual([WITHOUT_ROOM, undefined]);
  });
});

it('a store that has too much to do to write is ready for half a minute, and then is not until it has written', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const busy = new Unavailable('overloaded', 'All connections to the database are in use.', { retryAfterSeconds: 1 });
  let outcome: Promise<unknown> = Promise.reject(busy);
  const readiness = createReadiness({ conditions: [], tryToWrite: () => outcome });
  await readiness.ready();
  vi.advanceTimersByTime(29_000);
  await readiness.ready();
  vi.advanceTimersByTime(6000);
  await expect(readiness.ready()).rejects.toBeInstanceOf(NotReady);
  outcome = Promise.resolve();
  vi.advanceTimersByTime(1000);
  await readiness.ready();
});

it('a store on PostgreSQL is not ready while the database is read-only, and is again by itself', async () => {
  const url = await migratedDatabase();
  await (await openPostgres(url)).close();
  const beside = await connectBeside(url);
  const { rows } = await beside.query<{ name: string }>('SELECT current_database() AS name');
  const setReadOnly = (mode: 'on' | 'off') =>
    beside.query(`ALTER DATABASE "${rows[0]?.name}" SET default_transaction_read_only = ${mode}`);
  await setReadOnly('on');
  const storage = await openPostgres(url);
  expect(await problemOf(storage)).toBe(UNWRITABLE);
  await expect(insert(storage)).rejects.toThrow(Unavailable);
  await setReadOnly('off');
  await expect.poll(() => problemOf(storage)).toBeUndefined();
  await insert(storage);
});

it('a store on PostgreSQL is not ready while commits wait for a standby, and leaves few of its own waiting', async () => {
  const server = await startTestServer();
  onTestFinished(server.remove);
  const storage = await openPostgres(server.url, { bounds: { statement: 1000 } });
  await storage.ready();
  const beside = await connectBeside(server.url);
  const waitFor = async (standbys: string) => {
    await beside.query(`ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`);
    await beside.query('SELECT pg_reload_conf()');
  };
  const waiting = async () =>
    (await beside.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)).rows.length;
  await waitFor('nobody');
  await expect.poll(() => insert(storage).catch(() => 'refused')).toBe('refused');
  await expect.poll(() => problemOf(storage)).toMatch(/^The database does not answer commits/);
  const before = await waiting();
  for (let times = 0; times < 20; times += 1) await expect(storage.ready()).rejects.toThrow(NotReady);
  expect(await waiting()).toBe(before);
  await waitFor('');
  await expect.poll(() => problemOf(storage)).toBeUndefined();
  await insert(storage);
});
