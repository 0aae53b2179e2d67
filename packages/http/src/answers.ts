import { type Account, type Person, ROLES, type SessionToken } from '@health-case/domain/model/account';
import type { Case, CaseAction, CaseEvent, Task } from '@health-case/domain/model/case';
import type { ChildEntry } from '@health-case/domain/model/child';
import type { Pages } from '@health-case/domain/model/request-options';
import type { AccountId, CaseId, ChildId, Instant, TaskId } from '@health-case/domain/model/values';
import { z } from 'zod';
import { list, objectWithList, one } from './answer.ts';
import * as strings from './strings.ts';

const { firstName, lastName, title, instant } = strings;

/** The answers that both variants give in the same words. */
export const done = one(z.null(), () => null);

export const role = z.enum(ROLES).meta({ description: 'Doctor, assistant or parent.', examples: ['Par'] });

/** D-16. */
export const sessionOpened = one(
  z.object({ id: strings.sessionId, firstName, lastName, role }).meta({ id: 'Session' }),
  ({ token, account }: { token: SessionToken; account: Account }) => ({
    id: token,
    firstName: account.firstName,
    lastName: account.lastName,
    role: account.role,
  }),
);

export const ownAccount = one(
  z.object({ ID: strings.accountId, firstName, lastName, email: strings.email, role }).meta({ id: 'Account' }),
  ({ id, firstName, lastName, email, role }: Account) => ({ ID: id, firstName, lastName, email, role }),
);

/** D-17. */
export const childAdded = one(z.object({ ChildID: strings.childId }), (id: ChildId) => ({ ChildID: id }));

/** D-18. */
export const people = list(
  z.object({ firstName, lastName, id: strings.accountId }).meta({ id: 'Person' }),
  ({ id, firstName, lastName }: Person) => ({ firstName, lastName, id }),
);
export const children = list(
  z.object({ firstName, lastName, id: strings.childId }).meta({ id: 'Child' }),
  ({ id, firstName, lastName }: ChildEntry) => ({ firstName, lastName, id }),
);

export const assistantLinked = one(z.object({ AstID: strings.assistantId }), (id: AccountId) => ({ AstID: id }));
export const caseOpened = one(z.object({ CaseID: strings.caseId }), (id: CaseId) => ({ CaseID: id }));
export const taskAdded = one(z.object({ TaskID: strings.taskId }), (id: TaskId) => ({ TaskID: id }));

const caseSchema = z.object({
  id: strings.caseId,
  title,
  status: z.enum(['ongoing', 'finished'] satisfies Case['status'][]),
  ChildID: strings.childId,
  DocID: strings.doctorId,
});

const caseFacts = ({ id, title, status, childId, doctorId }: Case) => ({
  id,
  title,
  status,
  ChildID: childId,
  DocID: doctorId,
});

export const cases = list(caseSchema.meta({ id: 'Case' }), caseFacts);

export const caseWithTasks = objectWithList(
  {
    id: 'CaseWithTasks',
    facts: caseSchema.extend({ openedAt: instant, finishedAt: instant.nullable() }),
    member: 'tasks',
    entry: z
      .object({
        id: strings.taskId,
        title: title.meta({ examples: ['Measure lung function'] }),
        status: z.enum(['open', 'closed'] satisfies Task['status'][]),
        closedAt: instant.nullable(),
      })
      .meta({ id: 'Task' }),
  },
  ({ case: found }: { case: Case; tasks: Pages<Task> }) => ({
    ...caseFacts(found),
    openedAt: written(found.openedAt),
    finishedAt: found.status === 'finished' ? written(found.finishedAt) : null,
  }),
  ({ tasks }) => tasks,
  (task: Task) => ({
    id: task.id,
    title: task.title,
    status: task.status,
    closedAt: task.status === 'closed' ? written(task.closedAt) : null,
  }),
);

const ACTIONS = [
  'case opened',
  'case finished',
  'case reopened',
  'task added',
  'task closed',
  'certification requested',
  'certification issued',
  'certification rejected',
  'certification revoked',
] as const satisfies readonly CaseAction[];

export const history = list(
  z
    .object({
      id: strings.caseEventId,
      at: instant,
      by: strings.accountId,
      action: z.enum(ACTIONS),
      reason: strings.reason.nullable(),
    })
    .meta({ id: 'CaseEvent' }),
  ({ id, at, by, action, reason }: CaseEvent) => ({ id, at: written(at), by, action, reason: reason ?? null }),
);

/** D-13: ISO 8601, UTC, with milliseconds. */
export const written = (instant: Instant): string => new Date(instant).toISOString();
