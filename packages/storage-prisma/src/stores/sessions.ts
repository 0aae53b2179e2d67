import type { SessionStore } from '@health-case/domain/ports/session-store';
import type { Client } from '../client.ts';
import { toAccount, toDate, toSession } from '../rows.ts';

export const prismaSessions = ({ session: table }: Client): SessionStore => ({
  find: async (digest) => {
    const row = await table.findUnique({ where: { digest }, include: { account: true } });
    return row ? { session: toSession(row), account: toAccount(row.account) } : undefined;
  },
  insert: async ({ startedAt, lastUsedAt, ...session }) => {
    await table.create({ data: { ...session, startedAt: toDate(startedAt), lastUsedAt: toDate(lastUsedAt) } });
  },
  touch: async (digest, lastUsedAt) => {
    await table.updateMany({ where: { digest }, data: { lastUsedAt: toDate(lastUsedAt) } });
  },
  end: async (digest) => {
    await table.deleteMany({ where: { digest } });
  },
  endOthers: async (accountId, keep) => {
    await table.deleteMany({ where: { accountId, digest: { not: keep } } });
  },
  endAll: async (accountId) => (await table.deleteMany({ where: { accountId } })).count,
  sweep: async (lastUsedBefore, atMost) => {
    await table.deleteMany({ where: { lastUsedAt: { lt: toDate(lastUsedBefore) } }, limit: atMost });
  },
});
