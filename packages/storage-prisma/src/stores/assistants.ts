import type { AssistantStore } from '@health-case/domain/ports/assistant-store';
import type { Client } from '../client.ts';
import { toPerson } from '../rows.ts';
import { following } from './paging.ts';

export const prismaAssistants = ({ assistance: table }: Client): AssistantStore => {
  const isLinked = async (doctorId: string, assistantId: string): Promise<boolean> =>
    (await table.findUnique({ where: { doctorId_assistantId: { doctorId, assistantId } } })) !== null;
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
