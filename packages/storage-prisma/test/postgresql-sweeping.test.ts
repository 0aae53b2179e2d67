import { at, keep, keepAccount } from '@health-case/domain/contracts/storage/samples';
import type { SessionDigest } from '@health-case/domain/model/account';
import { expect, it } from 'vitest';
import { postgresPlace } from './support/stores.ts';

it('removes at most so many, also where PostgreSQL looks for them once for each row', async () => {
  const { database, open, query } = await postgresPlace();
  // Plans change with what PostgreSQL knows of a table; this leaves it the one that looks again.
  for (const other of ['hashagg', 'hashjoin', 'material', 'mergejoin', 'sort']) {
    await query(`ALTER DATABASE "${new URL(database).pathname.slice(1)}" SET enable_${other} = off`);
  }
  const storage = await open();
  const { id: accountId } = await keepAccount(storage, 'Par');
  await keep(storage, async ({ sessions }) => {
    for (const digest of ['a', 'b', 'c', 'd', 'e'] as SessionDigest[]) {
      await sessions.insert({ digest, accountId, startedAt: at(0), lastUsedAt: at(0) });
    }
  });
  await keep(storage, ({ sessions }) => sessions.sweep(at(1), 2));
  expect(await query('SELECT count(*)::int AS sessions FROM "Session"')).toEqual([{ sessions: 3 }]);
});
