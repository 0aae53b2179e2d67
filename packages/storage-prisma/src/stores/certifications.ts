import { type Certification, isLive } from '@health-case/domain/model/certification';
import type { CertificationStore } from '@health-case/domain/ports/certification-store';
import type { Client } from '../client.ts';
import { toCertification, toDate } from '../rows.ts';
import { following } from './paging.ts';

/** The columns that a decision changes. */
const stateOf = (certification: Certification) => ({
  status: certification.status,
  liveTaskId: isLive(certification) ? certification.taskId : null,
  decidedAt: 'decidedAt' in certification ? toDate(certification.decidedAt) : null,
  reason: 'reason' in certification ? certification.reason : null,
});

export const prismaCertifications = ({ certification: table }: Client): CertificationStore => ({
  newestOf: async (taskId) => {
    const row = await table.findFirst({ where: { taskId }, orderBy: { id: 'desc' } });
    return row ? toCertification(row) : undefined;
  },
  ofCase: async (caseId, { after, size }) => {
    const rows = await table.findMany({
      where: { caseId, id: following(after) },
      orderBy: { id: 'asc' },
      take: size,
    });
    return rows.map(toCertification);
  },
  insertOnce: async (wanted) => {
    const live = await table.findUnique({ where: { liveTaskId: wanted.taskId } });
    if (live) return toCertification(live);
    const { id, caseId, taskId, requestedBy, requestedAt } = wanted;
    const facts = { id, caseId, taskId, requestedById: requestedBy, requestedAt: toDate(requestedAt) };
    await table.create({ data: { ...facts, ...stateOf(wanted) } });
    return wanted;
  },
  save: async (certification) => {
    await table.updateMany({ where: { id: certification.id }, data: stateOf(certification) });
  },
});
