import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { at, auditRecord, insert, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import type { Instant } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCheckpoints } from '../src/sqlite/checkpoints.ts';
import { openWriter, whenFree } from '../src/sqlite/connection.ts';
import { openSqliteTransactions } from '../src/sqlite/transactions.ts';
import { beginUnit, migratedFile, openBeside, openSqlite } from './support/stores.ts';

const UNITS = 100;

const opened = async (options = {}) => {
  const file = await migratedFile();
  const storage = await openSqlite(file, options);
  const other = openBeside(file);
  const accounts = () => other.prepare('SELECT id FROM Account ORDER BY id').pluck().all();
  const logSize = () => statSync(`${file}-wal`).size;
  return { storage, other, accounts, logSize };
};

/** Each turn of the event loop seems to take some time. */
const seemBusy = () => {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.25));
  onTestFinished(() => clock.mockRestore());
};

describe('units of work that wait together', () => {
  it('share few commits, and so add less to the log than some that come one after another', async () => {
    const { storage, accounts, logSize } = await opened();
    for (let unit = 0; unit < 20; unit += 1) await insert(storage);
    const sizeOfTwenty = logSize();
    await Promise.all(Array.from({ length: UNITS }, () => insert(storage)));
    expect(logSize() - sizeOfTwenty).toBeGreaterThan(0);
    expect(logSize() - sizeOfTwenty).toBeLessThan(sizeOfTwenty);
    expect(storage.load().writes.commits).toBeLessThanOrEqual(20 + UNITS / 20);
    expect(accounts()).toHaveLength(20 + UNITS);
  });

  it('share a commit also if each comes in a turn of its own, while the event loop has other work', async () => {
    const { storage } = await opened();
    seemBusy();
    const units = [];
    for (let turns = 0; turns < 20; turns += 1) {
      units.push(insert(storage));
      await nextTurn();
    }
    await Promise.all(units);
    expect(storage.load().writes.commits).toBeLessThan(10);
  });

  it('wait for no others before one of many steps, with which they share its commit', async () => {
    const { storage } = await opened();
    seemBusy();
    let [turns, begun] = [0, false];
    const unit = storage.write(async () => {
      begun = true;
      return ok(undefined);
    }, 'many steps');
    for (; !begun; turns += 1) await nextTurn();
    await unit;
    // Otherwise it would wait for ten milliseconds, a quarter of one in each turn.
    expect(turns).toBeLessThan(10);
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
    const { unit, goOn } = await beginUnit(storage);
    const others = [insert(storage), insert(storage), insert(storage)];
    expect(storage.load()).toEqual({ writes: { waiting: 3, units: 0, commits: 0 } });
    goOn();
    await Promise.all([unit, ...others]);
    expect(storage.load().writes).toEqual({ waiting: 0, units: 4, commits: 1 });
  });

  it('share the commit of one of many steps, beside which others read what is committed', async () => {
    const { storage } = await opened();
    const { id } = await keepAccount(storage, 'Doc');
    const { units, commits } = storage.load().writes;
    const seen: boolean[] = [];
    let added: Promise<unknown> | undefined;
    await storage.write(async ({ accounts }, hasTime) => {
      await accounts.setDisabled(id, 0 as Instant);
      setImmediate(async () => {
        seen.push((await storage.read.accounts.credentialsOf(id))?.disabledAt === undefined);
        added = insert(storage);
      });
      while (added === undefined) await nextTurn();
      while (await hasTime()) await nextTurn();
      return ok(undefined);
    });
    await added;
    expect(seen).toEqual([true]);
    expect(storage.load().writes).toEqual({ waiting: 0, units: units + 2, commits: commits + 1 });
  });
});

