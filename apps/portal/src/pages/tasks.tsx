import type { TaskId } from '@health-case/domain/model/values';
import { type AnyPage, page } from '../kit/form.ts';
import { Link, More, pageOf, pagingOf, Table, Text } from '../kit/show.tsx';
import { needed } from '../kit/visit.ts';

/** D-31: the open tasks of all cases in which the caller works, oldest first. */
const tasks = page('/tasks', ['Doc', 'Ast'], async (visit) => {
  const { app, call, words } = visit;
  const { cases } = words;
  const listed = needed(await app.listTasks({ ...call, status: 'open', paging: pagingOf<TaskId>(visit) }));
  const { entries, after } = await pageOf(listed);
  return {
    title: cases.openTasks,
    isWide: true,
    body:
      entries.length === 0 ? (
        <Text>{cases.noOpenTasks}</Text>
      ) : (
        <>
          <Table
            caption={cases.openTasks}
            isCaptionHidden
            head={[cases.task, cases.case]}
            rows={entries.map(({ id, title, caseId }) => [
              <Link href={`/cases/${caseId}/tasks/${id}`}>{title}</Link>,
              <Link href={`/cases/${caseId}`}>
                {cases.toCase} <span class="govuk-visually-hidden">: {title}</span>
              </Link>,
            ])}
          />
          <More words={words} path="/tasks" after={after} />
        </>
      ),
  };
});

export const taskPages: readonly AnyPage[] = [tasks];
