import { type Certification, isLive } from '@health-case/domain/model/case';
import type { CertificationStore } from '@health-case/domain/ports/storage';
import type { Connection } from '../client.ts';
import { toCertification, toDate } from '../rows.ts';
import { following } from './paging.ts';

/** The columns that a decision changes. */
const stateOf = (certification: Certification) => ({
  status: certification.status,
  liveTaskId: isLive(certification) ? certification.taskId : null,
  decidedAt: 'decidedAt' in certification ? toDate(certification.decidedAt) : null,
  reason: 'reason' in certification ? certification.reason : null,
});

const INSERT = `
  INSERT INTO "Certification" ("id", "caseId", "taskId", "liveTaskId", "requestedById", "requestedAt", "status", "place")
  SELECT $1, $2, $3, $4, $5, $6, $7, COALESCE(MAX("place"), 0) + 1 FROM "Certification" WHERE "taskId" = $8
  ON CONFLICT ("liveTaskId") DO NOTHING`;

export const prismaCertifications = ({ client: { certification: table }, sql }: Connection): CertificationStore => ({
  newestOf: async (taskId) => {
    const row = await table.findFirst({ where: { taskId }, orderBy: { place: 'desc' } });
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
    const { id, caseId, taskId, requestedBy, requestedAt, status } = wanted;
    const facts = [id, caseId, taskId, taskId, requestedBy, toDate(requestedAt), status];
    if ((await sql.run(INSERT, ...facts, taskId)) === 1) return wanted;
    return toCertification(await table.findUniqueOrThrow({ where: { liveTaskId: taskId } }));
  },
  save: async (certification) => {
    await table.updateMany({ where: { id: certification.id }, data: stateOf(certification) });
  },
});
