import { refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import {
  closeTask as close,
  finishCase as finish,
  openCase as open,
  openTask,
  reopenCase as reopen,
} from '../model/case.ts';
import type { PageRequest, Paging } from '../model/request-options.ts';
import type { AccountId, CaseEventId, CaseId, ChildId, Reason, TaskId, Title } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok } from '../result.ts';
import { caseToWorkOn, isDoctor, recordEvent, visibleCase, worksFor } from './participation.ts';
import { command, query } from './runner.ts';

type OpenCase = {
  readonly actor: Account;
  readonly childId: ChildId;
  readonly doctorId: AccountId;
  readonly title: Title;
};

/** A parent opens a case for an own child with any doctor; doctor and assistants for a child already on the doctor's list. */
const openCase = command({
  run: async ({ actor, childId, doctorId, title }: OpenCase, stores, { ids, clock }) => {
    if (!(await isDoctor(stores, doctorId))) return refuse('DOCTOR_NOT_FOUND');
    if (actor.role !== 'Par' && !(await worksFor(stores, actor, doctorId))) return refuse('ROLE_NOT_ALLOWED');
    const parentId = await stores.children.parentOf(childId);
    const isOpen = actor.role === 'Par' ? parentId === actor.id : await stores.children.isOfDoctor(childId, doctorId);
    if (parentId === undefined || !isOpen) return refuse('CHILD_NOT_FOUND');
    const [id, at] = [ids.case(), clock.now()];
    await stores.cases.insert(open({ id, childId, parentId, doctorId, title, openedAt: at }));
    await recordEvent(stores, ids, { caseId: id, actor, action: 'case opened', at });
    return ok(id);
  },
  audit: { action: 'case opened', on: ({ childId }, id) => id ?? childId, child: ({ childId }) => childId },
  replay: { call: 'openCase', fields: ['childId', 'doctorId', 'title'] },
});

type OneCase = { readonly actor: Account; readonly caseId: CaseId };

const finishCase = command({
  run: async ({ actor, caseId }: OneCase, stores, { ids, clock, trace }) => {
    const found = await caseToWorkOn(stores, actor, caseId, trace);
    if (!found.ok) return found;
    const finished = finish(found.value, clock.now());
    if (!finished.ok) return finished;
    if (await stores.tasks.anyOpenIn(caseId)) return refuse('TASKS_OPEN');
    await stores.cases.save(finished.value);
    await recordEvent(stores, ids, { caseId, actor, action: 'case finished', at: finished.value.finishedAt });
    return ok(undefined);
  },
  audit: { action: 'case finished', on: ({ caseId }) => caseId },
});

/** Only its doctor reopens a case, and says why. */
const reopenCase = command({
  run: async ({ actor, caseId, reason }: OneCase & { readonly reason: Reason }, stores, { ids, clock, trace }) => {
    const found = await visibleCase(stores, actor, caseId, trace);
    if (!found) return refuse('CASE_NOT_FOUND');
    if (actor.id !== found.doctorId) return refuse('ROLE_NOT_ALLOWED');
    const reopened = reopen(found);
    if (!reopened.ok) return reopened;
    await stores.cases.save(reopened.value);
    await recordEvent(stores, ids, { caseId, actor, action: 'case reopened', at: clock.now(), reason });
    return ok(undefined);
  },
  audit: { action: 'case reopened', on: ({ caseId }) => caseId },
});

/** The cases in which the caller takes part. */
const listCases = query({
  run: async ({ actor, paging }: { readonly actor: Account; readonly paging: Paging<CaseId> }, reads, { list }) =>
    ok(list((request) => casesOf(reads, actor, request), paging)),
  audit: { action: 'cases listed', on: ({ actor }) => actor.id },
});

const casesOf = ({ cases }: Reads, { role, id }: Account, request: PageRequest<CaseId>) => {
  if (role === 'Doc') return cases.ofDoctor(id, request);
  return role === 'Ast' ? cases.ofAssistant(id, request) : cases.ofParent(id, request);
};

/** For those who take part in the case. */
const showCase = query({
  run: async ({ actor, caseId }: OneCase, reads, { list, trace }) => {
    const found = await visibleCase(reads, actor, caseId, trace);
    if (!found) return refuse('CASE_NOT_FOUND');
    const tasksOfCase = (request: PageRequest<TaskId>) => reads.tasks.ofCase(caseId, request);
    return ok({ case: found, tasks: list(tasksOfCase, {}) });
  },
  audit: { action: 'case shown', on: ({ caseId }) => caseId },
});

/** For those who take part in the case: every change of it, oldest first. */
const showHistory = query({
  run: async (
    { actor, caseId, paging }: OneCase & { readonly paging: Paging<CaseEventId> },
    reads,
    { list, trace },
  ) => {
    if (!(await visibleCase(reads, actor, caseId, trace))) return refuse('CASE_NOT_FOUND');
    return ok(list((request: PageRequest<CaseEventId>) => reads.history.ofCase(caseId, request), paging));
  },
  audit: { action: 'history shown', on: ({ caseId }) => caseId },
});

const addTask = command({
  run: async ({ actor, caseId, title }: OneCase & { readonly title: Title }, stores, { ids, clock, trace }) => {
    const found = await caseToWorkOn(stores, actor, caseId, trace);
    if (!found.ok) return found;
    if (found.value.status === 'finished') return refuse('CASE_FINISHED');
    const task = openTask(found.value, ids.task(), title);
    await stores.tasks.insert(task);
    await recordEvent(stores, ids, { caseId, actor, action: 'task added', at: clock.now() });
    return ok(task.id);
  },
  audit: { action: 'task added', on: ({ caseId }) => caseId },
  replay: { call: 'addTask', fields: ['caseId', 'title'] },
});

type CloseTask = { readonly actor: Account; readonly taskId: TaskId };

const closeTask = command({
  run: async ({ actor, taskId }: CloseTask, stores, { ids, clock, trace }) => {
    const task = await stores.tasks.find(taskId);
    if (!task) return refuse('TASK_NOT_FOUND');
    const found = await caseToWorkOn(stores, actor, task.caseId, trace);
    if (!found.ok) return refuse(found.refusal.code === 'CASE_NOT_FOUND' ? 'TASK_NOT_FOUND' : found.refusal.code);
    const closed = close(task, clock.now());
    if (!closed.ok) return closed;
    await stores.tasks.save(closed.value);
    const { caseId, closedAt: at } = closed.value;
    await recordEvent(stores, ids, { caseId, actor, action: 'task closed', at });
    return ok(undefined);
  },
  audit: { action: 'task closed', on: ({ taskId }) => taskId },
});

export const caseUseCases = { addTask, closeTask, finishCase, listCases, openCase, reopenCase, showCase, showHistory };
