import type { Account } from '../model/account.ts';
import type { Case, CaseEvent } from '../model/case.ts';
import * as model from '../model/case.ts';
import type { PageRequest, Paging } from '../model/pages.ts';
import type { CaseEventId, CaseId, Reason, TaskId, Title } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import type { Trace } from './declaration.ts';
import { unlessErased } from './kept-outcomes.ts';
import { isDoctor, worksFor } from './practice.ts';
import { command, query } from './runner.ts';

/**
 * D-23: the case, for its doctor, the doctor's assistants and the child's parent. For all others it does not exist.
 * The audit record names the case's child, whoever asked.
 */
export const visibleCase = async (reads: Reads, actor: Account, id: CaseId, trace: Trace) => {
  const found = await reads.cases.find(id);
  if (!found) return refuse('CASE_NOT_FOUND');
  trace.child = found.childId;
  const takesPart = actor.role === 'Par' ? actor.id === found.parentId : await worksFor(reads, actor, found.doctorId);
  return takesPart ? ok(found) : refuse('CASE_NOT_FOUND');
};

/** D-23: the child's parent sees the case, but may not work on it. */
const caseToWorkOn = async (reads: Reads, actor: Account, id: CaseId, trace: Trace) => {
  const found = await visibleCase(reads, actor, id, trace);
  return found.ok && actor.role === 'Par' ? refuse('ROLE_NOT_ALLOWED') : found;
};

type Event = Omit<CaseEvent, 'id' | 'by' | 'reason'> & {
  readonly actor: Account;
  readonly reason?: Reason | undefined;
};

export const recordEvent = (
  { history }: Stores,
  ids: Ports['ids'],
  { actor, reason, ...event }: Event,
): Promise<void> => history.append({ ...event, id: ids.caseEvent(), by: actor.id, reason });

type OpenCase = { readonly actor: Account } & Pick<Case, 'childId' | 'doctorId' | 'title'>;

/** A parent may name any doctor, for an own child. Doctor and assistants may name a child on the doctor's list. */
const openCase = command({
  run: async ({ actor, childId, doctorId, title }: OpenCase, stores, { ids, clock, trace }) => {
    trace.child = childId;
    if (!(await isDoctor(stores, doctorId))) return refuse('DOCTOR_NOT_FOUND');
    if (actor.role !== 'Par' && !(await worksFor(stores, actor, doctorId))) return refuse('ROLE_NOT_ALLOWED');
    const parentId = await stores.children.parentOf(childId);
    const mayOpen = actor.role === 'Par' ? parentId === actor.id : await stores.children.isOfDoctor(childId, doctorId);
    if (parentId === undefined || !mayOpen) return refuse('CHILD_NOT_FOUND');
    const [id, at] = [ids.case(), clock.now()];
    await stores.cases.insert({ id, childId, parentId, doctorId, title, openedAt: at, status: 'ongoing' });
    await recordEvent(stores, ids, { caseId: id, actor, action: 'case opened', at });
    return ok(id);
  },
  audit: { action: 'case opened', on: ({ childId }, id) => id ?? childId },
  idempotency: {
    call: 'openCase',
    fields: ['childId', 'doctorId', 'title'],
    answerAgain: (id, { cases }) => unlessErased(id as CaseId, cases.find, 'CHILD_NOT_FOUND'),
  },
});

type OneCase = { readonly actor: Account; readonly caseId: CaseId };

const finishCase = command({
  run: async ({ actor, caseId }: OneCase, stores, { ids, clock, trace }) => {
    const found = await caseToWorkOn(stores, actor, caseId, trace);
    if (!found.ok) return found;
    const finished = model.finishCase(found.value, clock.now());
    if (!finished.ok) return finished;
    if (await stores.tasks.anyOpenIn(caseId)) return refuse('TASKS_OPEN');
    await stores.cases.save(finished.value);
    await recordEvent(stores, ids, { caseId, actor, action: 'case finished', at: finished.value.finishedAt });
    return ok(undefined);
  },
  audit: { action: 'case finished', on: ({ caseId }) => caseId },
});

