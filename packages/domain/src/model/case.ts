import { ok, oneOf, refuse } from '../result.ts';
import type { Account } from './account.ts';
import type { Calendar } from './calendar.ts';
import type { CaseAction } from './case-action.ts';
import { DEFAULT_STATEMENTS, validityFrom } from './certificate.ts';
import { type CorrectedField, type Identity, identityOf } from './child.ts';
import {
  type AccountId,
  type CaseEventId,
  type CaseId,
  type CertificationId,
  type ChildId,
  type Day,
  type Instant,
  MINUTE,
  type Reason,
  type Statement,
  type TaskId,
  type Title,
} from './values.ts';

type CaseFacts = {
  readonly id: CaseId;
  readonly childId: ChildId;
  readonly doctorId: AccountId;
  readonly title: Title;
  readonly openedAt: Instant;
  /** D-43: since when it waits until somebody of its doctor's staff opens it. */
  readonly newSince?: Instant | undefined;
};
export type OngoingCase = CaseFacts & { readonly status: 'ongoing' };
export type FinishedCase = CaseFacts & { readonly status: 'finished'; readonly finishedAt: Instant };
export type Case = OngoingCase | FinishedCase;

/** ongoing → finished, and so not new any more. The caller must have checked that no task is open. */
export const finishCase = (found: Case, finishedAt: Instant) =>
  found.status === 'ongoing'
    ? ok<FinishedCase>({ ...found, newSince: undefined, status: 'finished', finishedAt })
    : refuse('CASE_FINISHED');

export const reopenCase = (found: Case) => {
  if (found.status === 'ongoing') return refuse('CASE_ONGOING');
  const { finishedAt: _, ...facts } = found;
  return ok<OngoingCase>({ ...facts, status: 'ongoing' });
};

/** D-30: while the case is ongoing. */
export const renameCase = (found: Case, title: Title) =>
  found.status === 'ongoing' ? ok<OngoingCase>({ ...found, title }) : refuse('CASE_FINISHED');

/** D-32: from then on it is the other doctor's, to whose staff it is new. */
export const handOver = (found: Case, doctorId: AccountId, newSince: Instant) =>
  found.status === 'ongoing' ? ok<OngoingCase>({ ...found, doctorId, newSince }) : refuse('CASE_FINISHED');

/** D-41: of a doctor who leaves, also a finished one. */
export const giveTo = (found: Case, doctorId: AccountId, newSince: Instant): Case =>
  found.status === 'ongoing' ? { ...found, doctorId, newSince } : { ...found, doctorId };

/** D-31: a case as lists show it. */
export type ListedCase = Case & {
  /** The state of the certification that was requested last in the case. */
  readonly certification: Certification['status'] | undefined;
};

/** Of each kind of work no more are counted. */
export const MOST_COUNTED = 100;

/** D-31: a task as lists of several cases show it. */
export type ListedTask = Task & Pick<Case, 'childId'>;

export const CASE_STATUSES = ['ongoing', 'finished'] as const satisfies Case['status'][];
export const parseCaseStatus = oneOf(CASE_STATUSES);

/** D-31: selects the cases that meet all conditions, by default in the order of their ids. */
export type CaseFilter = {
  readonly status?: Case['status'] | undefined;
  readonly childId?: ChildId | undefined;
  readonly doctorId?: AccountId | undefined;
  readonly certification?: Certification['status'] | undefined;
  /** Whether any certification waits for a decision, also one that was not requested last. */
  readonly waits?: true | undefined;
  /** D-43: whether nobody of the doctor's staff has opened it. */
  readonly isNew?: boolean | undefined;
  /** D-46: of one of these children. */
  readonly children?: readonly ChildId[] | undefined;
  /** In the opposite order. What follows a case is then what was opened before it. */
  readonly newestFirst?: true | undefined;
};

type TaskFacts = {
  readonly id: TaskId;
  readonly caseId: CaseId;
  readonly title: Title;
  /** D-46: the day until which it is to be done. */
  readonly dueOn?: Day | undefined;
  /** D-44: the parent who asks for a certificate by it. Then the title says what for. */
  readonly wishedBy?: AccountId;
};
export type OpenTask = TaskFacts & { readonly status: 'open' };
export type ClosedTask = TaskFacts & {
  readonly status: 'closed';
  readonly closedAt: Instant;
  /** Missing where it was closed before this was kept. */
  readonly closedBy: AccountId | undefined;
};
export type Task = OpenTask | ClosedTask;

export const openTask = ({ id: caseId, status }: Case, facts: Omit<OpenTask, 'caseId' | 'status'>) =>
  status === 'ongoing' ? ok<OpenTask>({ ...facts, caseId, status: 'open' }) : refuse('CASE_FINISHED');

