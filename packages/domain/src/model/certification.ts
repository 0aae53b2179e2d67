import { type Refusal, refuse } from '../errors.ts';
import { ok, type Result } from '../result.ts';
import type { AccountId, CaseId, CertificationId, TaskId } from './ids.ts';
import type { Instant } from './instant.ts';
import type { ClosedTask } from './task.ts';
import type { Reason } from './text.ts';

type CertificationFacts = {
  readonly id: CertificationId;
  readonly taskId: TaskId;
  readonly caseId: CaseId;
  readonly requestedBy: AccountId;
  readonly requestedAt: Instant;
};
export type RequestedCertification = CertificationFacts & { readonly status: 'requested' };
export type IssuedCertification = CertificationFacts & { readonly status: 'issued'; readonly decidedAt: Instant };
export type RejectedCertification = Ended & { readonly status: 'rejected' };
export type RevokedCertification = Ended & { readonly status: 'revoked' };
type Ended = CertificationFacts & { readonly decidedAt: Instant; readonly reason: Reason };

/** D-22: requested → issued | rejected; issued → revoked. */
export type Certification = RequestedCertification | IssuedCertification | RejectedCertification | RevokedCertification;

/** D-22: a task has at most one live certification. */
export type LiveCertification = RequestedCertification | IssuedCertification;

export const isLive = (certification: Certification): certification is LiveCertification =>
  certification.status === 'requested' || certification.status === 'issued';

/** That a certification relates to a closed task is what the type of `task` says. */
export const certify = (
  task: ClosedTask,
  id: CertificationId,
  requestedBy: AccountId,
  requestedAt: Instant,
): RequestedCertification => ({
  id,
  taskId: task.id,
  caseId: task.caseId,
  requestedBy,
  requestedAt,
  status: 'requested',
});

export const issue = (
  certification: Certification,
  decidedAt: Instant,
): Result<IssuedCertification, Refusal<'CERTIFICATION_DECIDED'>> =>
  certification.status === 'requested'
    ? ok({ ...certification, status: 'issued', decidedAt })
    : refuse('CERTIFICATION_DECIDED');

export const reject = (
  certification: Certification,
  decidedAt: Instant,
  reason: Reason,
): Result<RejectedCertification, Refusal<'CERTIFICATION_DECIDED'>> =>
  certification.status === 'requested'
    ? ok({ ...certification, status: 'rejected', decidedAt, reason })
    : refuse('CERTIFICATION_DECIDED');

/** `decidedAt` becomes the moment of the revocation: the decision that holds. */
export const revoke = (
  certification: Certification,
  decidedAt: Instant,
  reason: Reason,
): Result<RevokedCertification, Refusal<'CERTIFICATION_NOT_ISSUED'>> =>
  certification.status === 'issued'
    ? ok({ ...certification, status: 'revoked', decidedAt, reason })
    : refuse('CERTIFICATION_NOT_ISSUED');
