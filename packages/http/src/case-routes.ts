import type { Application } from '@health-case/domain/application';
import * as model from '@health-case/domain/model/case';
import { type ChildNames, CORRECTABLE } from '@health-case/domain/model/child';
import type { Pages } from '@health-case/domain/model/pages';
import type { CaseId, TaskId } from '@health-case/domain/model/values';
import type { CaseEntry, EventEntry } from '@health-case/domain/use-cases/case-lists';
import { z } from 'zod';
import {
  type Answer,
  childNames,
  childNamesJson,
  done,
  isoOf,
  list,
  one,
  personInRole,
  personInRoleJson,
} from './answers.ts';
import * as field from './fields.ts';
import { paging, reader } from './requests.ts';
import { type Route, route, session } from './route.ts';

// The calls about cases and their tasks, of both variants.

/** A case or a task is not found by an account that does not participate in it (D-23). */
const caseInPath = { id: [field.caseId, 'CASE_NOT_FOUND'] } as const;
const taskInPath = { id: [field.taskId, 'TASK_NOT_FOUND'] } as const;

const newCase = reader(
  { ChildID: field.childId, DocID: field.doctorId, title: field.title },
  {},
  ({ ChildID, DocID, title }) => ({ childId: ChildID, doctorId: DocID, title }),
);
const detail = field.detail.optional();
/** D-31. */
const caseList = reader(
  {
    ...paging(field.caseId),
    status: field.caseStatus.optional(),
    ChildID: field.childId.optional().meta({ description: 'Only cases of this child.' }),
    DocID: field.doctorId.optional().meta({ description: 'Only cases of this doctor.' }),
    certification: field.certificationStatus.optional(),
    detail,
  },
  {},
  ({ after, limit, detail, status, ChildID, DocID, certification }) => ({
    paging: { after, limit },
    filter: { status, childId: ChildID, doctorId: DocID, certification },
    detail,
  }),
);
const oneCase = reader({}, caseInPath, (_, { id }) => ({ caseId: id }));
const eventList = reader({ ...paging(field.caseEventId), detail }, caseInPath, ({ detail, ...paging }, { id }) => ({
  caseId: id,
  paging,
  detail,
}));
const caseWithReason = reader({ reason: field.reason }, caseInPath, ({ reason }, { id }) => ({ caseId: id, reason }));
const caseWithTitle = reader({ title: field.title }, caseInPath, ({ title }, { id }) => ({ caseId: id, title }));
const handover = reader({ DocID: field.doctorId }, caseInPath, ({ DocID }, { id }) => ({
  caseId: id,
  doctorId: DocID,
}));
const taskList = reader(
  { ...paging(field.taskId), status: field.taskStatus.optional() },
  {},
  ({ status, ...paging }) => ({ paging, status }),
);
const oneTask = reader({}, taskInPath, (_, { id }) => ({ taskId: id }));
const taskWithTitle = reader({ title: field.title }, taskInPath, ({ title }, { id }) => ({ taskId: id, title }));

/** D-17. */
const caseOpened = one(z.object({ CaseID: field.caseId.in }), (id: CaseId) => ({ CaseID: id }));
const taskAdded = one(z.object({ TaskID: field.taskId.in }), (id: TaskId) => ({ TaskID: id }));

const caseSchema = z.object({
  id: field.caseId.in,
  title: field.title.in,
  status: z.enum(model.CASE_STATUSES),
  ChildID: field.childId.in,
  DocID: field.doctorId.in,
});
const caseJson = ({ id, title, status, childId, doctorId }: model.Case): z.output<typeof caseSchema> => {
  return { id, title, status, ChildID: childId, DocID: doctorId };
};
const certification = z
  .enum(model.CERTIFICATION_STATUSES)
  .nullable()
  .meta({ description: 'The newest in the case. null: none was requested.' });
const cases = list(
  caseSchema.extend({ child: childNames.optional(), certification: certification.optional() }).meta({ id: 'Case' }),
  (found: CaseEntry) => ({
    ...caseJson(found),
    ...(found.child && { child: childNamesJson(found.child), certification: found.certification ?? null }),
  }),
);

