import { parseTaskStatus, TASK_STATUSES, type Task } from '@health-case/domain/model/case';
import type { IdempotencyKey } from '@health-case/domain/model/idempotency';
import { isolated } from '@health-case/domain/model/text-direction';
import { type CaseId, parseId, type TaskId } from '@health-case/domain/model/values';
import {
  ok,
  oneOf,
  type Parser,
  parser,
  problem,
  type Refusal,
  type RefusalCode,
  type Result,
} from '@health-case/domain/result';
import { Select } from '../components/fields.tsx';
import { NotificationBanner } from '../components/messages.tsx';
import { FORM_ID, FormOf, nameOf, Submit, withTrait } from '../kit/elements.tsx';
import { ticks } from '../kit/fields.ts';
import { type AnyForm, firstPage, form, type MemberVisit, NotShown, TICK_END, type Visit } from '../kit/form.ts';
import { actionOf, formAt } from '../kit/form-state.ts';
import { Links, type LinkTo, List, listed, More, NONE, PAGE_SIZE, Text, TextLink } from '../kit/show.tsx';
import { pathHere, withQuery } from '../kit/urls.ts';
import { childrenApart, dueDay, type NamedTask, nameOfTask, taskTitle } from './case-forms.tsx';
import {
  childrenIn,
  doctorFilter,
  doctorIn,
  Filters,
  given,
  InAll,
  ListSearch,
  Narrowing,
  Ordering,
  type Whose,
  whose,
} from './find.tsx';
import { firstDay } from './first-day.tsx';

type Status = Task['status'];

const TITLES = { open: 'openTasks', closed: 'closedTasks' } as const;
const NONE_OF = { open: 'noOpenTasks', closed: 'noClosedTasks' } as const;

const statusOf = (visit: Visit): Status => given(visit, 'status', parseTaskStatus) ?? 'open';

/** D-46: the first is that of a list that nobody has sorted. Whoever looks for a closed task has mostly closed it just now. */
const ORDERS = { open: ['due', 'oldest', 'newest'], closed: ['closing', 'oldest', 'newest'] } as const;
const SORTED = {
  due: { byDue: true },
  closing: { byClosing: true },
  oldest: {},
  newest: { newestFirst: true },
} as const;
const orderOf = (visit: Visit, status: Status) => given(visit, 'order', oneOf(ORDERS[status])) ?? ORDERS[status][0];

const filter = (visit: MemberVisit, status: Status, doctor: Whose) => {
  const { words } = visit;
  return (
    <Filters visit={visit} path="/tasks" keeps={['search']}>
      <Select
        name="status"
        label={words.cases.status}
        options={TASK_STATUSES.map((value) => ({ value, text: words.cases.taskStatuses[value] }))}
        value={status}
      />
      {doctorFilter(visit, doctor)}
      <Ordering visit={visit} orders={ORDERS[status]} texts={words.cases.orders} order={orderOf(visit, status)} />
    </Filters>
  );
};

const joined = (tasks: readonly NamedTask[]): string => tasks.map(nameOfTask).join(TICK_END);

const ID_LENGTH = 36;
const NO_TASKS = problem('must name tasks');
const parseTasks: Parser<readonly NamedTask[]> = parser(
  2 * PAGE_SIZE * (ID_LENGTH + TICK_END.length),
  NO_TASKS,
  (text) => {
    const ids = text.split(TICK_END).map((one) => parseId<string>(one));
    const pairs = ids.flatMap((caseId, nth) => {
      const taskId = ids[nth + 1];
      return nth % 2 === 0 && caseId.ok && taskId?.ok
        ? [{ caseId: caseId.value as CaseId, taskId: taskId.value as TaskId }]
        : [];
    });
    return 2 * pairs.length === ids.length ? ok(pairs) : NO_TASKS;
  },
);

const tasksIn = (visit: Visit, name: string): readonly NamedTask[] => given(visit, name, parseTasks) ?? [];

type Outcome = { readonly done: readonly NamedTask[]; readonly left: readonly NamedTask[] };

