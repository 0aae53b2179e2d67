import type { TaskStore } from '@health-case/domain/ports/storage';
import type { Connection } from '../client.ts';
import { toDate, toTask } from '../rows.ts';
import { following } from './paging.ts';

const CLOSE = `
  UPDATE "Task" SET "closedAt" = $1,
    "closedPlace" = (SELECT COALESCE(MAX("closedPlace"), 0) + 1 FROM "Task" WHERE "caseId" = $2)
  WHERE "id" = $3`;

export const prismaTasks = ({ client: { task: table }, sql }: Connection): TaskStore => ({
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
      where: { caseId, closedPlace: { not: null } },
      orderBy: { closedPlace: 'desc' },
    });
    const task = row ? toTask(row) : undefined;
    return task?.status === 'closed' ? task : undefined;
  },
  anyOpenIn: async (caseId) =>
    (await table.findFirst({ where: { caseId, closedPlace: null }, select: { id: true } })) !== null,
  insert: async ({ status: _, ...facts }) => {
    await table.create({ data: facts });
  },
  save: async ({ id, caseId, closedAt }) => {
    await sql.run(CLOSE, toDate(closedAt), caseId, id);
  },
});
