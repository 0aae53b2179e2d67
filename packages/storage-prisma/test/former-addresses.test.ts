import { account } from '@health-case/domain/contracts/storage/samples';
import { expect, it } from 'vitest';
import { migratedDatabase, openPostgres } from './support/postgresql.ts';
import { migratedFile, openSqlite } from './support/sqlite.ts';
import { insert } from './support/writes.ts';

it.each([
  ['SQLite', async () => openSqlite(await migratedFile())],
  ['PostgreSQL', async () => openPostgres(await migratedDatabase())],
])('an account on %s whose address was kept in punycode is found by its letters', async (_, open) => {
  const storage = await open();
  const jan = { ...account('Par'), email: 'jan@xn--mnchen-3ya.de' as never };
  await insert(storage, jan);
  const found = await storage.read.accounts.credentialsByEmail('jan@münchen.de' as never);
  expect(found?.account.id).toBe(jan.id);
  expect(await storage.read.accounts.credentialsByEmail('jan@munchen.de' as never)).toBeUndefined();
});
