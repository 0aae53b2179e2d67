import { refuse } from '@health-case/domain/errors';
import type { AccountStore } from '@health-case/domain/ports/account-store';
import { ok } from '@health-case/domain/result';
import type { Client } from '../client.ts';
import { isUniqueViolation } from '../failures.ts';
import { toAccount, toCredentials, toDate, toDateOrNull, toPerson } from '../rows.ts';
import { following } from './paging.ts';

export const prismaAccounts = ({ account: table }: Client): AccountStore => ({
  find: async (id) => {
    const row = await table.findUnique({ where: { id } });
    return row ? toAccount(row) : undefined;
  },
  credentialsOf: async (id) => {
    const row = await table.findUnique({ where: { id } });
    return row ? toCredentials(row) : undefined;
  },
  credentialsByEmail: async (email) => {
    const row = await table.findUnique({ where: { email } });
    return row ? toCredentials(row) : undefined;
  },
  any: async () => (await table.findFirst({ select: { id: true } })) !== null,
  doctors: async ({ after, size }) => {
    const rows = await table.findMany({
      where: { role: 'Doc', id: following(after) },
      orderBy: { id: 'asc' },
      take: size,
      select: { id: true, firstName: true, lastName: true },
    });
    return rows.map(toPerson);
  },
  insert: async ({ account, passwordHash, disabledAt }) => {
    const dates = { registeredAt: toDate(account.registeredAt), disabledAt: toDateOrNull(disabledAt) };
    try {
      await table.create({ data: { ...account, ...dates, passwordHash } });
      return ok(undefined);
    } catch (error) {
      if (isUniqueViolation(error)) return refuse('EMAIL_TAKEN');
      throw error;
    }
  },
  setPassword: async (id, passwordHash) => {
    await table.updateMany({ where: { id }, data: { passwordHash } });
  },
  setDisabled: async (id, disabledAt) => {
    await table.updateMany({ where: { id }, data: { disabledAt: toDateOrNull(disabledAt) } });
  },
});
