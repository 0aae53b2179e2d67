import { type Account, type Person, ROLES, type SessionToken } from '@health-case/domain/model/account';
import { CASE_ACTIONS, type Case, type CaseEvent, type Task } from '@health-case/domain/model/case';
import type { ChildEntry } from '@health-case/domain/model/child';
import type { Pages } from '@health-case/domain/model/request-options';
import type { AccountId, CaseId, ChildId, Instant, TaskId } from '@health-case/domain/model/values';
import { z } from 'zod';
import * as field from './fields.ts';
import { jsonOfPages } from './lists.ts';

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json | undefined };

/** The content of an envelope: one value, or a list that is written a page at a time. */
export type Content = { readonly kind: 'one'; readonly value: Json } | ListContent;

type ListContent = {
  readonly kind: 'list';
  /** The entries of each page as JSON with commas between them. No page is empty. */
  readonly pages: AsyncIterable<Buffer>;
  /** The JSON before and after the list, where it is a member of an object. */
  readonly before: string;
  readonly after: string;
};

/** Makes the content from a use case's output, in the words of the wire. The schema is part of the API document. */
export type Answer<Output, Made extends Content = Content> = {
  readonly schema: z.ZodType;
  readonly contentOf: (output: Output) => Made;
};

/** The compiler checks what `toJson` returns against the schema; the running service does not. */
export const one = <Output, Written extends Json>(
  schema: z.ZodType<Written>,
  toJson: (output: Output) => NoInfer<Written>,
): Answer<Output> => ({ schema, contentOf: (output) => ({ kind: 'one', value: toJson(output) }) });

export const list = <Entry, Written extends Json>(
  entry: z.ZodType<Written>,
  toJson: (entry: Entry) => NoInfer<Written>,
): Answer<Pages<Entry>, ListContent> => {
  const jsonOf = jsonOfPages(toJson);
  return {
    schema: z.array(entry),
    contentOf: (pages) => ({ kind: 'list', pages: jsonOf(pages), before: '', after: '' }),
  };
};

/** D-13: ISO 8601, UTC, with milliseconds. */
export const isoOf = (instant: Instant): string => new Date(instant).toISOString();

// The answers that both variants give in the same words.

const [firstName, lastName, title] = [field.firstName.in, field.lastName.in, field.title.in];

export const done = one(z.null(), () => null);

export const role = z.enum(ROLES).meta({ description: 'Doctor, assistant or parent.', examples: ['Par'] });

/** D-16. */
export const sessionOpened = one(
  z.object({ id: field.sessionId, firstName, lastName, role }).meta({ id: 'Session' }),
  ({ token, account }: { token: SessionToken; account: Account }) => ({
    id: token,
    firstName: account.firstName,
    lastName: account.lastName,
    role: account.role,
  }),
);

export const ownAccount = one(
  z.object({ ID: field.accountId.in, firstName, lastName, email: field.email.in, role }).meta({ id: 'Account' }),
  ({ id, firstName, lastName, email, role }: Account) => ({ ID: id, firstName, lastName, email, role }),
);

/** D-17. */
export const childAdded = one(z.object({ ChildID: field.childId.in }), (id: ChildId) => ({ ChildID: id }));
export const assistantLinked = one(z.object({ AstID: field.assistantId.in }), (id: AccountId) => ({ AstID: id }));
export const caseOpened = one(z.object({ CaseID: field.caseId.in }), (id: CaseId) => ({ CaseID: id }));
export const taskAdded = one(z.object({ TaskID: field.taskId.in }), (id: TaskId) => ({ TaskID: id }));

/** D-18. */
export const people = list(
  z.object({ firstName, lastName, id: field.accountId.in }).meta({ id: 'Person' }),
  ({ id, firstName, lastName }: Person) => ({ firstName, lastName, id }),
);
export const children = list(
  z.object({ firstName, lastName, id: field.childId.in }).meta({ id: 'Child' }),
  ({ id, firstName, lastName }: ChildEntry) => ({ firstName, lastName, id }),
);

const caseSchema = z.object({
  id: field.caseId.in,
  title,
  status: z.enum(['ongoing', 'finished'] satisfies Case['status'][]),
  ChildID: field.childId.in,
  DocID: field.doctorId.in,
});
const caseJson = ({ id, title, status, childId, doctorId }: Case): z.output<typeof caseSchema> => ({
  id,
  title,
  status,
  ChildID: childId,
  DocID: doctorId,
});

export const cases = list(caseSchema.meta({ id: 'Case' }), caseJson);

const caseWithTimes = caseSchema.extend({ openedAt: field.instant, finishedAt: field.instant.nullable() });
const tasks = list(
  z
    .object({
      id: field.taskId.in,
      title: title.meta({ examples: ['Measure lung function'] }),
      status: z.enum(['open', 'closed'] satisfies Task['status'][]),
      closedAt: field.instant.nullable(),
    })
    .meta({ id: 'Task' }),
  (task: Task) => ({
    id: task.id,
    title: task.title,
    status: task.status,
    closedAt: task.status === 'closed' ? isoOf(task.closedAt) : null,
  }),
);

/** The tasks are the last member, so that they can be streamed as every list is. */
export const caseWithTasks: Answer<{ case: Case; tasks: Pages<Task> }> = {
  schema: caseWithTimes.extend({ tasks: tasks.schema }).meta({ id: 'CaseWithTasks' }),
  contentOf: (output) => {
    const found = output.case;
    const members: z.output<typeof caseWithTimes> = {
      ...caseJson(found),
      openedAt: isoOf(found.openedAt),
      finishedAt: found.status === 'finished' ? isoOf(found.finishedAt) : null,
    };
    const before = `${JSON.stringify(members).slice(0, -1)},"tasks":`;
    return { ...tasks.contentOf(output.tasks), before, after: '}' };
  },
};

export const history = list(
  z
    .object({
      id: field.caseEventId.in,
      at: field.instant,
      by: field.accountId.in,
      action: z.enum(CASE_ACTIONS),
      reason: field.reason.in.nullable(),
    })
    .meta({ id: 'CaseEvent' }),
  ({ id, at, by, action, reason }: CaseEvent) => ({ id, at: isoOf(at), by, action, reason: reason ?? null }),
);