const reopenCase = command({
  run: async ({ actor, caseId, reason }: OneCase & { readonly reason: Reason }, stores, { ids, clock, trace }) => {
    const found = await visibleCase(stores, actor, caseId, trace);
    if (!found.ok) return found;
    if (actor.id !== found.value.doctorId) return refuse('ROLE_NOT_ALLOWED');
    const reopened = model.reopenCase(found.value);
    if (!reopened.ok) return reopened;
    await stores.cases.save(reopened.value);
    await recordEvent(stores, ids, { caseId, actor, action: 'case reopened', at: clock.now(), reason });
    return ok(undefined);
  },
  audit: { action: 'case reopened', on: ({ caseId }) => caseId },
});

const listCases = query({
  run: async ({ actor, paging }: { readonly actor: Account; readonly paging: Paging<CaseId> }, reads, { list }) =>
    ok(list((request) => casesOf(reads, actor, request), paging)),
  audit: { action: 'cases listed', on: ({ actor }) => actor.id },
});

const casesOf = ({ cases }: Reads, { role, id }: Account, request: PageRequest<CaseId>) => {
  if (role === 'Doc') return cases.ofDoctor(id, request);
  return role === 'Ast' ? cases.ofAssistant(id, request) : cases.ofParent(id, request);
};

const showCase = query({
  run: async ({ actor, caseId }: OneCase, reads, { list, trace }) => {
    const found = await visibleCase(reads, actor, caseId, trace);
    if (!found.ok) return found;
    const tasks = list((request: PageRequest<TaskId>) => reads.tasks.ofCase(caseId, request), {});
    return ok({ case: found.value, tasks });
  },
  audit: { action: 'case shown', on: ({ caseId }) => caseId },
});

type ShowHistory = OneCase & { readonly paging: Paging<CaseEventId> };

const showHistory = query({
  run: async ({ actor, caseId, paging }: ShowHistory, reads, { list, trace }) => {
    const found = await visibleCase(reads, actor, caseId, trace);
    if (!found.ok) return found;
    return ok(list((request) => reads.history.ofCase(caseId, request), paging));
  },
  audit: { action: 'history shown', on: ({ caseId }) => caseId },
});

const addTask = command({
  run: async ({ actor, caseId, title }: OneCase & { readonly title: Title }, stores, { ids, clock, trace }) => {
    const found = await caseToWorkOn(stores, actor, caseId, trace);
    if (!found.ok) return found;
    const task = model.openTask(found.value, ids.task(), title);
    if (!task.ok) return task;
    await stores.tasks.insert(task.value);
    await recordEvent(stores, ids, { caseId, actor, action: 'task added', at: clock.now() });
    return ok(task.value.id);
  },
  audit: { action: 'task added', on: ({ caseId }) => caseId },
  idempotency: {
    call: 'addTask',
    fields: ['caseId', 'title'],
    answerAgain: (id, { tasks }) => unlessErased(id as TaskId, tasks.find, 'CASE_NOT_FOUND'),
  },
});

type OneTask = { readonly actor: Account; readonly taskId: TaskId };

const closeTask = command({
  run: async ({ actor, taskId }: OneTask, stores, { ids, clock, trace }) => {
    const task = await stores.tasks.find(taskId);
    if (!task) return refuse('TASK_NOT_FOUND');
    const found = await caseToWorkOn(stores, actor, task.caseId, trace);
    if (!found.ok) return refuse(found.refusal.code === 'CASE_NOT_FOUND' ? 'TASK_NOT_FOUND' : found.refusal.code);
    const closed = model.closeTask(task, clock.now());
    if (!closed.ok) return closed;
    await stores.tasks.save(closed.value);
    await recordEvent(stores, ids, { caseId: task.caseId, actor, action: 'task closed', at: closed.value.closedAt });
    return ok(undefined);
  },
  audit: { action: 'task closed', on: ({ taskId }) => taskId },
});

export const caseUseCases = {
  addTask,
  closeTask,
  finishCase,
  listCases,
  openCase,
  reopenCase,
  showCase,
  showHistory,
};
