import type { Account } from '../model/account.ts';
import * as model from '../model/case.ts';
import { validityFrom } from '../model/certificate.ts';
import type { AccountId, CaseId, ChildId, Day, Reason, TaskId, Title } from '../model/values.ts';
import type { Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { newCase, visibleCase } from './cases.ts';
import type { Platform, Trace } from './declaration.ts';
import { lockHourly } from './hourly.ts';
import { ifStill } from './kept-outcomes.ts';
import { available } from './practice.ts';
import { command } from './runner.ts';
import { type OneTask, taskToWorkOn, visibleTask } from './tasks.ts';

/** D-44: a parent asks for a certificate, which is a task of a case. */

type WishCertificate = {
  readonly actor: Account;
  /** An ongoing case, or what a new one is opened with. */
  readonly about: { readonly caseId: CaseId } | { readonly childId: ChildId; readonly doctorId: AccountId };
  readonly purpose: Title;
  readonly dueOn?: Day | undefined;
};

/** D-43: in an ongoing case it counts as a case, too. */
const caseFor = async (
  { actor, about, purpose }: WishCertificate,
  stores: Stores,
  ports: Platform & { readonly trace: Trace },
) => {
  if (!('caseId' in about)) return newCase({ actor, ...about, title: purpose }, stores, ports);
  const [count, found] = await Promise.all([
    lockHourly('cases', actor, stores, ports),
    visibleCase(stores, actor, about.caseId, ports.trace),
  ]);
  if (!found.ok) return found;
  if (!(await available(stores, 'Doc', found.value.doctorId))) return refuse('DOCTOR_UNAVAILABLE');
  const counted = await count();
  return counted.ok ? found : counted;
};

type Wished = { readonly caseId: CaseId; readonly taskId: TaskId };

const wishCertificate = command({
  run: async (input: WishCertificate, stores, ports) => {
    const { actor, purpose, dueOn } = input;
    const { ids, clock, calendar, trace } = ports;
    if (actor.role !== 'Par') return refuse('ROLE_NOT_ALLOWED');
    const day = validityFrom(calendar.dayOf(clock.now()), dueOn);
    if (!day.ok) return day;
    const found = await caseFor(input, stores, ports);
    if (!found.ok) return found;
    const task = model.openTask(found.value, { id: ids.next(), title: purpose, dueOn, wishedBy: actor.id });
    if (!task.ok) return task;
    await stores.tasks.insert(task.value);
    trace.facts = [...(trace.facts ?? []), { case: found.value, action: 'certificate wanted' }];
    return ok<Wished>({ caseId: found.value.id, taskId: task.value.id });
  },
  audit: { action: 'certificate wanted', on: (_, wished) => wished?.caseId },
  idempotency: {
    call: 'wishCertificate',
    fields: ['about', 'purpose', 'dueOn'],
    keep: ({ caseId, taskId }) => `${caseId} ${taskId}`,
    answerAgain: async (kept, { tasks }) => {
      const task = await tasks.find(kept.split(' ')[1] as TaskId);
      return task ? ok<Wished>({ caseId: task.caseId, taskId: task.id }) : refuse('IDEMPOTENCY_KEY_REUSED');
    },
  },
});

/** By who asks, while nobody has closed or declined it. */
const withdrawWish = command({
  run: async (input: OneTask, stores, { trace }) => {
    const found = await visibleTask(stores, input, trace);
    if (!found.ok) return found;
    const { task, case: of } = found.value;
    if (task.wishedBy !== input.actor.id) return refuse('ROLE_NOT_ALLOWED');
    if (task.status === 'closed') return refuse('WISH_ENDED');
    await stores.tasks.remove(task.id);
    trace.facts = [{ case: of, action: 'wish withdrawn' }];
    return ok(undefined);
  },
  audit: { action: 'wish withdrawn', on: ({ taskId }) => taskId },
  idempotency: {
    call: 'withdrawWish',
    fields: ['taskId'],
    answerAgain: async (_, { tasks }, __, { taskId }) => ifStill((await tasks.find(taskId)) === undefined),
  },
});

/** The task is closed, and what it asks for is rejected. */
const declineWish = command({
  run: async (input: OneTask & { readonly reason: Reason }, stores, { clock, ids, trace }) => {
    const { actor, reason } = input;
    const found = await taskToWorkOn(stores, input, trace);
    if (!found.ok) return found;
    const { task, case: of } = found.value;
    if (!task.wishedBy) return refuse('TASK_NOT_FOUND');
    const at = clock.now();
    const closed = model.closeTask(task, at, actor.id);
    if (!closed.ok) return refuse('WISH_ENDED');
    const requested = model.certificationFor(closed.value, ids.next(), task.wishedBy, at);
    const rejected = model.reject(requested, at, { reason });
    if (!rejected.ok) return rejected;
    await stores.tasks.save(closed.value);
    await stores.certifications.insertOnce(requested);
    await stores.certifications.save(rejected.value);
    trace.facts = [{ case: of, action: 'wish declined', at, reason }];
    return ok(undefined);
  },
  audit: { action: 'wish declined', on: ({ taskId }) => taskId },
  idempotency: {
    call: 'declineWish',
    fields: ['taskId', 'reason'],
    answerAgain: async (_, reads, __, input) => {
      const found = await taskToWorkOn(reads, input, {});
      return found.ok ? ifStill(found.value.task.status === 'closed') : found;
    },
  },
});

export const wishUseCases = { declineWish, wishCertificate, withdrawWish };
