import type { Account } from '../model/account.ts';
import type { Case, ClosedTask, ListedTask, OpenTask, TaskFilter } from '../model/case.ts';
import * as model from '../model/case.ts';
import type { ChildNames } from '../model/child.ts';
import { byId, mapPages, type PageRequest, type Pages, type Paging } from '../model/pages.ts';
import type { AccountId, Day, Reason, TaskId, Title } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { type Detail, withChildren } from './case-lists.ts';
import { caseToWorkOn, locatedCase, type OneCase } from './cases.ts';
import type { Platform, Trace } from './declaration.ts';
import { command, query, unlessErased } from './runner.ts';
import { doctorsOf, worksFor } from './teams.ts';

const addTask = command({
  rule: caseToWorkOn,
  run: async ({ title, dueOn }: OneCase & Pick<OpenTask, 'title' | 'dueOn'>, stores, { found, ids, trace }) => {
    const task = model.openTask(found, { id: ids.next(), title, dueOn });
    if (!task.ok) return task;
    await stores.tasks.insert(task.value);
    trace.facts = [{ case: found, action: 'task added', oldTitle: title }];
    return ok(task.value.id);
  },
  audit: { action: 'task added', on: ({ caseId }) => caseId },
  idempotency: {
    fields: ['caseId', 'title', 'dueOn'],
    answerAgain: (id, { tasks }) => unlessErased(id as TaskId, tasks.find, 'CASE_NOT_FOUND'),
  },
});

export type OneTask = { readonly actor: Account; readonly taskId: TaskId };

/** The task, and the case that it belongs to. Neither exists for those who take no part in the case. */
export const visibleTask = async (reads: Reads, { actor, taskId }: OneTask, { trace }: { readonly trace: Trace }) => {
  const seen: Trace = {};
  const [task, located] = await Promise.all([reads.tasks.find(taskId), locatedCase(reads, actor, taskId, seen)]);
  if (!task) return refuse('TASK_NOT_FOUND');
  Object.assign(trace, seen);
  return located.ok ? ok({ task, case: located.value }) : refuse('TASK_NOT_FOUND');
};

export const taskToWorkOn = async (reads: Reads, input: OneTask, traced: { readonly trace: Trace }) => {
  const found = await visibleTask(reads, input, traced);
  return found.ok && input.actor.role === 'Par' ? refuse('ROLE_NOT_ALLOWED') : found;
};

/** D-44: closing a wish requests the certification for who asks, unless they are no parent of the child any more. */
const requestWished = async (task: ClosedTask, { certifications, cases }: Stores, { ids }: Platform) => {
  const { wishedBy } = task;
  if (!wishedBy || !(await cases.parentsOf(task.id)).includes(wishedBy)) return [];
  await certifications.insertOnce(model.certificationFor(task, ids.next(), wishedBy, task.closedAt));
  return ['certification requested'] as const;
};

const closeTask = command({
  rule: taskToWorkOn,
  run: async (input: OneTask, stores, ports) => {
    const { found, calendar, clock, trace } = ports;
    const closed = model.closeTask(found.task, clock.now(), input.actor.id);
    if (!closed.ok) return closed;
    await stores.tasks.save(closed.value);
    const done = ['task closed', ...(await requestWished(closed.value, stores, ports))] as const;
    const { case: of } = found;
    const { closedAt: at, title: oldTitle } = closed.value;
    const minutes = model.minutesOverdue(closed.value, calendar);
    trace.facts = done.map((action) => ({
      case: of,
      action,
      at,
      oldTitle,
      ...(action === 'task closed' && { minutes }),
    }));
    return ok(undefined);
  },
  audit: { action: 'task closed', on: ({ taskId }) => taskId },
  idempotency: { fields: ['taskId'], stands: ({ task }) => task.status === 'closed' },
});

/** D-46: once a certification was requested otherwise than by the closing, or decided, the task is what it is about. */
const undoClosing = command({
  rule: taskToWorkOn,
  run: async (input: OneTask, stores, { found: { case: of, task }, calendar, clock, trace }) => {
    const at = clock.now();
    const opened = model.undoClosing(of, task, input.actor, at);
    if (!opened.ok) return opened;
    const newest = await stores.certifications.newestOf(input.taskId);
    if (newest && (task.status === 'open' || !model.isOfClosing(newest, task))) return refuse('UNDO_OVER');
    if (newest) await stores.certifications.remove(newest);
    await stores.tasks.reopen(opened.value);
    if (task.status === 'closed') {
      const { closedAt } = task;
      await stores.history.uncount(of.id, 'task closed', closedAt, model.minutesOverdue(task, calendar));
      if (newest) await stores.history.uncount(of.id, 'certification requested', closedAt);
    }
    trace.facts = [{ case: of, action: 'task reopened', at, oldTitle: task.title }];
    return ok(undefined);
  },
  audit: { action: 'task reopened', on: ({ taskId }) => taskId },
  idempotency: { fields: ['taskId'], stands: ({ task }) => task.status === 'open' },
});

