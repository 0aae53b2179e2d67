import type { Account, Person } from '@health-case/domain/model/account';
import type { Case } from '@health-case/domain/model/case';
import type { CaseEvent } from '@health-case/domain/model/case-event';
import type { ChildEntry } from '@health-case/domain/model/child';
import type { AccountId, CaseId, ChildId, TaskId } from '@health-case/domain/model/ids';
import type { Instant } from '@health-case/domain/model/instant';
import type { Pages } from '@health-case/domain/model/paging';
import type { SessionToken } from '@health-case/domain/model/session';
import type { Task } from '@health-case/domain/model/task';
import { list, objectWithList, one } from './answer.ts';

/** The answers that both variants give in the same words. */
export const done = one(() => null);

/** D-16. */
export const sessionOpened = one(({ token, account }: { token: SessionToken; account: Account }) => ({
  id: token,
  firstName: account.firstName,
  lastName: account.lastName,
  role: account.role,
}));

export const ownAccount = one(({ id, firstName, lastName, email, role }: Account) => ({
  ID: id,
  firstName,
  lastName,
  email,
  role,
}));

/** D-17. */
export const childAdded = one((id: ChildId) => ({ ChildID: id }));

/** D-18. */
export const people = list(({ id, firstName, lastName }: Person) => ({ firstName, lastName, id }));
export const children = list(({ id, firstName, lastName }: ChildEntry) => ({ firstName, lastName, id }));

export const assistantLinked = one((id: AccountId) => ({ AstID: id }));
export const caseOpened = one((id: CaseId) => ({ CaseID: id }));
export const taskAdded = one((id: TaskId) => ({ TaskID: id }));

const caseFacts = ({ id, title, status, childId, doctorId }: Case) => ({
  id,
  title,
  status,
  ChildID: childId,
  DocID: doctorId,
});

export const cases = list(caseFacts);

export const caseWithTasks = objectWithList(
  ({ case: found }: { case: Case; tasks: Pages<Task> }) => ({
    ...caseFacts(found),
    openedAt: written(found.openedAt),
    finishedAt: found.status === 'finished' ? written(found.finishedAt) : null,
  }),
  'tasks',
  ({ tasks }) => tasks,
  (task: Task) => ({
    id: task.id,
    title: task.title,
    status: task.status,
    closedAt: task.status === 'closed' ? written(task.closedAt) : null,
  }),
);

export const history = list(({ at, by, action, reason }: CaseEvent) => ({
  at: written(at),
  by,
  action,
  reason: reason ?? null,
}));

/** D-13: ISO 8601, UTC, with milliseconds. */
export const written = (instant: Instant): string => new Date(instant).toISOString();