describe('noted records', () => {
  const recordsOf = (count: number) => Array.from({ length: count }, () => auditRecord());
  const openNoting = async () => {
    const { storage } = await opened();
    const stored = () => storage.read.audit.records({}, { after: 0, size: 5000 });
    return { storage, stored, ids: async () => (await stored()).map(({ id }) => id) };
  };

  it('share a commit over several turns, in which others read what is committed', async () => {
    const { storage, ids } = await openNoting();
    const someone = await keepAccount(storage, 'Doc');
    const records = recordsOf(1000);
    const before = await ids();
    const written = storage.sequence(records);
    for (let turns = 0; turns < 4; turns += 1) {
      await nextTurn();
      expect(await storage.read.accounts.find(someone.id)).toEqual(someone);
      expect(await ids()).toEqual(before);
    }
    await written;
    expect(await ids()).toEqual([...before, ...records.map(({ id }) => id)]);
    expect(storage.load().writes.commits).toBe(3);
  });

  it('leave others more than one turn between two slices, while the event loop has other work', async () => {
    const { storage } = await openNoting();
    seemBusy();
    let [turns, isOver] = [0, false];
    const written = storage.sequence(recordsOf(1000)).then(() => {
      isOver = true;
    });
    for (; !isOver; turns += 1) await nextTurn();
    await written;
    expect(turns).toBeGreaterThan(15);
  });

  it('are passed by a unit of work that comes while they are written', async () => {
    const { storage, stored } = await openNoting();
    const written = storage.sequence(recordsOf(1000));
    for (let turns = 0; turns < 3; turns += 1) await nextTurn();
    await insert(storage);
    const { length } = await stored();
    expect([length > 0, length < 1000]).toEqual([true, true]);
    await written;
    expect(await storage.read.audit.verify()).toEqual({ sound: true, records: 1000 });
  });

  it('are stored once if some of them were stored before', async () => {
    const { storage, ids } = await openNoting();
    const records = recordsOf(250);
    await storage.sequence(records.slice(0, 100));
    await storage.sequence(records, true);
    expect(await ids()).toEqual(records.map(({ id }) => id));
  });
});

const withoutTime = () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
};

describe('the time of a unit of work', () => {
  it('is bounded with its waiting: one that waited for more than half of it is refused before it begins', async () => {
    withoutTime();
    const { storage } = await opened();
    const { unit, goOn } = await beginUnit(storage);
    const run = vi.fn();
    const late = storage.write(async () => ok(run()));
    vi.advanceTimersByTime(2501);
    const soon = insert(storage);
    goOn();
    expect(await unit).toEqual(ok(undefined));
    await expect(late).rejects.toMatchObject({ name: 'Unavailable', reason: 'overloaded', retryAfterSeconds: 1 });
    expect(run).not.toHaveBeenCalled();
    expect(await soon).toEqual(ok(undefined));
  });

  it('bounds also its waiting for the lock of another process, by the old connection and by a new one', async () => {
    const file = await migratedFile();
    const transactions = await openSqliteTransactions(file, 60_000);
    onTestFinished(transactions.close);
    openBeside(file).exec('BEGIN IMMEDIATE');
    withoutTime();
    for (let times = 0; times < 2; times += 1) {
      const unit = transactions.transaction(() => Promise.reject(new Error('has begun')), performance.now());
      await expect(unit).rejects.toThrow('database is locked');
    }
  });

  it('bounds also its waiting for the log to be copied', async () => {
    const transactions = await openSqliteTransactions(await migratedFile(), 5000);
    onTestFinished(transactions.close);
    const post = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(() => undefined);
    onTestFinished(() => {
      const threads = post.mock.contexts as Worker[];
      post.mockRestore();
      for (const thread of threads) thread.postMessage('copy');
    });
    const write = (value: string, deadline?: number) =>
      transactions.transaction(async ({ driver }) => {
        await driver.write('UPDATE "WrappedKey" SET "wrapped" = $1', [value]);
        return { result: undefined, commit: true };
      }, deadline);
    await write('more than twice as much as is copied at once'.repeat(800_000));
    await expect(write('little', performance.now() + 50)).rejects.toThrow('The database did not answer in time.');
  });
});

it('a unit of work that changes nothing adds nothing to the log', async () => {
  const { storage, logSize } = await opened();
  await insert(storage);
  const before = logSize();
  await storage.write(async ({ accounts }) => ok(await accounts.any()));
  expect(logSize()).toBe(before);
});

describe('while another process holds the write lock', () => {
  const openLocked = async (lockTimeout = 5000) => {
    const { storage, other } = await opened({ lockTimeout, timeout: lockTimeout });
    const someone = await keepAccount(storage, 'Doc');
    other.exec('BEGIN IMMEDIATE');
    return { storage, someone, other };
  };

  it('a write waits, timers and reads go on, and the write succeeds when the lock is released', async () => {
    const { storage, someone, other } = await openLocked(20_000);
    let acknowledged = false;
    const write = insert(storage).finally(() => {
      acknowledged = true;
    });
    for (let times = 0; times < 20; times += 1) {
      expect(await storage.read.accounts.find(someone.id)).toEqual(someone);
      await sleep(10);
    }
    expect(acknowledged).toBe(false);
    other.exec('ROLLBACK');
    expect(await write).toEqual(ok(undefined));
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
    withoutTime();
    const { storage, other } = await openLocked();
    const counts = Array.from({ length: 4100 }, (_, nth) => nth);
    const once = { notBefore: at(0), forgottenAt: at(0), underWay: [] };
    const keepOne = (count: number) =>
      storage.write(async ({ throttles }) =>
        ok(await throttles.save([{ key: `${count}`, attempts: { ...once, count } }])),
      );
    const settled = Promise.allSettled(counts.map(keepOne));
    await sleep(20);
    other.exec('ROLLBACK');
    const outcomes = await settled;
    for (const { reason } of outcomes.filter((outcome) => outcome.status === 'rejected')) {
      expect(reason).toMatchObject({ name: 'Unavailable', reason: 'overloaded', retryAfterSeconds: 1 });
    }
    const accepted = counts.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(accepted).toHaveLength(4096);
    expect(other.prepare('SELECT count FROM Throttled ORDER BY count').pluck().all()).toEqual(accepted);
  });
});