/** A unit and a key for each task. What cannot be done any more is told; if the caller has part in none, refused. */
const doEach = async <Code extends RefusalCode>(
  tasks: readonly NamedTask[],
  { call }: MemberVisit,
  act: (call: MemberVisit['call'], taskId: TaskId) => Promise<Result<unknown, Refusal<Code>>>,
): Promise<Result<Outcome, Refusal<Code>>> => {
  const made = await Promise.all(
    tasks.map(async (task) => {
      const idempotencyKey = call.idempotencyKey && (`${call.idempotencyKey}-${task.taskId}` as IdempotencyKey);
      return { task, outcome: await act({ ...call, idempotencyKey }, task.taskId) };
    }),
  );
  const refusals = made.flatMap(({ outcome }) => (outcome.ok ? [] : outcome.refusal));
  const first = refusals.find(({ code }) => code === 'REQUEST_IN_FLIGHT') ?? refusals[0];
  const isStranger = refusals.length === tasks.length && refusals.every(({ code }) => code === 'TASK_NOT_FOUND');
  if (first && (isStranger || first.code === 'REQUEST_IN_FLIGHT')) return { ok: false, refusal: first };
  const those = (isDone: boolean) => made.flatMap(({ task, outcome }) => (outcome.ok === isDone ? task : []));
  return ok({ done: those(true), left: those(false) });
};

const outcomeAt = (path: string, what: 'closed' | 'reopened', { done, left }: Outcome): string =>
  withQuery(path, { [what]: joined(done), left: joined(left) });

/** Opened by its address, as from a task, it asks. Lists and cases have a button for what was closed just now. */
const undo: AnyForm = form('/tasks/undo', ['Doc', 'Ast'], {
  fields: { tasks: ticks(parseTasks) },
  carries: ['from'],
  start: async ({ c }) => ({ tasks: c.req.query('tasks') ?? '' }),
  asks: [],
  title: ({ cases }) => cases.undoTitle,
  back: '/tasks',
  about: ({ words }, { values }) => {
    if (!parseTasks(values['tasks'] ?? '').ok) throw new NotShown({ code: 'TASK_NOT_FOUND' });
    return <Text>{words.refusals.UNDO_OVER}</Text>;
  },
  send: ({ cases }) => cases.undo,
  submit: (visit, { tasks }) => doEach(tasks, visit, (call, taskId) => visit.app.undoClosing({ ...call, taskId })),
  leadsTo: (_, { value, carried: { from } }) => outcomeAt(pathHere(from) ?? '/tasks', 'reopened', value),
});

/** What was not done, with what is there now. Some may be there for the caller no more. */
const whatIsLeft = async (visit: MemberVisit, left: readonly NamedTask[]) => {
  const { app, call, words } = visit;
  const found = await Promise.all(
    left.map(async ({ caseId, taskId }): Promise<LinkTo | undefined> => {
      const shown = await app.showCase({ ...call, caseId, taskId });
      const [task] = shown.ok ? await firstPage(shown.value.tasks) : [];
      if (!shown.ok || !task) return undefined;
      const { cases } = words;
      const text = withTrait(
        withTrait(taskTitle(visit, task), nameOf(shown.value.child)),
        cases.taskStatuses[task.status],
      );
      return [`/cases/${caseId}/tasks/${taskId}`, text];
    }),
  );
  const there = found.flatMap((one) => (one ? [one] : []));
  return { there, gone: found.length - there.length };
};

/** What became of the tasks that were ticked, or of the one that was closed. */
export const told = async (visit: MemberVisit) => {
  const { cases, common } = visit.words;
  const [closed, reopened, left] = [tasksIn(visit, 'closed'), tasksIn(visit, 'reopened'), tasksIn(visit, 'left')];
  const { there, gone } = await whatIsLeft(visit, left);
  const undoing = formAt(visit, undo, undo.path, { tasks: joined(closed), from: actionOf(visit.c) });
  return [
    closed.length + reopened.length > 0 ? (
      <NotificationBanner
        titleText={common.success}
        text={closed.length > 0 ? cases.tasksClosed(closed.length) : cases.tasksReopened(reopened.length)}
        type="success"
      >
        {closed.length > 0 ? (
          <FormOf id={null} state={undoing}>
            <Submit kind="secondary">{cases.undo}</Submit>
          </FormOf>
        ) : null}
      </NotificationBanner>
    ) : null,
    left.length > 0 ? (
      <NotificationBanner titleText={common.problemTitle} titleId="left-title" text={cases.tasksLeft(left.length)}>
        <Links links={there} />
        {gone > 0 ? <Text>{cases.tasksGone(gone)}</Text> : null}
      </NotificationBanner>
    ) : null,
  ];
};

