import type { Account } from '@health-case/domain/model/account';
import type { Certification } from '@health-case/domain/model/certification';
import type { CertificationId } from '@health-case/domain/model/ids';
import { one } from '@health-case/http/answer';
import { written } from '@health-case/http/answers';

/** The answers that are A's own. */
export const registered = one(({ id, role }: Account) => ({ role, ID: id }));

export const certificationRequested = one((id: CertificationId) => ({ certID: id }));

/** D-22: `decidedAt` once decided; `reason` where the decision was against it. */
export const certificationStatus = one((certification: Certification) => ({
  certID: certification.id,
  TaskID: certification.taskId,
  CaseID: certification.caseId,
  status: certification.status,
  requestedAt: written(certification.requestedAt),
  decidedAt: 'decidedAt' in certification ? written(certification.decidedAt) : undefined,
  reason: 'reason' in certification ? certification.reason : undefined,
}));