/** D-46: later, and by anybody who works on the case, for whom the earlier decisions stay readable. */
const reopenTask = command({
  rule: taskToWorkOn,
  run: async (input: OneTask & { readonly reason: Reason }, stores, { found: { case: of, task }, trace }) => {
    const opened = model.reopenTask(of, task);
    if (!opened.ok) return opened;
    const newest = await stores.certifications.newestOf(input.taskId);
    if (newest && model.isLive(newest)) return refuse('CERTIFICATION_LIVE');
    await stores.tasks.reopen(opened.value);
    trace.facts = [{ case: of, action: 'task reopened', reason: input.reason, oldTitle: task.title }];
    return ok(undefined);
  },
  audit: { action: 'task reopened', on: ({ taskId }) => taskId },
  idempotency: { fields: ['taskId', 'reason'], stands: ({ task }) => task.status === 'open' },
});

type RenameTask = OneTask & {
  readonly title: Title;
  /** Without one, it stays. */
  readonly dueOn?: Day | 'none' | undefined;
};

/** D-30: nothing happens if it has the title and the day already. Answers which fields were corrected. */
const renameTask = command({
  rule: taskToWorkOn,
  run: async (input: RenameTask, stores, { found: { case: of, task }, trace }) => {
    const { title, dueOn = task.dueOn } = input;
    const renamed = model.renameTask(of, task, { title, dueOn: dueOn === 'none' ? undefined : dueOn });
    if (!renamed.ok) return renamed;
    const fields = (['title', 'dueOn'] as const).filter((name) => renamed.value[name] !== task[name]);
    if (fields.length === 0) return ok<readonly string[]>([]);
    await stores.tasks.rename(renamed.value);
    const titles = title === task.title ? {} : { oldTitle: task.title, newTitle: title };
    trace.facts = [{ case: of, action: 'task renamed', ...titles }];
    return ok<readonly string[]>(fields);
  },
  audit: { action: 'task corrected', on: ({ taskId }) => taskId, parts: (fields) => fields },
});

type ListTasks = TaskFilter & {
  readonly actor: Account;
  /** Of the cases of this doctor alone. */
  readonly doctorId?: AccountId | undefined;
  readonly paging: Paging<TaskId>;
  readonly detail?: Detail | undefined;
};

type WithCase = { readonly case: Pick<Case, 'title' | 'doctorId'>; readonly child: ChildNames };
/** With `detail` each task has its case and the case's child. */
type TaskOfCase = ListedTask & Partial<WithCase>;

/** Leaves out what is of a case that was erased meanwhile. */
export const withCases = async <Entry extends Pick<ListedTask, 'caseId'>>(
  reads: Reads,
  page: readonly Entry[],
): Promise<readonly (Entry & WithCase)[]> => {
  const ids = [...new Set(page.map(({ caseId }) => caseId))];
  const known = byId(await withChildren(reads, await reads.cases.titlesOf(ids)));
  return page.flatMap((entry) => {
    const found = known.get(entry.caseId);
    return found ? [{ ...entry, case: { title: found.title, doctorId: found.doctorId }, child: found.child }] : [];
  });
};

/** D-31: the tasks of all cases in which the caller works, by default oldest first. */
const listTasks = query({
  run: async ({ actor, doctorId, paging, detail, ...filter }: ListTasks, reads, { pagesWhileAllowed }) => {
    if (actor.role === 'Par') return refuse('ROLE_NOT_ALLOWED');
    if (doctorId && !(await worksFor(reads, actor, doctorId))) return refuse('ROLE_NOT_ALLOWED');
    const fetch = async (request: PageRequest<TaskId>) =>
      reads.tasks.ofDoctors(doctorId ? [doctorId] : await doctorsOf(reads, actor), request, filter);
    const tasks = pagesWhileAllowed(fetch, paging);
    return ok<Pages<TaskOfCase>>(detail ? mapPages(tasks, (page) => withCases(reads, page)) : tasks);
  },
  audit: { action: 'tasks listed', on: ({ actor }) => actor.id, shows: ({ childId }) => childId },
});

export const taskUseCases = { addTask, closeTask, listTasks, renameTask, reopenTask, undoClosing };
