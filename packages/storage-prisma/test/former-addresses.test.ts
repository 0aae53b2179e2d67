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
  for (const other of ['jan@munchen.de', 'jan@mün\uFE0Fchen.de', 'jan@mün\u{E0100}chen.de']) {
    expect(await storage.read.accounts.credentialsByEmail(other as never)).toBeUndefined();
  }
  await insert(storage, { ...account('Par'), email: 'mia@example.org' as never });
  expect(await storage.read.accounts.credentialsByEmail('mia@exam\uFE0Fple.org' as never)).toBeUndefined();
});
