import type { Account } from '@health-case/domain/model/account';
import type { Certification } from '@health-case/domain/model/case';
import type { CertificationId } from '@health-case/domain/model/values';
import { isoOf, one, role } from '@health-case/http/answers';
import { accountId, caseId, certificationId, instant, reason, taskId } from '@health-case/http/fields';
import { z } from 'zod';

/** The answers that are A's own. */
export const registered = one(z.object({ role, ID: accountId.in }), ({ id, role }: Account) => ({ role, ID: id }));

export const certificationRequested = one(z.object({ certID: certificationId }), (id: CertificationId) => ({
  certID: id,
}));

/** D-22: `decidedAt` once decided; `reason` where the decision was against it. */
export const certificationStatus = one(
  z
    .object({
      certID: certificationId,
      TaskID: taskId.in,
      CaseID: caseId.in,
      status: z.enum(['requested', 'issued', 'rejected', 'revoked'] satisfies Certification['status'][]),
      requestedAt: instant,
      decidedAt: instant.optional().meta({ description: 'Once it was issued, rejected or revoked.' }),
      reason: reason.in.optional().meta({ description: 'Why it was rejected or revoked.' }),
    })
    .meta({ id: 'Certification' }),
  (certification: Certification) => ({
    certID: certification.id,
    TaskID: certification.taskId,
    CaseID: certification.caseId,
    status: certification.status,
    requestedAt: isoOf(certification.requestedAt),
    decidedAt: 'decidedAt' in certification ? isoOf(certification.decidedAt) : undefined,
    reason: 'reason' in certification ? certification.reason : undefined,
  }),
);
