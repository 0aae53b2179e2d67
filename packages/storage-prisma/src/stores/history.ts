import type { HistoryStore } from '@health-case/domain/ports/history-store';
import type { Client } from '../client.ts';
import { toCaseEvent, toDate } from '../rows.ts';
import { following } from './paging.ts';

export const prismaHistory = ({ caseEvent: table }: Client): HistoryStore => ({
  ofCase: async (caseId, { after, size }) => {
    const rows = await table.findMany({
      where: { caseId, id: following(after) },
      orderBy: { id: 'asc' },
      take: size,
    });
    return rows.map(toCaseEvent);
  },
  append: async ({ at, by, reason, ...event }) => {
    await table.create({ data: { ...event, at: toDate(at), byId: by, reason: reason ?? null } });
  },
});