/** open → closed. */
export const closeTask = (task: Task, closedAt: Instant, closedBy?: AccountId) =>
  task.status === 'open'
    ? ok<ClosedTask>({ ...task, status: 'closed', closedAt, closedBy })
    : refuse('TASK_ALREADY_CLOSED');

/** D-49: how long its day was over when it was closed. */
export const minutesOverdue = ({ dueOn, closedAt }: ClosedTask, calendar: Calendar): number | undefined => {
  const overdue = dueOn === undefined ? -1 : closedAt - calendar.endOf(dueOn);
  return overdue < 0 ? undefined : Math.floor(overdue / MINUTE);
};

/** D-46: for how long whoever closed a task may open it again. */
const UNDONE_FOR = 10 * MINUTE;
export const mayUndo = (task: Task, { id }: Pick<Account, 'id'>, now: Instant): task is ClosedTask =>
  task.status === 'closed' && task.closedBy === id && now - task.closedAt <= UNDONE_FOR;

/** D-44: whether the closing of the wish has requested it, and nobody has decided. */
export const isOfClosing = (
  found: Certification,
  { wishedBy, closedAt }: ClosedTask,
): found is RequestedCertification =>
  found.status === 'requested' && wishedBy !== undefined && found.requestedAt === closedAt;

/** D-46: closed → open, by whoever closed it, in an ongoing case. */
export const undoClosing = (found: Case, task: Task, actor: Pick<Account, 'id'>, now: Instant) => {
  if (found.status === 'finished') return refuse('CASE_FINISHED');
  return mayUndo(task, actor, now) ? reopenTask(found, task) : refuse('UNDO_OVER');
};

/** D-46: closed → open, at any time, in an ongoing case. The caller must have checked that no certification of it is live. */
export const reopenTask = ({ status }: Case, task: Task) => {
  if (status === 'finished') return refuse('CASE_FINISHED');
  if (task.status === 'open') return refuse('TASK_NOT_CLOSED');
  const { closedAt: _, closedBy: __, ...facts } = task;
  return ok<OpenTask>({ ...facts, status: 'open' });
};

/** D-30: while the case is ongoing and the task open. */
export const renameTask = ({ status }: Case, task: Task, corrected: Pick<OpenTask, 'title' | 'dueOn'>) => {
  if (status === 'finished') return refuse('CASE_FINISHED');
  return task.status === 'open' ? ok<OpenTask>({ ...task, ...corrected }) : refuse('TASK_ALREADY_CLOSED');
};

/** D-46: what waits for a doctor's decision: by default in the order in which it was requested. */
export type WaitingFilter = {
  readonly children?: readonly ChildId[] | undefined;
  /** By the names of the child, as lists of children are, then by id. */
  readonly byChild?: true | undefined;
  /** D-44: by the day until which a parent needs it, then by id. Without a day they come last. */
  readonly byNeed?: true | undefined;
  readonly backwards?: true | undefined;
};

/** So much of a list is counted. */
export const MOST_LISTED = 1000;

/** D-31, D-46: selects tasks, by default in the order of their ids. */
export type TaskFilter = {
  readonly status?: Task['status'] | undefined;
  /** Of open ones: by the day until which they are due, then by id. Those without a day come last. */
  readonly byDue?: true | undefined;
  /** Of closed ones: what was closed last comes first, then the newest. */
  readonly byClosing?: true | undefined;
  /** Else in the opposite order of their ids. */
  readonly newestFirst?: true | undefined;
  /** D-46: of cases of one of these children. */
  readonly children?: readonly ChildId[] | undefined;
};

export const TASK_STATUSES = ['open', 'closed'] as const satisfies Task['status'][];
export const parseTaskStatus = oneOf(TASK_STATUSES);

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
  /** The doctor whom certificates name. The case may be another doctor's by now (D-32). */
  readonly decidedBy: AccountId;
  /** D-26: what its certificates say. */
  readonly statement: Statement;
  readonly validUntil: Day;
  /** D-30: the child as that doctor has certified it. Its record may say something else by now. */
  readonly certified: Identity;
  /** What that doctor was called then. Missing once the account was erased: nobody can be named who stands for it. */
  readonly doctorName: string | undefined;
};
type EndedCertification = CertificationFacts & {
  readonly status: 'rejected' | 'revoked';
  readonly decidedAt: Instant;
  readonly reason: Reason;
};

/** D-22: requested → issued | rejected; issued → revoked. */
export type Certification = RequestedCertification | IssuedCertification | EndedCertification;

