import { setTimeout as sleep } from 'node:timers/promises';
import { account, hash, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import type { Account } from '@health-case/domain/model/account';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '../src/client.ts';
import { openSqliteTransactions } from '../src/sqlite/transactions.ts';
import { createWriteQueue } from '../src/write-queue.ts';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';

const insert = (storage: Storage, person: Account = account('Par')) =>
  storage.write(({ accounts }) => accounts.insert({ account: person, passwordHash: hash('hash') }));

/** A store, and another connection that holds the write lock of its file until it is told to let go. */
const openLocked = async (lockTimeout = 5000) => {
  const file = await migratedFile();
  const storage = await openSqlite(file, { lockTimeout });
  const someone = await keepAccount(storage, 'Doc');
  const other = openBeside(file);
  other.exec('BEGIN IMMEDIATE');
  return { storage, someone, other, letGo: () => other.exec('ROLLBACK') };
};

describe('while another process holds the write lock', () => {
  it('a write waits, time and reads go on, and the write succeeds when the lock is released', async () => {
    const { storage, someone, letGo } = await openLocked(20_000);
    let acknowledged = false;
    const person = account('Par');
    const write = insert(storage, person).finally(() => {
      acknowledged = true;
    });
    for (let times = 0; times < 20; times += 1) {
      expect(await storage.read.accounts.find(someone.id)).toEqual(someone);
      await sleep(10);
    }
    expect(acknowledged).toBe(false);
    letGo();
    expect(await write).toEqual(ok(undefined));
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
  });

  it('a write is given up in the end, keeps nothing, and the next succeeds when the lock is released', async () => {
    const { storage, letGo } = await openLocked(60);
    const [givenUp, next] = [account('Par'), account('Par')];
    const failure: unknown = await insert(storage, givenUp).catch((error) => error);
    expect(failure).toBeInstanceOf(Unavailable);
    expect(failure).toMatchObject({ reason: 'store', retryAfterSeconds: expect.any(Number) });
    letGo();
    expect(await insert(storage, next)).toEqual(ok(undefined));
    expect(await storage.read.accounts.find(givenUp.id)).toBeUndefined();
    expect(await storage.read.accounts.find(next.id)).toEqual(next);
  });

  it('a unit of work is not begun: what it would read may change until the lock is its own', async () => {
    const { storage, someone, other } = await openLocked();
    const unit = storage.write(async ({ accounts }) => ok((await accounts.credentialsOf(someone.id))?.passwordHash));
    await sleep(30);
    other.prepare('UPDATE Account SET passwordHash = ? WHERE id = ?').run('changed meanwhile', someone.id);
    other.exec('COMMIT');
    expect(await unit).toEqual(ok('changed meanwhile'));
  });
});

/** Time that passes as it is told to. */
const holdTime = (): void => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
};

/** A queue of writes with no stores, and the connections that it has used. */
const openQueue = async (options: { readonly lockTimeout?: number; readonly timeout?: number }) => {
  const file = await migratedFile();
  const used: Connection[] = [];
  const { lockTimeout = 5000, ...timeout } = options;
  const transactions = await openSqliteTransactions({ file, lockTimeout });
  onTestFinished(transactions.close);
  const queue = createWriteQueue({
    transaction: transactions.transaction,
    ...timeout,
    begin: async (connection) => {
      used.push(connection);
      return { run: (work) => work({} as Stores), finish: async () => undefined };
    },
  });
  return { file, used, queue };
};

describe('a write that waited for more than half of the time that it may take', () => {
  /** A queue at work, until it is told to go on. */
  const atWork = async (timeout: number) => {
    holdTime();
    const { queue } = await openQueue({ timeout });
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    const first = queue.write(async () => ok(await held));
    await expect.poll(() => queue.load().waiting).toBe(0);
    return { queue, first, goOn };
  };

  it('is refused before it begins, and those that come later are not', async () => {
    const { queue, first, goOn } = await atWork(2000);
    const begun = vi.fn();
    const late = queue.write(async () => ok(begun()));
    vi.advanceTimersByTime(1050);
    const soon = queue.write(async () => ok('soon'));
    goOn();
    expect(await first).toEqual(ok(undefined));
    await expect(late).rejects.toMatchObject({ name: 'Unavailable', reason: 'overloaded', retryAfterSeconds: 1 });
    expect(begun).not.toHaveBeenCalled();
    expect(await soon).toEqual(ok('soon'));
  });

  it('is refused also where nobody else waits, and the next is done', async () => {
    const { queue, first, goOn } = await atWork(600);
    const late = queue.write(async () => ok('late'));
    vi.advanceTimersByTime(350);
    goOn();
    await expect(late).rejects.toBeInstanceOf(Unavailable);
    expect(await first).toEqual(ok(undefined));
    expect(await queue.write(async () => ok('next'))).toEqual(ok('next'));
  });
});

describe('the connection after one that was given up', () => {
  it('is another, and what it commits is as safe from a power loss', async () => {
    const { file, used, queue } = await openQueue({ lockTimeout: 30 });
    const other = openBeside(file);
    const settings: unknown[] = [];
    const work = async () => ok(settings.push(await used.at(-1)?.sql.all('PRAGMA synchronous')));
    await queue.write(work);
    other.exec('BEGIN IMMEDIATE');
    await expect(queue.write(work)).rejects.toBeInstanceOf(Unavailable);
    other.exec('ROLLBACK');
    await queue.write(work);
    expect(new Set(used).size).toBe(2);
    expect(settings).toEqual([[{ synchronous: 2 }], [{ synchronous: 2 }]]);
  });
});

describe('more writes than the store can take', () => {
  it('are refused above the bound of the queue, and all that were accepted are kept', async () => {
    holdTime();
    const { storage, other, letGo } = await openLocked();
    const persons = Array.from({ length: 5000 }, () => account('Par'));
    const settled = Promise.allSettled(persons.map((person) => insert(storage, person)));
    await sleep(20);
    letGo();
    const outcomes = await settled;
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(Unavailable);
      expect(reason).toMatchObject({ reason: 'overloaded', retryAfterSeconds: 1 });
    }
    const accepted = persons.filter((_, index) => outcomes[index]?.status === 'fulfilled').map(({ id }) => id);
    expect(accepted).toHaveLength(4096);
    const kept = other.prepare(`SELECT id FROM Account WHERE role = 'Par' ORDER BY id`).pluck().all();
    expect(kept).toEqual(accepted);
  });
});

describe('a store that is closed', () => {
  it('refuses every write as unavailable', async () => {
    const storage = await openSqlite(await migratedFile());
    await storage.close();
    const failure: unknown = await insert(storage).catch((error) => error);
    expect(failure).toBeInstanceOf(Unavailable);
    expect(failure).toMatchObject({ reason: 'store', retryAfterSeconds: 5 });
  });

  it('refuses the writes that come while it is closing, and finishes those it had accepted', async () => {
    const storage = await openSqlite(await migratedFile());
    const accepted = insert(storage);
    const closing = storage.close();
    const late = insert(storage);
    await expect(late).rejects.toBeInstanceOf(Unavailable);
    expect(await accepted).toEqual(ok(undefined));
    await closing;
  });
});
