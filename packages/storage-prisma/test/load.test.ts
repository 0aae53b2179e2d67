import { account } from '@health-case/domain/contracts/storage/samples';
import { ok } from '@health-case/domain/result';
import { describe, expect, it } from 'vitest';
import { connectBeside, migratedDatabase, openPostgres } from './support/postgresql.ts';
import { migratedFile, openSqlite } from './support/sqlite.ts';
import { insert } from './support/writes.ts';

describe('what a store tells of its load', () => {
  it('is the units of work that wait, and afterwards those that were run and the commits they shared', async () => {
    const storage = await openSqlite(await migratedFile());
    expect(storage.load()).toEqual({ writes: { waiting: 0, units: 0, commits: 0 } });
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const first = storage.write(async () => ok(await held));
    await expect.poll(() => storage.load().writes.waiting).toBe(0);
    const others = [insert(storage), insert(storage), insert(storage)];
    expect(storage.load().writes).toEqual({ waiting: 3, units: 0, commits: 0 });
    letGo();
    await Promise.all([first, ...others]);
    expect(storage.load().writes).toEqual({ waiting: 0, units: 4, commits: 2 });
  });

  it('counts no unit and no commit that failed', async () => {
    const storage = await openSqlite(await migratedFile());
    await storage.close();
    await expect(insert(storage)).rejects.toThrow();
    expect(storage.load().writes).toEqual({ waiting: 0, units: 0, commits: 0 });
  });

  it('is on PostgreSQL also the connections in use and the reads that wait for one', async () => {
    const url = await migratedDatabase();
    const storage = await openPostgres(url, { bounds: { readers: 2 } });
    const beside = await connectBeside(url);
    expect(storage.load().connections).toEqual({ used: 0, waiting: 0 });
    await beside.query('BEGIN; LOCK TABLE "Account" IN ACCESS EXCLUSIVE MODE');
    const reads = Array.from({ length: 5 }, () => storage.read.accounts.find(account('Par').id));
    await expect.poll(() => storage.load().connections).toEqual({ used: 2, waiting: 3 });
    await beside.query('COMMIT');
    await Promise.all(reads);
    await expect.poll(() => storage.load().connections).toEqual({ used: 0, waiting: 0 });
  });
});
