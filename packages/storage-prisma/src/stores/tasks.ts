import type { TaskStore } from '@health-case/domain/ports/task-store';
import type { Client } from '../client.ts';
import { toDate, toTask } from '../rows.ts';
import { following } from './paging.ts';

export const prismaTasks = ({ task: table }: Client): TaskStore => ({
  find: async (id) => {
    const row = await table.findUnique({ where: { id } });
    return row ? toTask(row) : undefined;
  },
  ofCase: async (caseId, { after, size }) => {
    const rows = await table.findMany({
      where: { caseId, id: following(after) },
      orderBy: { id: 'asc' },
      take: size,
    });
    return rows.map(toTask);
  },
  lastClosedOf: async (caseId) => {
    const row = await table.findFirst({
      where: { caseId, closedAt: { not: null } },
      orderBy: [{ closedAt: 'desc' }, { id: 'desc' }],
    });
    const task = row ? toTask(row) : undefined;
    return task?.status === 'closed' ? task : undefined;
  },
  anyOpenIn: async (caseId) =>
    (await table.findFirst({ where: { caseId, closedAt: null }, select: { id: true } })) !== null,
  insert: async ({ status: _, ...facts }) => {
    await table.create({ data: facts });
  },
  save: async ({ id, closedAt }) => {
    await table.updateMany({ where: { id }, data: { closedAt: toDate(closedAt) } });
  },
});
