import type { AssistantStore } from '@health-case/domain/ports/storage';
import type { Connection } from '../client.ts';
import { toPerson } from '../rows.ts';
import { following } from './paging.ts';

const IS_LINKED = 'SELECT 1 FROM "Assistance" WHERE "doctorId" = $1 AND "assistantId" = $2';

export const prismaAssistants = ({ client: { assistance: table }, sql }: Connection): AssistantStore => {
  const isLinked = async (doctorId: string, assistantId: string): Promise<boolean> =>
    (await sql.all(IS_LINKED, doctorId, assistantId)).length > 0;
  return {
    assists: (assistantId, doctorId) => isLinked(doctorId, assistantId),
    ofDoctor: async (doctorId, { after, size }) => {
      const rows = await table.findMany({
        where: { doctorId, assistantId: following(after) },
        orderBy: { assistantId: 'asc' },
        take: size,
        select: { assistant: { select: { id: true, firstName: true, lastName: true } } },
      });
      return rows.map(({ assistant }) => toPerson(assistant));
    },
    link: async (doctorId, assistantId) => {
      if (!(await isLinked(doctorId, assistantId))) await table.create({ data: { doctorId, assistantId } });
    },
    unlink: async (doctorId, assistantId) => {
      await table.deleteMany({ where: { doctorId, assistantId } });
    },
  };
};
