import { allEnded } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { Calendar } from '../model/calendar.ts';
import type { Case, Certification, IssuedCertification, Task } from '../model/case.ts';
import * as model from '../model/case.ts';
import type { CaseAction } from '../model/case-action.ts';
import { type ChildNames, identityOf, isSameIdentity, type Shown } from '../model/child.ts';
import {
  type CaseOrTaskId,
  type CertificationId,
  type Day,
  type Instant,
  MINUTE,
  type Reason,
  type Statement,
  type TaskId,
} from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, type Refusal, type RefusalCode, type Result, refuse } from '../result.ts';
import { locatedCase, visibleCase } from './cases.ts';
import type { Trace } from './declaration.ts';
import { command, query, unlessErased } from './runner.ts';
import { isAttended } from './teams.ts';

/** D-21: `id` is a task, or a case. `taskId` says which task of the case; by default the one closed last. */
export type TaskReference = { readonly id: CaseOrTaskId; readonly taskId?: TaskId | undefined };
export type OfTask = TaskReference & { readonly actor: Account };

type Located = {
  readonly case: Case;
  /** The one that is meant, if there is one. `taskOf` looks whether it is of the case. */
  readonly task: Task | undefined;
  /** Of the task. It is read beside the case. */
  readonly newest: Certification | undefined;
};

type Locating = { readonly trace: Trace } & Pick<Ports, 'calendar' | 'clock'>;

/** The case that is meant, and its task. For those who take no part in the case, neither exists. */
export const locateCase = async (reads: Reads, { actor, id, taskId }: OfTask, { trace }: Pick<Locating, 'trace'>) => {
  const meant = taskId ?? id;
  // In this order: the first locks the case.
  const [found, task, newest] = await Promise.all([
    locatedCase(reads, actor, id, trace),
    reads.tasks.meantBy(meant),
    reads.certifications.newestOf(meant),
  ]);
  return found.ok ? ok<Located>({ case: found.value, task, newest }) : found;
};

/**
 * As `locateCase`, and for the doctor who has issued the certification and whose case it is no more (D-32): until it is
 * over, and only of a task that is named. For that doctor nothing else of the case exists.
 */
export const locateCertification = async (reads: Reads, input: OfTask, context: Locating) => {
  const located = await locateCase(reads, input, context);
  if (located.ok || input.actor.role !== 'Doc') return located;
  const task = (await reads.tasks.find(input.id as TaskId)) ?? (input.taskId && (await reads.tasks.find(input.taskId)));
  const found = task && (await reads.cases.find(task.caseId));
  if (!found || (input.id !== task.id && input.id !== found.id)) return located;
  const newest = await reads.certifications.newestOf(task.id);
  return newest && isKeptBy(newest, input.actor, context) ? ok<Located>({ case: found, task, newest }) : located;
};

/** D-32: whether it is issued by the doctor, and not over. */
export const isKeptBy = (
  found: Certification,
  { id }: Account,
  { calendar, clock }: Pick<Ports, 'calendar' | 'clock'>,
): found is IssuedCertification =>
  found.status === 'issued' && found.decidedBy === id && !model.isOver(found, clock.now(), calendar);

/** The closed task that is meant. */
const taskOf = ({ case: found, task }: Located, { id, taskId }: TaskReference) => {
  const isOther = task?.id !== taskId || task?.caseId !== found.id || (id !== found.id && id !== taskId);
  if (taskId !== undefined && isOther) return refuse('TASK_NOT_FOUND');
  return task?.status === 'closed' ? ok(task) : refuse('TASK_NOT_CLOSED');
};

/** The newest certification of the closed task that is meant. */
export const certificationOf = (located: Located, reference: TaskReference) => {
  const task = taskOf(located, reference);
  if (!task.ok) return task;
  return located.newest ? ok(located.newest) : refuse('CERTIFICATION_NOT_FOUND');
};

