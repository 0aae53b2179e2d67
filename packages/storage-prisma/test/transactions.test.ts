import { Unavailable } from '@health-case/domain/errors';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection, Transactions } from '../src/client.ts';
import { BOUNDS } from '../src/postgresql/settings.ts';
import { openPostgresTransactions } from '../src/postgresql/transactions.ts';
import { openReader } from '../src/sqlite/connection.ts';
import { openSqliteTransactions } from '../src/sqlite/transactions.ts';
import { migratedDatabase } from './support/postgresql.ts';
import { migratedFile, openBeside } from './support/sqlite.ts';

const closing = <Opened extends Transactions>(transactions: Opened): Opened => {
  onTestFinished(transactions.close);
  return transactions;
};

const overPostgres = async () => closing(await openPostgresTransactions(await migratedDatabase(), BOUNDS));
const overSqlite = async (file?: string, lockTimeout = 5000) => {
  file ??= await migratedFile();
  const transactions = closing(await openSqliteTransactions({ file, lockTimeout }));
  // The last connection to close would remove the log.
  onTestFinished((await openReader(file)).close);
  return transactions;
};

const invite = ({ sql }: Connection, digest: string) =>
  sql.run(
    `INSERT INTO "Invitation" ("digest", "role", "issuedAt", "expiresAt") VALUES ($1, 'Doc', $2, $3)`,
    digest,
    new Date(0),
    new Date(1),
  );

const committed = ({ transaction }: Transactions) =>
  transaction(async ({ sql }) => {
    const rows = await sql.all<{ digest: string }>('SELECT "digest" FROM "Invitation" ORDER BY "digest"');
    return { result: rows.map(({ digest }) => digest), commit: true };
  });

it('a transaction that SQLite itself rolls back ends its connection: the next one has another, of a later version', async () => {
  const transactions = await overSqlite();
  const before = transactions.version();
  const used: Connection[] = [];
  const work = (statement: string) => async (inside: Connection) => {
    used.push(inside);
    await invite(inside, 'a');
    return { result: await inside.sql.run(statement), commit: false };
  };
  await transactions.transaction(work('ROLLBACK'));
  expect(transactions.version()).toBeNaN();
  expect(await committed(transactions)).toEqual([]);
  expect(transactions.version()).toBeGreaterThan(before);
  await transactions.transaction(work('SELECT 1 WHERE 0'));
  await transactions.transaction(work('SELECT 1 WHERE 0'));
  expect(used[1]).not.toBe(used[0]);
  expect(used[2]).toBe(used[1]);
});

it('after a failed transaction SQLite has another connection, whose commits are flushed as well', async () => {
  const file = await migratedFile();
  const { transaction } = await overSqlite(file, 30);
  const used: Connection[] = [];
  const work = async (inside: Connection) => {
    used.push(inside);
    return { result: await inside.sql.all('PRAGMA synchronous'), commit: true };
  };
  await transaction(work);
  const other = openBeside(file);
  other.exec('BEGIN IMMEDIATE');
  await expect(transaction(work)).rejects.toThrow('database is locked');
  other.exec('ROLLBACK');
  expect(await transaction(work)).toEqual([{ synchronous: 2 }]);
  expect(new Set(used).size).toBe(2);
});

describe('a transaction of PostgreSQL that exceeds its deadline', () => {
  it.each<[string, (inside: Connection) => Promise<unknown>, unknown]>([
    ['its work goes on with a statement', (inside) => invite(inside, 'late'), expect.any(Error)],
    ['its work ends without one', async () => 'ended', 'ended'],
  ])('is rolled back, and adds nothing to a later transaction: %s', async (_, end, expected) => {
    const transactions = await overPostgres();
    expect(await committed(transactions)).toEqual([]);
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
    const next = committed(transactions);
    late.resolve();
    expect(await over.promise).toEqual(expected);
    expect([await next, await committed(transactions)]).toEqual([[], []]);
  });
});
