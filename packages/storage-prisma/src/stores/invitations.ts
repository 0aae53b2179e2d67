import type { InvitationStore } from '@health-case/domain/ports/storage';
import type { Client } from '../client.ts';
import { toDate, toInvitation } from '../rows.ts';

export const prismaInvitations = ({ invitation: table }: Client): InvitationStore => ({
  find: async (digest) => {
    const row = await table.findUnique({ where: { digest } });
    return row ? toInvitation(row) : undefined;
  },
  issuedFrom: async (from, size) => {
    const rows = await table.findMany({
      where: { issuedAt: { gte: toDate(from) } },
      orderBy: [{ issuedAt: 'asc' }, { digest: 'asc' }],
      take: size,
    });
    return rows.map(toInvitation);
  },
  insert: async ({ digest, role, issuedAt, expiresAt, usedBy }) => {
    const dates = { issuedAt: toDate(issuedAt), expiresAt: toDate(expiresAt) };
    await table.create({ data: { digest, role, ...dates, usedById: usedBy ?? null } });
  },
  save: async ({ digest, usedBy }) => {
    await table.updateMany({ where: { digest }, data: { usedById: usedBy ?? null } });
  },
});
