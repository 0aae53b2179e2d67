import { FOLDING } from '@health-case/domain/model/names';
import type { ChildId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import { lock } from '../statement.ts';
import { NOT_ERASED, TAKE_TURNS_WITH_ACCOUNT } from './account.ts';
import { numbersOf, recordOf } from './child-numbers.ts';
import { reindexAccount, reindexPatient } from './names.ts';

export const LOCK_NAME_INDEX = lock('Processes take turns, also before there is a row.').sql`
  SELECT pg_advisory_xact_lock(7211206434)`;

export const nameIndexStore = (access: Access, encryption: Encryption): Stores['nameIndex'] => {
  const { read, sql, write } = access;
  const numbers = numbersOf(encryption);
  const indexAccount = async (id: string): Promise<void> => {
    const found = { where: { id, ...NOT_ERASED }, select: { id: true, firstName: true, lastName: true, role: true } };
    const account = await read((client) => client.account.findFirst(found), sql.lock(TAKE_TURNS_WITH_ACCOUNT, id));
    if (account) await reindexAccount(access, account);
  };
  const indexChild = async (id: string): Promise<void> => {
    const child = await recordOf(access, numbers, id as ChildId);
    if (child) await reindexPatient(access, encryption.fingerprint, child);
  };
  return {
    rebuild: async (atMost) => {
      const locked = sql.lock(LOCK_NAME_INDEX);
      const known = await read(({ nameIndex }) => nameIndex.findFirst({ where: { id: 1 } }), locked);
      const from = (known?.folding ?? 0) < FOLDING ? '' : known?.after;
      if (typeof from !== 'string') return 0;
      const next = { where: { id: { gt: from } }, orderBy: { id: 'asc' as const }, take: atMost, select: { id: true } };
      const accounts = await read(({ account }) => account.findMany(next));
      const children = await read(({ child }) => child.findMany(next));
      const both = [
        ...accounts.map(({ id }) => ({ id, index: indexAccount })),
        ...children.map(({ id }) => ({ id, index: indexChild })),
      ];
      const some = both.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, atMost);
      for (const { id, index } of some) await index(id);
      const row = { folding: FOLDING, after: some.at(-1)?.id ?? null };
      await write(({ nameIndex }) => nameIndex.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row }));
      return some.length;
    },
  };
};
