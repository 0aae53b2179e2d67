import { FOLDING } from '@health-case/domain/model/names';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import { lock } from '../statement.ts';
import { NOT_ERASED, TAKE_TURNS_WITH_ACCOUNT } from './account.ts';
import { LOCK_CHILD } from './case.ts';
import { toChild } from './child-numbers.ts';
import { reindexAccounts, reindexPatients } from './names.ts';
import { among, ID } from './rows.ts';

export const LOCK_NAME_INDEX = lock('Processes take turns, also before there is a row.').sql`
  SELECT pg_advisory_xact_lock(7211206434)`;

export const nameIndexStore = (access: Access, { fieldsOf, fingerprint }: Encryption): Stores['nameIndex'] => {
  const { read, sql, write } = access;
  const { decrypted } = fieldsOf('Child');
  const indexAccounts = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const locked = Promise.all(ids.map((id) => sql.lock(TAKE_TURNS_WITH_ACCOUNT, id)));
    const select = { ...ID, firstName: true, lastName: true, role: true };
    const of = { where: { id: among(ids), ...NOT_ERASED }, select };
    const found = await read(({ account }) => account.findMany(of), locked);
    if (found.length > 0) await reindexAccounts(access, found);
  };
  const indexChildren = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const locked = Promise.all(ids.map((id) => sql.lock(LOCK_CHILD, id)));
    const rows = await read(({ child }) => child.findMany({ where: { id: among(ids) } }), locked);
    await reindexPatients(access, fingerprint, await decrypted(rows, toChild));
  };
  return {
    rebuild: async (atMost) => {
      const locked = sql.lock(LOCK_NAME_INDEX);
      const known = await read(({ nameIndex }) => nameIndex.findFirst({ where: { id: 1 } }), locked);
      const from = (known?.folding ?? 0) < FOLDING ? '' : known?.after;
      if (typeof from !== 'string') return 0;
      const next = { where: { id: { gt: from } }, orderBy: { id: 'asc' as const }, take: atMost, select: ID };
      const accounts = (await read(({ account }) => account.findMany(next))).map(({ id }) => id);
      const children = (await read(({ child }) => child.findMany(next))).map(({ id }) => id);
      const some = [...accounts, ...children].sort().slice(0, atMost);
      await indexAccounts(accounts.filter((id) => some.includes(id)));
      await indexChildren(children.filter((id) => some.includes(id)));
      const row = { folding: FOLDING, after: some.at(-1) ?? null };
      await write(({ nameIndex }) => nameIndex.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row }));
      return some.length;
    },
  };
};
