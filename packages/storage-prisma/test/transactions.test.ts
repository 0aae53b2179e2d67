import { Unavailable } from '@health-case/domain/errors';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection, Transactions } from '../src/client.ts';
import { BOUNDS } from '../src/postgresql/settings.ts';
import { openPostgresTransactions } from '../src/postgresql/transactions.ts';
import { openSqliteTransactions } from '../src/sqlite/transactions.ts';
import { migratedDatabase } from './support/postgresql.ts';
import { migratedFile } from './support/sqlite.ts';

const closing = <Opened extends Transactions>(transactions: Opened): Opened => {
  onTestFinished(transactions.close);
  return transactions;
};

const overPostgres = async () => closing(await openPostgresTransactions(await migratedDatabase(), BOUNDS));
const overSqlite = async () => closing(await openSqliteTransactions({ file: await migratedFile(), lockTimeout: 5000 }));

/** Something of which it is easily seen whether it was kept. */
const invite = ({ sql }: Connection, digest: string) =>
  sql.run(
    `INSERT INTO "Invitation" ("digest", "role", "issuedAt", "expiresAt") VALUES ($1, 'Doc', $2, $3)`,
    digest,
    new Date(0),
    new Date(1),
  );

const kept = ({ transaction }: Transactions) =>
  transaction(async ({ sql }) => {
    const rows = await sql.all<{ digest: string }>('SELECT "digest" FROM "Invitation" ORDER BY "digest"');
    return { result: rows.map(({ digest }) => digest), commit: true };
  });

describe.each([
  ['SQLite', overSqlite],
  ['PostgreSQL', overPostgres],
])('a transaction of %s', (_, open) => {
  it('keeps what was done in it, if that is to be kept', async () => {
    const transactions = await open();
    const result = await transactions.transaction(async (inside) => ({
      result: await invite(inside, 'a'),
      commit: true,
    }));
    expect(result).toBe(1);
    expect(await kept(transactions)).toEqual(['a']);
  });

  it('takes back what is not to be kept, and has its result all the same', async () => {
    const transactions = await open();
    const result = await transactions.transaction(async (inside) => ({
      result: await invite(inside, 'a'),
      commit: false,
    }));
    expect(result).toBe(1);
    expect(await kept(transactions)).toEqual([]);
  });

  it('takes back what throws, and rejects with what was thrown', async () => {
    const transactions = await open();
    const thrown = new Error('thought better of it');
    const work = async (inside: Connection) => {
      await invite(inside, 'a');
      throw thrown;
    };
    await expect(transactions.transaction(work)).rejects.toBe(thrown);
    expect(await kept(transactions)).toEqual([]);
  });
});

describe('a transaction of SQLite that the database has taken back by itself', () => {
  it('is over, and so is its connection: the next has another, of a later version', async () => {
    const transactions = await overSqlite();
    const before = transactions.version();
    const used: Connection[] = [];
    const work = (statement: string) => async (inside: Connection) => {
      used.push(inside);
      await invite(inside, 'a');
      return { result: await inside.sql.run(statement), commit: false };
    };
    await transactions.transaction(work('ROLLBACK'));
    expect(transactions.idle()).toBeUndefined();
    expect(transactions.version()).toBeNaN();
    expect(await kept(transactions)).toEqual([]);
    expect(transactions.version()).toBeGreaterThan(before);
    await transactions.transaction(work('SELECT 1 WHERE 0'));
    await transactions.transaction(work('SELECT 1 WHERE 0'));
    expect(used[1]).not.toBe(used[0]);
    expect(used[2]).toBe(used[1]);
  });
});

describe('a transaction of PostgreSQL that is not over by its deadline', () => {
  /** A transaction that has begun and written, whose deadline has passed; and what lets it go on. */
  const openLate = async (end: (inside: Connection) => Promise<unknown>) => {
    const transactions = await overPostgres();
    expect(await kept(transactions)).toEqual([]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const [begun, late, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers()];
    const work = async (inside: Connection) => {
      await invite(inside, 'in time');
      begun.resolve();
      await late.promise;
      over.resolve(await end(inside).catch((error) => error));
      return { result: undefined, commit: true };
    };
    const transaction = transactions.transaction(work, performance.now() + 1000);
    await begun.promise;
    vi.advanceTimersByTime(1000);
    await expect(transaction).rejects.toThrow(
      new Unavailable('store', 'The database did not answer in time.', { retryAfterSeconds: 1 }),
    );
    vi.useRealTimers();
    return { transactions, goOn: late.resolve, over: over.promise };
  };

  it('is taken back, and what its work does afterwards is not done at all', async () => {
    const { transactions, goOn, over } = await openLate((inside) => invite(inside, 'late'));
    const next = kept(transactions);
    goOn();
    expect(await over).toBeInstanceOf(Unavailable);
    expect([await next, await kept(transactions)]).toEqual([[], []]);
  });

  it('is not kept if its work ends well, but late', async () => {
    const { transactions, goOn, over } = await openLate(async () => undefined);
    goOn();
    await over;
    expect(await kept(transactions)).toEqual([]);
  });
});
