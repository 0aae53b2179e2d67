import { setTimeout as sleep } from 'node:timers/promises';
import { account, credentials, insert } from '@health-case/domain/contracts/storage/samples';
import { refuse } from '@health-case/domain/errors';
import type { Account } from '@health-case/domain/model/account';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PrismaClient } from '../src/generated/sqlite/client.ts';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';

const bareClient = (file: string): PrismaClient => {
  const client = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: file }) });
  onTestFinished(() => client.$disconnect());
  return client;
};

const rowOf = ({ registeredAt, ...person }: Account) => ({
  ...person,
  registeredAt: new Date(registeredAt),
  passwordHash: 'hash',
});

/** What a connection of its own finds in the file, among the persons that were written. */
const keptIn = (file: string, ...persons: readonly Account[]): readonly boolean[] => {
  const find = openBeside(file).prepare('SELECT 1 FROM Account WHERE id = ?');
  return persons.map(({ id }) => find.get(id) !== undefined);
};

/** Starts a unit of work that writes, pauses until it is told to go on, and then takes it all back. */
const openDoomed = async (storage: Storage, doomed: Account, takeBack: () => ReturnType<typeof refuse>) => {
  const [written, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const unit = storage.write(async ({ accounts }) => {
    await accounts.insert(credentials(doomed));
    written.resolve();
    await goOn.promise;
    return takeBack();
  });
  const ended = Promise.allSettled([unit]);
  return { written: written.promise, goOn: goOn.resolve, ended };
};

describe('the bare adapter', () => {
  it('loses an acknowledged write that happened while the transaction of another was open', async () => {
    const file = await migratedFile();
    const client = bareClient(file);
    const [doomed, innocent] = [account('Par'), account('Par')];
    const [written, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const transaction = client.$transaction(async (inside) => {
      await inside.account.create({ data: rowOf(doomed) });
      written.resolve();
      await goOn.promise;
      throw new Error('rolled back');
    });
    await written.promise;
    await expect(client.account.create({ data: rowOf(innocent) })).resolves.toMatchObject({ id: innocent.id });
    goOn.resolve();
    await expect(transaction).rejects.toThrow('rolled back');
    expect(keptIn(file, doomed, innocent)).toEqual([false, false]);
  });
});

describe.each([
  ['refuses', () => refuse('CASE_NOT_FOUND')],
  [
    'throws',
    () => {
      throw new Error('rolled back');
    },
  ],
])('the store, while a unit of work that is open %s in the end', (_, takeBack: () => ReturnType<typeof refuse>) => {
  it('keeps a unit that came during it, and acknowledges none before its own end', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    const [doomed, innocent] = [account('Par'), account('Par')];
    const { written, goOn, ended } = await openDoomed(storage, doomed, takeBack);
    await written;
    let acknowledged = false;
    const unit = insert(storage, innocent).then((result) => {
      acknowledged = true;
      return result;
    });
    await sleep(30);
    expect(acknowledged).toBe(false);
    goOn();
    expect(await unit).toEqual(ok(undefined));
    await ended;
    expect(keptIn(file, doomed, innocent)).toEqual([false, true]);
  });

  it('keeps the units that share a commit with it, before it and after it', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    const [before, doomed, after] = [account('Par'), account('Par'), account('Par')];
    const first = insert(storage, before);
    const opened = openDoomed(storage, doomed, takeBack);
    const last = insert(storage, after);
    const { written, goOn, ended } = await opened;
    await written;
    goOn();
    expect(await Promise.all([first, last])).toEqual([ok(undefined), ok(undefined)]);
    await ended;
    expect(keptIn(file, before, doomed, after)).toEqual([true, false, true]);
  });
});
