import type { Account } from '../model/account.ts';
import type { Calendar } from '../model/calendar.ts';
import type { Case, CaseAction, Certification, Task } from '../model/case.ts';
import * as model from '../model/case.ts';
import type {
  CaseId,
  CaseOrTaskId,
  CertificationId,
  Day,
  Instant,
  Reason,
  Statement,
  TaskId,
} from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, type Refusal, type RefusalCode, type Result, refuse } from '../result.ts';
import { recordEvent, visibleCase } from './cases.ts';
import type { Trace } from './declaration.ts';
import { unlessErased } from './kept-outcomes.ts';
import { tellOthers } from './mails.ts';
import { command, query } from './runner.ts';

/** D-21: `id` is a task, or a case. `taskId` says which task of the case; by default the one closed last. */
export type TaskReference = { readonly id: CaseOrTaskId; readonly taskId?: TaskId | undefined };
export type OfTask = TaskReference & { readonly actor: Account };

type Located = {
  readonly case: Case;
  readonly task: Task | undefined;
  /** Of the task. It is read beside the case. */
  readonly newest: Certification | undefined;
};

/** The case that is meant, and the task if `id` names one. For those who take no part in the case, neither exists. */
export const locateCase = async (reads: Reads, { actor, id }: OfTask, trace: Trace) => {
  const task = await reads.tasks.find(id as TaskId);
  const [found, newest] = await Promise.all([
    visibleCase(reads, actor, task ? task.caseId : (id as CaseId), trace),
    task && reads.certifications.newestOf(task.id),
  ]);
  return found.ok ? ok<Located>({ case: found.value, task, newest }) : found;
};

/** The closed task that is meant. */
const taskOf = async (reads: Reads, { case: found, task: named }: Located, { taskId }: TaskReference) => {
  if (named) return taskId === undefined || taskId === named.id ? closed(named) : refuse('TASK_NOT_FOUND');
  if (taskId === undefined) return closed(await reads.tasks.lastClosedOf(found.id));
  const task = await reads.tasks.find(taskId);
  return task?.caseId === found.id ? closed(task) : refuse('TASK_NOT_FOUND');
};

/** The newest certification of the closed task that is meant. */
export const certificationOf = async (reads: Reads, located: Located, reference: TaskReference) => {
  const task = await taskOf(reads, located, reference);
  if (!task.ok) return task;
  const newest = located.newest ?? (await reads.certifications.newestOf(task.value.id));
  return newest ? ok(newest) : refuse('CERTIFICATION_NOT_FOUND');
};

const closed = (task: Task | undefined) => (task?.status === 'closed' ? ok(task) : refuse('TASK_NOT_CLOSED'));

/** D-22: asking again while one is live answers the same certification. */
const requestCertification = command({
  run: async (input: OfTask, stores, ports) => {
    const { ids, clock, trace } = ports;
    const located = await locateCase(stores, input, trace);
    if (!located.ok) return located;
    const task = await taskOf(stores, located.value, input);
    if (!task.ok) return task;
    const [actor, at] = [input.actor, clock.now()];
    const wanted = model.certify(task.value, ids.certification(), actor.id, at);
    const { id, caseId } = await stores.certifications.insertOnce(wanted);
    if (id === wanted.id) {
      await recordEvent(stores, ids, { caseId, actor, action: 'certification requested', at });
      const { doctorId } = located.value.case;
      await tellOthers('certification requested', { to: [doctorId], except: actor.id }, stores, ports);
    }
    return ok(id);
  },
  audit: { action: 'certification requested', on: ({ id }) => id },
  idempotency: {
    call: 'requestCertification',
    fields: ['id', 'taskId'],
    answerAgain: (id, { certifications }) => unlessErased(id as CertificationId, certifications.find, 'CASE_NOT_FOUND'),
  },
});

const checkCertification = query({
  run: async (input: OfTask, reads, { trace }) => {
    const located = await locateCase(reads, input, trace);
    return located.ok ? certificationOf(reads, located.value, input) : located;
  },
  audit: { action: 'certification checked', on: ({ id }) => id },
});

/** What a doctor may write: a decision with other words is another one. */
type Deciding = OfTask & {
  readonly statement?: Statement | undefined;
  readonly validUntil?: Day | undefined;
  readonly reason?: Reason;
};

/** A decision that was sent again, while it is the newest about its task. */
const decidedBefore = async (kept: string, reads: Reads, { actor }: OfTask) => {
  const [id, status] = kept.split(' ');
  const decided = await reads.certifications.find(id as CertificationId);
  if (!decided) return refuse('CASE_NOT_FOUND');
  const found = await visibleCase(reads, actor, decided.caseId, {});
  if (!found.ok) return found;
  const newest = await reads.certifications.newestOf(decided.taskId);
  const stands = newest && newest.id === id && newest.status === status;
  return stands ? ok(newest) : refuse('IDEMPOTENCY_KEY_REUSED');
};

/** D-23: the case's doctor decides about the newest certification of the task. Other participants may only see it. */
const decision = <More extends object, Code extends RefusalCode>(
  action: CaseAction,
  decide: (newest: Certification, now: Instant, more: More, calendar: Calendar) => Result<Certification, Refusal<Code>>,
) =>
  command({
    run: async (input: Deciding & More, stores, ports) => {
      const { ids, clock, trace } = ports;
      const { actor, reason } = input;
      const concerned = await locateCase(stores, input, trace);
      if (!concerned.ok) return concerned;
      if (actor.id !== concerned.value.case.doctorId) return refuse('ROLE_NOT_ALLOWED');
      const newest = await certificationOf(stores, concerned.value, input);
      if (!newest.ok) return newest;
      const { id, caseId } = newest.value;
      const at = clock.now();
      const decided = decide(newest.value, at, input, ports.calendar);
      if (!decided.ok) return decided;
      await stores.certifications.save(decided.value);
      if (decided.value.status === 'revoked') await stores.certificates.revokeAllOf(id);
      await recordEvent(stores, ids, { caseId, actor, action, at, reason });
      const parents = await stores.cases.parentsOf(caseId);
      await tellOthers('certification decided', { to: parents, except: actor.id }, stores, ports);
      return ok(decided.value);
    },
    audit: { action, on: ({ id }) => id },
    idempotency: {
      call: action,
      fields: ['id', 'taskId', 'statement', 'validUntil', 'reason'],
      keep: ({ id, status }) => `${id} ${status}`,
      answerAgain: (kept, reads, _, input) => decidedBefore(kept, reads, input),
    },
  });

export const certificationUseCases = {
  checkCertification,
  issueCertification: decision('certification issued', model.issue),
  rejectCertification: decision('certification rejected', model.reject),
  requestCertification,
  revokeCertification: decision('certification revoked', model.revoke),
};