/** D-22: asking again while one is live answers the same certification. D-32: a new one would wait for nobody. */
const requestCertification = command({
  rule: locateCase,
  run: async (input: OfTask, stores, ports) => {
    const { found: located, ids, clock } = ports;
    const task = taskOf(located, input);
    if (!task.ok) return task;
    const { doctorId } = located.case;
    const [actor, at] = [input.actor, clock.now()];
    const wanted = model.certificationFor(task.value, ids.next(), actor.id, at);
    const [isSomebodyThere, { id }] = await allEnded([
      isAttended(stores, doctorId, ports),
      stores.certifications.insertOnce(wanted),
    ]);
    if (id === wanted.id) {
      // The refusal takes it back.
      if (!isSomebodyThere) return refuse('DOCTOR_UNAVAILABLE');
      const { title: oldTitle } = task.value;
      ports.trace.facts = [{ case: located.case, action: 'certification requested', at, oldTitle }];
    }
    return ok(id);
  },
  audit: { action: 'certification requested', on: ({ id }) => id },
  idempotency: {
    fields: ['id', 'taskId'],
    answerAgain: (id, { certifications }) => unlessErased(id as CertificationId, certifications.find, 'CASE_NOT_FOUND'),
  },
});

const checkCertification = query({
  rule: locateCertification,
  run: async (input: OfTask, _, { found }) => certificationOf(found, input),
  audit: { action: 'certification checked', on: ({ id }) => id },
});

/** What a doctor may write, and was shown: a decision with other words is another one. */
type Deciding = OfTask &
  Shown &
  model.Meant & {
    readonly statement?: Statement | undefined;
    readonly validUntil?: Day | undefined;
    readonly reason?: Reason;
  };

/** As it is called now. */
type AboutChild = { readonly child: ChildNames };

/**
 * A decision that was sent again, while it is the newest about its task. A revocation stands for good, so whoever has revoked is
 * told so, also without a part in the case any more (D-32).
 */
const decidedBefore = async (kept: string, reads: Reads, { actor }: OfTask) => {
  const [id, status] = kept.split(' ');
  const decided = await reads.certifications.find(id as CertificationId);
  if (!decided) return refuse('CASE_NOT_FOUND');
  const found = await visibleCase(reads, { actor, caseId: decided.caseId }, { trace: {} });
  if (!found.ok) return status === 'revoked' ? ok(decided) : found;
  const newest = await reads.certifications.newestOf(decided.taskId);
  const stands = newest && newest.id === id && newest.status === status;
  return stands ? ok(newest) : refuse('IDEMPOTENCY_KEY_REUSED');
};

/** What a doctor decides about, or confirms. Other participants may only see it (D-23). */
const toDecide = async (stores: Stores, input: OfTask, ports: Locating, locate: typeof locateCertification) => {
  // In this order: the first locks the case.
  const [concerned, child] = await Promise.all([locate(stores, input, ports), stores.children.ofCase(input.id)]);
  if (!concerned.ok) return concerned;
  if (input.actor.role !== 'Doc') return refuse('ROLE_NOT_ALLOWED');
  const newest = certificationOf(concerned.value, input);
  if (!newest.ok) return newest;
  const { case: of, task } = concerned.value;
  return child ? ok({ case: of, oldTitle: task?.title, newest: newest.value, child }) : refuse('CASE_NOT_FOUND');
};

const DECIDED = {
  fields: ['id', 'taskId', 'statement', 'validUntil', 'reason', 'firstName', 'lastName', 'birthDate'],
  keep: ({ id, status }: Certification) => `${id} ${status}`,
} as const;

/** D-39: the practice's, if the doctor says none. */
const statementOf = async ({ statement }: Deciding, { practice }: Reads) =>
  statement ?? (await practice.find())?.statement;

