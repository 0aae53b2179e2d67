import { account, child, hash } from '@health-case/domain/contracts/storage/samples';
import { refuse } from '@health-case/domain/errors';
import type { Account } from '@health-case/domain/model/account';
import type { AccountId } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok, type Result } from '@health-case/domain/result';
import { describe, expect, it } from 'vitest';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';
import { commitsIn } from './support/wal.ts';

const UNITS = 200;

const insert = (storage: Storage, person: Account = account('Par')) =>
  storage.write(({ accounts }) => accounts.insert({ account: person, passwordHash: hash('hash') }));

/** Its statement fails in SQLite: there is no such parent. */
const insertOrphan = (storage: Storage) =>
  storage.write(({ children }) => children.insert(child('no-such-parent' as AccountId)));

const many = <T>(make: (index: number) => T): readonly T[] => Array.from({ length: UNITS }, (_, index) => make(index));

const opened = async () => {
  const file = await migratedFile();
  return { file, storage: await openSqlite(file) };
};

describe('units of work that wait together', () => {
  it('share few commits, where one after another would need one each', async () => {
    const { file, storage } = await opened();
    for (let unit = 0; unit < 5; unit += 1) await insert(storage);
    const alone = commitsIn(file);
    expect(alone).toBe(5);
    await Promise.all(many(() => insert(storage)));
    const together = commitsIn(file) - alone;
    expect(together).toBeGreaterThan(0);
    expect(together).toBeLessThanOrEqual(UNITS / 20);
    expect(openBeside(file).prepare('SELECT count(*) FROM Account').pluck().get()).toBe(5 + UNITS);
  });

  it('share commits with those that come while others are being written', async () => {
    const { file, storage } = await opened();
    const writer = async () => {
      for (let unit = 0; unit < 5; unit += 1) await insert(storage);
    };
    await Promise.all(Array.from({ length: UNITS / 5 }, writer));
    expect(commitsIn(file)).toBeLessThanOrEqual(UNITS / 10);
  });

  it('are each acknowledged only when every other connection can see them', async () => {
    const { file, storage } = await opened();
    const find = openBeside(file).prepare('SELECT 1 FROM Account WHERE id = ?');
    const seen = await Promise.all(
      many(async () => {
        const person = account('Par');
        const result = await insert(storage, person);
        return result.ok && find.get(person.id) !== undefined;
      }),
    );
    expect(seen).not.toContain(false);
  });

  it('fail alone when a statement of theirs fails, and take none down that share their commit', async () => {
    const { file, storage } = await opened();
    const fails = (index: number) => index % 3 === 1;
    const before = commitsIn(file);
    const outcomes = await Promise.allSettled(
      many((index) => (fails(index) ? insertOrphan(storage) : insert(storage))),
    );
    expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(many(fails));
    const expected = many(fails).filter((failed) => !failed).length;
    expect(openBeside(file).prepare('SELECT count(*) FROM Account').pluck().get()).toBe(expected);
    expect(commitsIn(file) - before).toBeLessThanOrEqual(UNITS / 20);
  });

  it('run once where all are kept or refuse before they write, and not more than twice otherwise', async () => {
    const { storage } = await opened();
    const runs = [...many(() => 0)];
    const unit = (index: number, refusal: 'none' | 'before' | 'after') =>
      storage.write(async ({ accounts }) => {
        runs[index] = (runs[index] ?? 0) + 1;
        if (refusal === 'before') return refuse('EMAIL_TAKEN');
        const inserted = await accounts.insert({ account: account('Par'), passwordHash: hash('hash') });
        return refusal === 'after' ? refuse('EMAIL_TAKEN') : inserted;
      });
    await Promise.all(many((index) => unit(index, index % 3 === 0 ? 'before' : 'none')));
    expect(new Set(runs)).toEqual(new Set([1]));
    runs.fill(0);
    await Promise.all(many((index) => unit(index, index === 3 ? 'after' : 'none')));
    expect(new Set(runs)).toEqual(new Set([1, 2]));
  });

  it('go on after a statement that failed, if they catch the failure themselves', async () => {
    const { file, storage } = await opened();
    const [before, after] = [account('Par'), account('Par')];
    const unit = storage.write(async ({ accounts, children }) => {
      await accounts.insert({ account: before, passwordHash: hash('hash') });
      await children.insert(child('no-such-parent' as AccountId)).catch(() => undefined);
      return accounts.insert({ account: after, passwordHash: hash('hash') });
    });
    expect(await unit).toEqual(ok(undefined));
    expect(openBeside(file).prepare('SELECT id FROM Account ORDER BY id').pluck().all()).toEqual([before.id, after.id]);
  });
});

describe('a unit of work that is alone', () => {
  it('runs once, also if it throws or thinks better of what it wrote', async () => {
    const { file, storage } = await opened();
    let runs = 0;
    const unit = (end: () => Result<undefined, unknown>) =>
      storage.write(async ({ accounts }) => {
        runs += 1;
        await accounts.insert({ account: account('Par'), passwordHash: hash('hash') });
        return end();
      });
    expect(await unit(() => refuse('EMAIL_TAKEN'))).toEqual(refuse('EMAIL_TAKEN'));
    expect(runs).toBe(1);
    const failing = unit(() => {
      throw new Error('came to nothing');
    });
    await expect(failing).rejects.toThrow('came to nothing');
    expect(runs).toBe(2);
    expect(openBeside(file).prepare('SELECT count(*) FROM Account').pluck().get()).toBe(0);
  });

  it('costs no commit where it changes nothing', async () => {
    const { file, storage } = await opened();
    await insert(storage);
    const before = commitsIn(file);
    await storage.write(async ({ accounts }) => ok(await accounts.any()));
    expect(commitsIn(file)).toBe(before);
  });
});

describe('writers that go on without a pause', () => {
  it('leave timers and sockets their turn between two commits', async () => {
    const storage = await openSqlite(await migratedFile());
    let [written, seen] = [0, Number.POSITIVE_INFINITY];
    setTimeout(() => {
      seen = written;
    });
    const writeOn = async () => {
      while (written < 400 && seen === Number.POSITIVE_INFINITY) {
        written += 1;
        await insert(storage, account('Par'));
      }
    };
    await Promise.all(Array.from({ length: 8 }, writeOn));
    expect(seen).toBeLessThan(400);
  });
});