export const CERTIFICATION_STATUSES = [
  'requested',
  'issued',
  'rejected',
  'revoked',
] as const satisfies Certification['status'][];
export const parseCertificationStatus = oneOf(CERTIFICATION_STATUSES);

/** D-22: a task has at most one live certification. */
export const isLive = ({ status }: Pick<Certification, 'status'>): boolean =>
  status === 'requested' || status === 'issued';

/** The parameter's type makes sure that a certification relates to a closed task. */
export const certificationFor = (
  { id: taskId, caseId }: ClosedTask,
  id: CertificationId,
  requestedBy: AccountId,
  requestedAt: Instant,
): RequestedCertification => ({ id, taskId, caseId, requestedBy, requestedAt, status: 'requested' });

/** Which one is decided about, where a page has shown one: meanwhile another may stand in its place. */
export type Meant = { readonly certificationId?: CertificationId | undefined };

const isMeant = ({ id }: Certification, { certificationId = id }: Meant): boolean => id === certificationId;

type Issuing = Meant & {
  readonly actor: Pick<Account, 'id' | 'firstName' | 'lastName' | 'language'>;
  /** As it is known at this moment. */
  readonly child: Identity;
  readonly statement?: Statement | undefined;
  readonly validUntil?: Day | undefined;
};

/** D-26: `validUntil` is at most 365 days ahead; without one it is 180 days ahead. */
export const issue = (
  found: Certification,
  decidedAt: Instant,
  { actor, child, statement = DEFAULT_STATEMENTS[actor.language], validUntil, ...meant }: Issuing,
  calendar: Calendar,
) => {
  if (found.status !== 'requested' || !isMeant(found, meant)) return refuse('CERTIFICATION_DECIDED');
  const validity = validityFrom(calendar.dayOf(decidedAt), validUntil);
  if (!validity.ok) return validity;
  const decided = { status: 'issued', decidedAt, decidedBy: actor.id } as const;
  const named = { certified: identityOf(child), doctorName: `${actor.firstName} ${actor.lastName}` };
  return ok<IssuedCertification>({ ...found, ...decided, ...named, statement, validUntil: validity.value });
};

/** D-26, D-30: its certificates are over, so that there is nothing to confirm. */
export const isOver = (
  { validUntil }: Pick<IssuedCertification, 'validUntil'>,
  now: Instant,
  calendar: Calendar,
): boolean => calendar.endOf(validUntil) <= now;

type WithReason = Meant & { readonly reason: Reason };

export const reject = (found: Certification, decidedAt: Instant, { reason, ...meant }: WithReason) =>
  found.status === 'requested' && isMeant(found, meant)
    ? ok<EndedCertification>({ ...found, status: 'rejected', decidedAt, reason })
    : refuse('CERTIFICATION_DECIDED');

/** `decidedAt` becomes the moment of the revocation. */
export const revoke = (found: Certification, decidedAt: Instant, { reason, ...meant }: WithReason) => {
  if (found.status !== 'issued' || !isMeant(found, meant)) return refuse('CERTIFICATION_NOT_ISSUED');
  const { statement: _, validUntil: __, decidedBy: ___, certified: ____, doctorName: _____, ...facts } = found;
  return ok<EndedCertification>({ ...facts, status: 'revoked', decidedAt, reason });
};

/**
 * D-30, D-32: what a doctor who has issued certifications still has to do with. `to correct` lists what the doctor of the case
 * is asked to issue anew, because whoever issued it cannot log in to confirm it.
 */
const ISSUED_LISTS = ['to confirm', 'to correct', 'handed over'] as const;
export type IssuedList = (typeof ISSUED_LISTS)[number];

/** D-30: the doctor has certified somebody who is named otherwise by now. `doctorId`: whose case it is. */
export type ToConfirm = Pick<IssuedCertification, 'id' | 'decidedBy' | 'validUntil'> & { readonly doctorId: AccountId };

export type CaseEvent = {
  readonly id: CaseEventId;
  readonly caseId: CaseId;
  readonly at: Instant;
  /** Missing: the operator. */
  readonly by: AccountId | undefined;
  readonly action: CaseAction;
  readonly reason: Reason | undefined;
  /** D-32: the doctor to whom the case was handed over. */
  readonly to: AccountId | undefined;
  /** D-30: the fields of the child that were corrected. */
  readonly fields?: readonly CorrectedField[] | undefined;
  /**
   * `oldTitle`: what the task that it is about, or what was renamed, was called then; `newTitle`: since. Missing in older events,
   * and of a wish, whose words go with it.
   */
  readonly oldTitle?: Title | undefined;
  readonly newTitle?: Title | undefined;
};
