import { parseTaskStatus, TASK_STATUSES, type Task } from '@health-case/domain/model/case';
import type { TaskId } from '@health-case/domain/model/values';
import { Button } from '../components/button.tsx';
import { Select } from '../components/fields.tsx';
import { type AnyPage, page } from '../kit/form.ts';
import { List, pageOf, pagingOf, Text } from '../kit/show.tsx';
import { needed, type Visit } from '../kit/visit.ts';
import { childrenApart } from './case-forms.tsx';

type Status = Task['status'];

const TITLES = { open: 'openTasks', closed: 'closedTasks' } as const;
const NONE = { open: 'noOpenTasks', closed: 'noClosedTasks' } as const;

const statusOf = ({ c }: Visit): Status => {
  const status = parseTaskStatus(c.req.query('status') ?? '');
  return status.ok ? status.value : 'open';
};

const Filter = ({ visit: { words }, status }: { readonly visit: Visit; readonly status: Status }) => (
  <form method="get" action="/tasks" class="portal-filters">
    <Select
      name="status"
      label={words.cases.status}
      options={TASK_STATUSES.map((value) => ({ value, text: words.cases.taskStatuses[value] }))}
      value={status}
    />
    <Button classes="govuk-button--secondary">{words.cases.apply}</Button>
  </form>
);

/** D-31: the tasks of all cases in which the caller works, oldest first: the open ones, unless others are asked for. */
const tasks = page('/tasks', ['Doc', 'Ast'], async (visit) => {
  const { app, call, words } = visit;
  const { cases } = words;
  const status = statusOf(visit);
  const title = cases[TITLES[status]];
  const { entries, after } = await pageOf(
    needed(await app.listTasks({ ...call, status, paging: pagingOf<TaskId>(visit), detail: 'full' })),
  );
  const named = await childrenApart(visit, entries);
  return {
    title,
    isWide: true,
    body: (
      <>
        <Filter visit={visit} status={status} />
        <List
          caption={title}
          head={[cases.child, cases.case, cases.task]}
          rows={entries.map(({ id, caseId, title: task, case: of, child }) => [
            child ? named(child) : '',
            { href: `/cases/${caseId}`, text: of?.title ?? '' },
            { href: `/cases/${caseId}/tasks/${id}`, text: task },
          ])}
          none={
            <>
              <Text>{cases[NONE[status]]}</Text>
              {call.actor.role === 'Ast' ? <Text>{cases.tasksOfDoctors}</Text> : null}
            </>
          }
          path={`/tasks?status=${status}`}
          after={after}
        />
      </>
    ),
  };
});

export const taskPages: readonly AnyPage[] = [tasks];