/** D-31, D-46: the tasks of all cases in which the caller works, what is due first, then oldest first: the open ones, unless others are asked for. */
const tasks: AnyForm = form('/tasks', ['Doc', 'Ast'], {
  isList: true,
  staysOpen: true,
  fields: { tasks: ticks(parseTasks) },
  view: async (visit, { values }) => {
    const { app, call, formats, c, cases } = visit;
    const [status, doctorId] = [statusOf(visit), doctorIn(visit)];
    const title = cases[TITLES[status]];
    const order = orderOf(visit, status);
    const found = await childrenIn(visit, '/tasks');
    const wanted = { status, doctorId, ...(found && { children: found.children }) };
    const { entries, after } = await listed(visit, (paging) =>
      app.listTasks({ ...call, ...wanted, ...SORTED[order], paging, detail: 'full' }),
    );
    const inAll = await InAll({ visit, list: { list: 'tasks', filter: wanted }, entries, after });
    const [named, doctor] = [await childrenApart(visit, entries), await whose(visit)];
    const first = entries.length === 0 && call.actor.role === 'Ast' ? await firstDay(visit) : null;
    const isOpen = status === 'open';
    const ticked = new Set(values['tasks']?.split(TICK_END));
    const areAllTicked = c.req.query('ticked') === 'all';
    const list = (
      <List
        caption={title}
        head={[
          ...(isOpen ? [cases.tick] : []),
          cases.task,
          isOpen ? cases.dueOn : cases.closedAt,
          cases.child,
          cases.birthDate,
          cases.case,
          ...doctor.head,
        ]}
        rows={entries.map(({ case: of, child, ...task }) => [
          ...(isOpen
            ? [
                {
                  name: 'tasks' as const,
                  value: nameOfTask({ caseId: task.caseId, taskId: task.id }),
                  what: cases.tickWhat(withTrait(taskTitle(visit, task), child && isolated(named(child)))),
                  isTicked: areAllTicked || ticked.has(task.id),
                },
              ]
            : []),
          { href: `/cases/${task.caseId}/tasks/${task.id}`, text: taskTitle(visit, task) },
          task.status === 'open' ? dueDay(visit, task) : formats.shortDayAt(task.closedAt),
          child ? named(child) : '',
          child?.birthDate ? formats.day(child.birthDate) : NONE,
          { href: `/cases/${task.caseId}`, text: of?.title ?? '' },
          ...doctor.of(of?.doctorId),
        ])}
        none={
          found || doctorId ? null : (
            <>
              <Text>{cases[NONE_OF[status]]}</Text>
              {call.actor.role === 'Ast' ? <Text>{cases.tasksOfDoctors}</Text> : null}
              {first}
            </>
          )
        }
      />
    );
    const filters = filter(visit, status, doctor);
    const outcome = await told(visit);
    return {
      title,
      isWide: true,
      body: [
        outcome,
        <Narrowing visit={visit}>
          <ListSearch visit={visit} found={found} />
          {filters}
        </Narrowing>,
        inAll,
        isOpen && entries.length > 0 ? (
          <FormOf>
            {areAllTicked ? (
              <Submit>{cases.closeTicked}</Submit>
            ) : (
              <TextLink href={`${withQuery(actionOf(c), { ticked: 'all' })}#${FORM_ID}`}>{cases.tickAll}</TextLink>
            )}
            {list}
            <Submit>{cases.closeTicked}</Submit>
          </FormOf>
        ) : (
          list
        ),
        <More after={after} />,
      ],
    };
  },
  submit: (visit, { tasks }) => doEach(tasks, visit, (call, taskId) => visit.app.closeTask({ ...call, taskId })),
  leadsTo: ({ c }, { value }) => outcomeAt(actionOf(c), 'closed', value),
});

export const pages = [undo, tasks];