const decision = <More extends object, Code extends RefusalCode>(
  action: CaseAction,
  decide: (
    newest: Certification,
    now: Instant,
    input: Deciding & More & AboutChild,
    calendar: Calendar,
  ) => Result<Certification, Refusal<Code>>,
  locate: typeof locateCertification = locateCase,
) =>
  command({
    run: async (input: Deciding & More, stores, ports) => {
      const [found, statement] = await Promise.all([
        toDecide(stores, input, ports, locate),
        action === 'certification issued' ? statementOf(input, stores) : undefined,
      ]);
      if (!found.ok) return found;
      const { case: of, oldTitle, newest, child } = found.value;
      const at = ports.clock.now();
      const decided = decide(newest, at, { ...input, statement, child }, ports.calendar);
      if (!decided.ok) return decided;
      await stores.certifications.save(decided.value, of);
      if (decided.value.status === 'revoked') await stores.certificates.revokeAllOf(decided.value.id);
      const minutes =
        newest.status === 'requested' ? Math.max(0, Math.floor((at - newest.requestedAt) / MINUTE)) : undefined;
      ports.trace.facts = [{ case: of, action, at, reason: input.reason, oldTitle, minutes }];
      return ok(decided.value);
    },
    audit: { action, on: ({ id }) => id },
    idempotency: {
      call: action,
      ...DECIDED,
      answerAgain: (kept, reads, _, input) => decidedBefore(kept, reads, input),
    },
  });

type Correcting = OfTask &
  Shown &
  model.Meant &
  Pick<Deciding, 'validUntil'> & { readonly statement: Statement; readonly reason: Reason };

/** D-47: revokes what is issued, and issues it anew with other words, for whoever has requested it. */
const correctCertification = command({
  run: async (input: Correcting, stores, ports) => {
    const { ids, clock, calendar, trace } = ports;
    const found = await toDecide(stores, input, ports, locateCase);
    if (!found.ok) return found;
    const { case: of, oldTitle, newest, child } = found.value;
    const at = clock.now();
    const revoked = model.revoke(newest, at, input);
    if (!revoked.ok) return revoked;
    const { id, taskId, caseId, requestedBy } = newest;
    const facts = { id: ids.next<CertificationId>(), taskId, caseId, requestedBy, requestedAt: at };
    const requested = { ...facts, status: 'requested' } as const;
    const issued = issue(requested, at, { ...input, certificationId: undefined, child }, calendar);
    if (!issued.ok) return issued;
    await stores.certificates.revokeAllOf(id);
    await stores.certifications.replace(revoked.value, issued.value, of);
    trace.facts = [{ case: of, action: 'certification corrected', at, reason: input.reason, oldTitle }];
    return ok(issued.value);
  },
  audit: { action: 'certification corrected', on: ({ id }) => id },
  idempotency: { ...DECIDED, answerAgain: (kept, reads, _, input) => decidedBefore(kept, reads, input) },
});

/** D-30: whether the doctor was shown anything. If so, what is not given was not there. */
const isShown = ({ firstName, lastName, birthDate }: Shown): boolean =>
  [firstName, lastName, birthDate].some((given) => given !== undefined);

const issue = (newest: Certification, now: Instant, input: Deciding & AboutChild, calendar: Calendar) => {
  const issued = model.issue(newest, now, input, calendar);
  return issued.ok && isShown(input) && !isSameIdentity(input.child, input) ? refuse('CHILD_CORRECTED') : issued;
};

/** D-30: whoever issued it confirms that it is about the child as it is called now. Nothing to confirm: nothing. */
const confirmCertification = command({
  run: async (input: OfTask & Shown, stores, ports) => {
    const found = await toDecide(stores, input, ports, locateCertification);
    if (!found.ok) return found;
    const { case: of, oldTitle, newest, child } = found.value;
    if (newest.status !== 'issued') return refuse('CERTIFICATION_NOT_ISSUED');
    if (newest.decidedBy !== input.actor.id) return refuse('ROLE_NOT_ALLOWED');
    if (!isSameIdentity(child, input)) return refuse('CHILD_CORRECTED');
    const at = ports.clock.now();
    if (isSameIdentity(child, newest.certified) || model.isOver(newest, at, ports.calendar)) return ok(undefined);
    await stores.certifications.save({ ...newest, certified: identityOf(child) });
    ports.trace.facts = [{ case: of, action: 'certification confirmed', at, oldTitle }];
    return ok(undefined);
  },
  audit: { action: 'certification confirmed', on: ({ id }) => id },
});

export const certificationUseCases = {
  checkCertification,
  confirmCertification,
  correctCertification,
  issueCertification: decision('certification issued', issue),
  rejectCertification: decision('certification rejected', model.reject),
  requestCertification,
  /** D-32: also by the doctor who has issued it. */
  revokeCertification: decision('certification revoked', model.revoke, locateCertification),
};
