import { ok, refuse } from '../result.ts';
import { DEFAULT_STATEMENT, validityFrom } from './certificate.ts';
import type {
  AccountId,
  CaseEventId,
  CaseId,
  CertificationId,
  ChildId,
  Day,
  Instant,
  Reason,
  Statement,
  TaskId,
  Title,
} from './values.ts';

type CaseFacts = {
  readonly id: CaseId;
  readonly childId: ChildId;
  /** The child's parent. A child never changes its parent, so this cannot become outdated. */
  readonly parentId: AccountId;
  readonly doctorId: AccountId;
  readonly title: Title;
  readonly openedAt: Instant;
};
export type OngoingCase = CaseFacts & { readonly status: 'ongoing' };
type FinishedCase = CaseFacts & { readonly status: 'finished'; readonly finishedAt: Instant };
export type Case = OngoingCase | FinishedCase;

/** ongoing → finished. The caller must have checked that no task is open. */
export const finishCase = (found: Case, finishedAt: Instant) =>
  found.status === 'ongoing' ? ok<FinishedCase>({ ...found, status: 'finished', finishedAt }) : refuse('CASE_FINISHED');

export const reopenCase = (found: Case) => {
  if (found.status === 'ongoing') return refuse('CASE_ONGOING');
  const { finishedAt: _, ...facts } = found;
  return ok<OngoingCase>({ ...facts, status: 'ongoing' });
};

type TaskFacts = { readonly id: TaskId; readonly caseId: CaseId; readonly title: Title };
export type OpenTask = TaskFacts & { readonly status: 'open' };
export type ClosedTask = TaskFacts & { readonly status: 'closed'; readonly closedAt: Instant };
export type Task = OpenTask | ClosedTask;

export const openTask = ({ id: caseId, status }: Case, id: TaskId, title: Title) =>
  status === 'ongoing' ? ok<OpenTask>({ id, caseId, title, status: 'open' }) : refuse('CASE_FINISHED');

/** open → closed. A closed task is never opened again. */
export const closeTask = (task: Task, closedAt: Instant) =>
  task.status === 'open' ? ok<ClosedTask>({ ...task, status: 'closed', closedAt }) : refuse('TASK_ALREADY_CLOSED');

type CertificationFacts = {
  readonly id: CertificationId;
  readonly taskId: TaskId;
  readonly caseId: CaseId;
  readonly requestedBy: AccountId;
  readonly requestedAt: Instant;
};
export type RequestedCertification = CertificationFacts & { readonly status: 'requested' };
export type IssuedCertification = CertificationFacts & {
  readonly status: 'issued';
  readonly decidedAt: Instant;
  /** D-26: what its certificates say. */
  readonly statement: Statement;
  readonly validUntil: Day;
};
type EndedCertification = CertificationFacts & {
  readonly status: 'rejected' | 'revoked';
  readonly decidedAt: Instant;
  readonly reason: Reason;
};

/** D-22: requested → issued | rejected; issued → revoked. */
export type Certification = RequestedCertification | IssuedCertification | EndedCertification;

/** D-22: a task has at most one live certification. */
export const isLive = ({ status }: Certification): boolean => status === 'requested' || status === 'issued';

/** The parameter's type makes sure that a certification relates to a closed task. */
export const certify = (
  { id: taskId, caseId }: ClosedTask,
  id: CertificationId,
  requestedBy: AccountId,
  requestedAt: Instant,
): RequestedCertification => ({ id, taskId, caseId, requestedBy, requestedAt, status: 'requested' });

type Issuing = { readonly statement?: Statement | undefined; readonly validUntil?: Day | undefined };

/** D-26: `validUntil` is at most 365 days ahead; without one it is 180 days ahead. */
export const issue = (
  found: Certification,
  decidedAt: Instant,
  { statement = DEFAULT_STATEMENT, validUntil }: Issuing,
) => {
  if (found.status !== 'requested') return refuse('CERTIFICATION_DECIDED');
  const validity = validityFrom(decidedAt, validUntil);
  if (!validity.ok) return validity;
  return ok<IssuedCertification>({ ...found, status: 'issued', decidedAt, statement, validUntil: validity.value });
};

export const reject = (found: Certification, decidedAt: Instant, { reason }: { readonly reason: Reason }) =>
  found.status === 'requested'
    ? ok<EndedCertification>({ ...found, status: 'rejected', decidedAt, reason })
    : refuse('CERTIFICATION_DECIDED');

/** `decidedAt` becomes the moment of the revocation. */
export const revoke = (found: Certification, decidedAt: Instant, { reason }: { readonly reason: Reason }) => {
  if (found.status !== 'issued') return refuse('CERTIFICATION_NOT_ISSUED');
  const { statement: _, validUntil: __, ...facts } = found;
  return ok<EndedCertification>({ ...facts, status: 'revoked', decidedAt, reason });
};

export const CASE_ACTIONS = [
  'case opened',
  'case finished',
  'case reopened',
  'task added',
  'task closed',
  'certification requested',
  'certification issued',
  'certification rejected',
  'certification revoked',
] as const;

export type CaseAction = (typeof CASE_ACTIONS)[number];

export type CaseEvent = {
  readonly id: CaseEventId;
  readonly caseId: CaseId;
  readonly at: Instant;
  readonly by: AccountId;
  readonly action: CaseAction;
  readonly reason: Reason | undefined;
};
