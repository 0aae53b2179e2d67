import type { Case } from '@health-case/domain/model/case';
import type { PageRequest } from '@health-case/domain/model/request-options';
import type { CaseId } from '@health-case/domain/model/values';
import type { CaseStore } from '@health-case/domain/ports/storage';
import type { Client } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { toCase, toDate } from '../rows.ts';
import { following } from './paging.ts';

type Whose = { readonly doctorId: string } | { readonly parentId: string } | { readonly childId: string };

export const prismaCases = (client: Client): CaseStore => {
  const { case: table } = client;
  const list = async (whose: Whose, { after, size }: PageRequest<CaseId>): Promise<readonly Case[]> => {
    const rows = await table.findMany({
      where: { ...whose, id: following(after) },
      orderBy: { id: 'asc' },
      take: size,
    });
    return rows.map(toCase);
  };
  return {
    find: async (id) => {
      const row = await table.findUnique({ where: { id } });
      return row ? toCase(row) : undefined;
    },
    ofDoctor: (doctorId, request) => list({ doctorId }, request),
    // Written out because Prisma would name every doctor in the statement, and takes 999 values at most.
    ofAssistant: async (assistantId, { after = '' as CaseId, size }) => {
      const rows = await client.$queryRaw<Row.Case[]>`
        SELECT c.* FROM "Assistance" a CROSS JOIN "Case" c
        WHERE a."assistantId" = ${assistantId} AND c."doctorId" = a."doctorId" AND c."id" > ${after}
        ORDER BY c."id" LIMIT ${size}`;
      return rows.map(toCase);
    },
    ofParent: (parentId, request) => list({ parentId }, request),
    ofChild: (childId, request) => list({ childId }, request),
    insert: async ({ status: _, openedAt, ...facts }) => {
      await table.create({ data: { ...facts, openedAt: toDate(openedAt) } });
    },
    save: async (facts) => {
      const finishedAt = facts.status === 'finished' ? toDate(facts.finishedAt) : null;
      await table.updateMany({ where: { id: facts.id }, data: { finishedAt } });
    },
  };
};