it('a store that is closing refuses writes, and does not count them', async () => {
  const { storage } = await opened();
  const accepted = insert(storage);
  const closing = storage.close();
  const refusal = { name: 'Unavailable', reason: 'store', retryAfterSeconds: 5 };
  await expect(insert(storage)).rejects.toMatchObject(refusal);
  await Promise.all([accepted, closing]);
  await expect(insert(storage)).rejects.toMatchObject(refusal);
  expect(storage.load().writes).toEqual({ waiting: 0, units: 1, commits: 1 });
});

describe('the write-ahead log', () => {
  /** Copies the log when it has a hundred pages. Each commit adds some ten. */
  const openWriting = async () => {
    const file = await migratedFile();
    const connection = await openWriter(file);
    const checkpoints = createCheckpoints(file, 100);
    onTestFinished(async () => {
      await checkpoints.close();
      await connection.close();
    });
    const write = async (commits: number) => {
      for (let written = 0; written < commits; written += 1) {
        await checkpoints.room();
        const save = () => connection.driver.write(SAVE, [String(1000 + written).repeat(10_000)]);
        await whenFree(save, Number.POSITIVE_INFINITY);
        checkpoints.committed(connection.database);
      }
    };
    return { file, write, checkpoints, check: checkpoints.check, longest: () => statSync(`${file}-wal`).size / 4120 };
  };
  /** Once it has loaded the addon: ended before that, it aborts the process. */
  const end = (thread: Worker) => once(thread, 'message').then(() => thread.terminate());
  const SAVE = 'UPDATE "WrappedKey" SET "wrapped" = $1';

  it('is copied into the database while units write, and begun again, also by another thread if one fails', async () => {
    const { write, longest } = await openWriting();
    // It ends, as one that has failed does: while it lives, it may be reading, and the log grows.
    const ended = new Promise<number>((resolve) => {
      process.once('worker', (worker) => {
        worker.emit('error', new Error('no memory'));
        resolve(end(worker));
      });
    });
    await write(15);
    await ended;
    await write(100);
    expect(longest()).toBeLessThan(350);
  });

  it('that no thread copies any more makes the store unready, until one does', async () => {
    const { write, check, longest } = await openWriting();
    const fail = (thread: Worker) => {
      thread.emit('error', new Error('no memory'));
      void end(thread);
    };
    process.on('worker', fail);
    onTestFinished(() => void process.off('worker', fail));
    check();
    await write(100);
    expect(check).toThrow(Unavailable);
    expect(check).toThrow('health-case.db cannot be copied (no memory).');
    process.off('worker', fail);
    const grown = longest();
    await expect.poll(() => check()).toBeUndefined();
    await write(100);
    expect(longest()).toBeLessThan(grown + 350);
  });

  it('is whole in the database when it is closed while it is copied', async () => {
    const { file, write, checkpoints } = await openWriting();
    await write(5);
    checkpoints.failed();
    await checkpoints.close();
    const [copied] = openBeside(file).pragma('wal_checkpoint(NOOP)') as [{ log: number; checkpointed: number }];
    expect(copied).toMatchObject({ busy: 0, log: copied.checkpointed });
  });

  it('grows as long as a reader needs it, and no longer', async () => {
    const { file, write, check, longest } = await openWriting();
    const reader = openBeside(file);
    reader.exec('BEGIN; SELECT * FROM Account');
    await write(60);
    const grown = longest();
    expect(grown).toBeGreaterThan(500);
    check();
    reader.exec('COMMIT');
    await write(100);
    expect(longest()).toBeLessThan(grown + 350);
  });

  it('is copied after a commit that found no room for it, so that the next ones find some', async () => {
    const program = join(import.meta.dirname, 'support/write-past-full-program.ts');
    // No file may have more than 2 MB (4,096 blocks): a disk that is full before the log has been copied once.
    const limited = ['-c', 'ulimit -f 4096 && exec "$@"', 'sh', process.execPath, program, await migratedFile()];
    const { stdout, stderr } = spawnSync('sh', limited, { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['The store failed (SQLITE_IOERR_WRITE).\nkept\n', '']);
  });
});
