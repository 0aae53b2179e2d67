import { setTimeout as sleep } from 'node:timers/promises';
import { account, insert } from '@health-case/domain/contracts/storage/samples';
import type { Account } from '@health-case/domain/model/account';
import { ok, refuse } from '@health-case/domain/result';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { PrismaClient } from '../src/generated/sqlite/client.ts';
import { toRow } from '../src/stores/rows.ts';
import { beginUnit, migratedFile, openBeside, openSqlite } from './support/stores.ts';

/** Which of these persons another connection finds in the file. */
const keptIn = (file: string, ...persons: readonly Account[]): readonly boolean[] => {
  const find = openBeside(file).prepare('SELECT 1 FROM Account WHERE id = ?');
  return persons.map(({ id }) => find.get(id) !== undefined);
};

it('the bare adapter loses an acknowledged write that happened while the transaction of another was open', async () => {
  const [file, doomed, innocent] = [await migratedFile(), account('Par'), account('Par')];
  const [written, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const client = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: file }) });
  onTestFinished(() => client.$disconnect());
  const rowOf = ({ coversOn: _, ...person }: Account) => ({
    ...toRow(person, 'registeredAt', 'provenAt'),
    passwordHash: 'hash',
  });
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

it.each([
  ['refuses', async () => refuse('CASE_NOT_FOUND')],
  ['throws', () => Promise.reject(new Error('rolled back'))],
])('the store keeps a unit that came during another, which %s, and acknowledges none before', async (_, end) => {
  const [file, innocent] = [await migratedFile(), account('Par')];
  const storage = await openSqlite(file);
  const { person: doomed, unit, goOn } = await beginUnit(storage, end);
  let acknowledged = false;
  const second = insert(storage, innocent).finally(() => {
    acknowledged = true;
  });
  await sleep(30);
  expect(acknowledged).toBe(false);
  goOn();
  expect(await second).toEqual(ok(undefined));
  await Promise.allSettled([unit]);
  expect(keptIn(file, doomed, innocent)).toEqual([false, true]);
});
