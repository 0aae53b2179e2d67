import { setTimeout as sleep } from 'node:timers/promises';
import { account, child, credentials, insert, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { refuse } from '@health-case/domain/errors';
import type { AccountId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { ok, type Result } from '@health-case/domain/result';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteTransactions } from '../src/sqlite/transactions.ts';
import { createWriteQueue } from '../src/write-queue.ts';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';
import { commitsIn } from './support/wal.ts';

const UNITS = 200;
const many = <T>(make: (index: number) => T): readonly T[] => Array.from({ length: UNITS }, (_, index) => make(index));

/** A statement of SQLite fails: there is no such parent. */
const insertOrphan = ({ children }: Stores) => children.insert(child('no-such-parent' as AccountId));

const opened = async (options = {}) => {
  const file = await migratedFile();
  const accounts = () => openBeside(file).prepare('SELECT id FROM Account ORDER BY id').pluck().all();
  return { file, storage: await openSqlite(file, options), accounts };
};

describe('units of work that wait together', () => {
  it('share few commits, where units one after another need one each', async () => {
    const { file, storage, accounts } = await opened();
    for (let unit = 0; unit < 5; unit += 1) await insert(storage);
    expect(commitsIn(file)).toBe(5);
    await Promise.all(many(() => insert(storage)));
    expect(commitsIn(file) - 5).toBeGreaterThan(0);
    expect(commitsIn(file) - 5).toBeLessThanOrEqual(UNITS / 20);
    expect(accounts()).toHaveLength(5 + UNITS);
  });

  it('are each acknowledged only when every other connection can see them', async () => {
    const { file, storage } = await opened();
    const find = openBeside(file).prepare('SELECT 1 FROM Account WHERE id = ?');
    const insertAndLook = async () => {
      const person = account('Par');
      return (await insert(storage, person)).ok && find.get(person.id) !== undefined;
    };
    expect(await Promise.all(many(insertAndLook))).not.toContain(false);
  });

  it('fail alone when a statement of theirs fails, and share their commit all the same', async () => {
    const { file, storage, accounts } = await opened();
    const fails = (index: number) => index % 3 === 1;
    const units = many((index) => (fails(index) ? storage.write(insertOrphan) : insert(storage)));
    const outcomes = await Promise.allSettled(units);
    expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(many(fails));
    expect(accounts()).toHaveLength(many(fails).filter((failed) => !failed).length);
    expect(commitsIn(file)).toBeLessThanOrEqual(UNITS / 20);
  });

  it('run once, also if one of them refuses after it wrote', async () => {
    const { storage } = await opened();
    const runs = [...many(() => 0)];
    const unit = (index: number, refusal: 'none' | 'before' | 'after') =>
      storage.write(async ({ accounts }) => {
        runs[index] = (runs[index] ?? 0) + 1;
        if (refusal === 'before') return refuse('EMAIL_TAKEN');
        const inserted = await accounts.insert(credentials(account('Par')));
        return refusal === 'after' ? refuse('EMAIL_TAKEN') : inserted;
      });
    const refusals = ['before', 'after', 'none'] as const;
    await Promise.all(many((index) => unit(index, refusals[index % 3] ?? 'none')));
    expect(new Set(runs)).toEqual(new Set([1]));
  });

  it('go on after a statement that failed, if they catch the failure themselves', async () => {
    const { storage, accounts } = await opened();
    const [before, after] = [account('Par'), account('Par')];
    const unit = storage.write(async (stores) => {
      await stores.accounts.insert(credentials(before));
      await insertOrphan(stores).catch(() => undefined);
      return stores.accounts.insert(credentials(after));
    });
    expect(await unit).toEqual(ok(undefined));
    expect(accounts()).toEqual([before.id, after.id]);
  });

  it('leave timers and sockets their turn between two commits', async () => {
    const { storage } = await opened();
    let [written, seen] = [0, Number.POSITIVE_INFINITY];
    setTimeout(() => {
      seen = written;
    });
    const writeOn = async () => {
      while (written < 400 && seen === Number.POSITIVE_INFINITY) {
        written += 1;
        await insert(storage);
      }
    };
    await Promise.all(Array.from({ length: 8 }, writeOn));
    expect(seen).toBeLessThan(400);
  });

  it('are counted while they wait, and afterwards with the commits that they shared', async () => {
    const { storage } = await opened();
    const held = Promise.withResolvers<void>();
    const first = storage.write(async () => ok(await held.promise));
    await expect.poll(() => storage.load().writes.waiting).toBe(0);
    const others = [insert(storage), insert(storage), insert(storage)];
    expect(storage.load()).toEqual({ writes: { waiting: 3, units: 0, commits: 0 } });
    held.resolve();
    await Promise.all([first, ...others]);
    expect(storage.load().writes).toEqual({ waiting: 0, units: 4, commits: 2 });
  });
});

describe('a unit of work that is alone', () => {
  it('runs once, also if it throws or refuses after it wrote', async () => {
    const { storage, accounts } = await opened();
    let runs = 0;
    const unit = (end: () => Result<undefined, unknown>) =>
      storage.write(async (stores) => {
        runs += 1;
        await stores.accounts.insert(credentials(account('Par')));
        return end();
      });
    expect(await unit(() => refuse('EMAIL_TAKEN'))).toEqual(refuse('EMAIL_TAKEN'));
    const failing = unit(() => {
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect(runs).toBe(2);
    expect(accounts()).toEqual([]);
  });

  it('costs no commit if it changes nothing', async () => {
    const { file, storage } = await opened();
    await storage.write(async ({ accounts }) => ok(await accounts.any()));
    expect(commitsIn(file)).toBe(0);
  });
});

/** A store, and another connection that holds the write lock of its file until `release`. */
const openLocked = async (lockTimeout = 5000) => {
  const { file, storage } = await opened({ lockTimeout });
  const someone = await keepAccount(storage, 'Doc');
  const other = openBeside(file);
  other.exec('BEGIN IMMEDIATE');
  return { storage, someone, other, release: () => other.exec('ROLLBACK') };
};

describe('while another process holds the write lock', () => {
  it('a write waits, timers and reads go on, and the write succeeds when the lock is released', async () => {
    const { storage, someone, release } = await openLocked(20_000);
    let acknowledged = false;
    const write = insert(storage).finally(() => {
      acknowledged = true;
    });
    for (let times = 0; times < 20; times += 1) {
      expect(await storage.read.accounts.find(someone.id)).toEqual(someone);
      await sleep(10);
    }
    expect(acknowledged).toBe(false);
    release();
    expect(await write).toEqual(ok(undefined));
  });

  it('a write fails after its timeout, keeps nothing, and the next succeeds when the lock is released', async () => {
    const { storage, release } = await openLocked(60);
    const [late, next] = [account('Par'), account('Par')];
    await expect(insert(storage, late)).rejects.toMatchObject({ name: 'Unavailable', reason: 'store' });
    release();
    expect(await insert(storage, next)).toEqual(ok(undefined));
    expect(await storage.read.accounts.find(late.id)).toBeUndefined();
    expect(await storage.read.accounts.find(next.id)).toEqual(next);
  });

  it('a unit of work does not begin: what it would read may change until it has the lock', async () => {
    const { storage, someone, other } = await openLocked();
    const unit = storage.write(async ({ accounts }) => ok((await accounts.credentialsOf(someone.id))?.passwordHash));
    await sleep(30);
    other.prepare('UPDATE Account SET passwordHash = ? WHERE id = ?').run('changed meanwhile', someone.id);
    other.exec('COMMIT');
    expect(await unit).toEqual(ok('changed meanwhile'));
  });

  it('writes above the bound of the queue are refused, and all that were accepted are kept', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { storage, other, release } = await openLocked();
    const persons = Array.from({ length: 5000 }, () => account('Par'));
    const settled = Promise.allSettled(persons.map((person) => insert(storage, person)));
    await sleep(20);
    release();
    const outcomes = await settled;
    for (const { reason } of outcomes.filter((outcome) => outcome.status === 'rejected')) {
      expect(reason).toMatchObject({ name: 'Unavailable', reason: 'overloaded', retryAfterSeconds: 1 });
    }
    const accepted = persons.filter((_, index) => outcomes[index]?.status === 'fulfilled').map(({ id }) => id);
    expect(accepted).toHaveLength(4096);
    expect(other.prepare(`SELECT id FROM Account WHERE role = 'Par' ORDER BY id`).pluck().all()).toEqual(accepted);
  });
});

it('a write that waited for more than half of its timeout is refused before it begins, and later ones are not', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { transaction, close } = await openSqliteTransactions({ file: await migratedFile(), lockTimeout: 5000 });
  onTestFinished(close);
  const run = <T>(work: (stores: Stores) => T) => work({} as Stores);
  const begin = async () => ({ run, finish: async () => undefined });
  const queue = createWriteQueue(transaction, begin, 2000);
  const held = Promise.withResolvers<void>();
  const first = queue.write(async () => ok(await held.promise));
  await expect.poll(() => queue.load().waiting).toBe(0);
  const begun = vi.fn();
  const late = queue.write(async () => ok(begun()));
  vi.advanceTimersByTime(1050);
  const soon = queue.write(async () => ok('soon'));
  held.resolve();
  expect(await first).toEqual(ok(undefined));
  await expect(late).rejects.toMatchObject({ name: 'Unavailable', reason: 'overloaded', retryAfterSeconds: 1 });
  expect(begun).not.toHaveBeenCalled();
  expect(await soon).toEqual(ok('soon'));
});

it('a store that closes finishes the writes that it accepted, refuses later ones, and counts none of those', async () => {
  const { storage } = await opened();
  const accepted = insert(storage);
  const closing = storage.close();
  const refused = (late: ReturnType<typeof insert>) =>
    expect(late).rejects.toMatchObject({ name: 'Unavailable', reason: 'store', retryAfterSeconds: 5 });
  await refused(insert(storage));
  expect(await accepted).toEqual(ok(undefined));
  await closing;
  await refused(insert(storage));
  expect(storage.load().writes).toEqual({ waiting: 0, units: 1, commits: 1 });
});
