import type { Account } from '../model/account.ts';
import type { Task } from '../model/case.ts';
import * as model from '../model/case.ts';
import type { Paging } from '../model/pages.ts';
import type { TaskId, Title } from '../model/values.ts';
import type { Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { caseToWorkOn, NOTHING, type OneCase, recordEvent } from './cases.ts';
import type { Trace } from './declaration.ts';
import { unlessErased } from './kept-outcomes.ts';
import { command, query } from './runner.ts';

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

/** The task, and the case that it belongs to. Neither exists for those who take no part in the case. */
const taskToWorkOn = async (stores: Stores, { actor, taskId }: OneTask, trace: Trace) => {
  const task = await stores.tasks.find(taskId);
  if (!task) return refuse('TASK_NOT_FOUND');
  const found = await caseToWorkOn(stores, actor, task.caseId, trace);
  if (found.ok) return ok({ task, case: found.value });
  return refuse(found.refusal.code === 'CASE_NOT_FOUND' ? 'TASK_NOT_FOUND' : found.refusal.code);
};

const closeTask = command({
  run: async (input: OneTask, stores, { ids, clock, trace }) => {
    const found = await taskToWorkOn(stores, input, trace);
    if (!found.ok) return found;
    const closed = model.closeTask(found.value.task, clock.now());
    if (!closed.ok) return closed;
    await stores.tasks.save(closed.value);
    const { caseId, closedAt: at } = closed.value;
    await recordEvent(stores, ids, { caseId, actor: input.actor, action: 'task closed', at });
    return ok(undefined);
  },
  audit: { action: 'task closed', on: ({ taskId }) => taskId },
});

/** D-30: nothing happens if it has the title already. */
const renameTask = command({
  run: async (input: OneTask & { readonly title: Title }, stores, { ids, clock, trace }) => {
    const found = await taskToWorkOn(stores, input, trace);
    if (!found.ok) return found;
    const { case: of, task } = found.value;
    const renamed = model.renameTask(of, task, input.title);
    if (!renamed.ok) return renamed;
    if (input.title === task.title) return ok(NOTHING);
    await stores.tasks.rename(renamed.value);
    const event = { caseId: of.id, actor: input.actor, action: 'task renamed', at: clock.now() } as const;
    await recordEvent(stores, ids, event);
    return ok<readonly string[]>(['title']);
  },
  audit: { action: 'task corrected', on: ({ taskId }) => taskId, parts: (fields) => fields },
});

type ListTasks = {
  readonly actor: Account;
  readonly status?: Task['status'] | undefined;
  readonly paging: Paging<TaskId>;
};

/** D-31: the tasks of all cases in which the caller works, oldest first. */
const listTasks = query({
  run: async ({ actor, status, paging }: ListTasks, { tasks }, { list }) => {
    if (actor.role === 'Par') return refuse('ROLE_NOT_ALLOWED');
    const listOf = actor.role === 'Doc' ? tasks.ofDoctor : tasks.ofAssistant;
    return ok(list((request) => listOf(actor.id, request, status), paging));
  },
  audit: { action: 'tasks listed', on: ({ actor }) => actor.id },
});

export const taskUseCases = { addTask, closeTask, listTasks, renameTask };