const taskSchema = z.object({
  id: field.taskId.in,
  title: field.title.in.meta({ examples: ['Measure lung function'] }),
  status: z.enum(model.TASK_STATUSES),
  closedAt: field.instant.nullable(),
});
const taskJson = (task: model.Task): z.output<typeof taskSchema> => {
  const closedAt = task.status === 'closed' ? isoOf(task.closedAt) : null;
  return { id: task.id, title: task.title, status: task.status, closedAt };
};
const tasksOfCase = list(taskSchema.meta({ id: 'Task' }), taskJson);
const tasks = list(taskSchema.extend({ CaseID: field.caseId.in }).meta({ id: 'TaskOfCase' }), (task: model.Task) => ({
  ...taskJson(task),
  CaseID: task.caseId,
}));

const caseWithChild = caseSchema.extend({
  openedAt: field.instant,
  finishedAt: field.instant.nullable(),
  child: childNames,
});
/** The tasks are the last member, so that they can be streamed as every list is. */
const caseWithTasks: Answer<{ case: model.Case; child: ChildNames; tasks: Pages<model.Task> }> = {
  schema: caseWithChild.extend({ tasks: tasksOfCase.schema }).meta({ id: 'CaseWithTasks' }),
  contentOf: async function* ({ case: found, child, tasks }) {
    const members: z.output<typeof caseWithChild> = {
      ...caseJson(found),
      openedAt: isoOf(found.openedAt),
      finishedAt: found.status === 'finished' ? isoOf(found.finishedAt) : null,
      child: childNamesJson(child),
    };
    yield `${JSON.stringify(members).slice(0, -1)},"tasks":`;
    yield* tasksOfCase.contentOf(tasks, undefined);
    yield '}';
  },
};

const byWhom = personInRole.nullable().meta({ description: 'null: an account that was erased, or the operator.' });
const history = list(
  z
    .object({
      id: field.caseEventId.in,
      at: field.instant,
      by: field.accountId.in.nullable().meta({ description: 'null: the operator.' }),
      action: z.enum(model.CASE_ACTIONS),
      reason: field.reason.in.nullable(),
      to: field.doctorId.in.optional().meta({ description: 'The doctor to whom the case was handed over.' }),
      fields: z
        .array(z.enum(CORRECTABLE))
        .optional()
        .meta({ description: 'What was corrected of the child: never from what to what.' }),
      byWhom: byWhom.optional(),
    })
    .meta({ id: 'CaseEvent' }),
  ({ id, at, by, action, reason, to, fields, byWhom }: EventEntry) => {
    const event = { id, at: isoOf(at), by: by ?? null, action, reason: reason ?? null };
    return { ...event, to, fields: fields && [...fields], byWhom: byWhom && personInRoleJson(byWhom) };
  },
);

// biome-ignore format: a table is read by its columns
export const caseRoutes = (app: Application): readonly Route[] => [
  route('POST', '/api/Case',              session, newCase,        app.openCase,     caseOpened),
  route('GET',  '/api/Case',              session, caseList,       app.listCases,    cases),
  route('GET',  '/api/Case/:id',          session, oneCase,        app.showCase,     caseWithTasks),
  route('POST', '/api/Case/:id',          session, caseWithTitle,  app.renameCase,   done),
  route('GET',  '/api/Case/:id/history',  session, eventList,      app.showHistory,  history),
  route('POST', '/api/Case/:id/tasks',    session, caseWithTitle,  app.addTask,      taskAdded),
  route('GET',  '/api/Task',              session, taskList,       app.listTasks,    tasks),
  route('POST', '/api/Task/:id',          session, taskWithTitle,  app.renameTask,   done),
  route('POST', '/api/Task/:id/close',    session, oneTask,        app.closeTask,    done),
  route('POST', '/api/Case/:id/finish',   session, oneCase,        app.finishCase,   done),
  route('POST', '/api/Case/:id/reopen',   session, caseWithReason, app.reopenCase,   done),
  route('POST', '/api/Case/:id/handover', session, handover,       app.handOverCase, done),
];
