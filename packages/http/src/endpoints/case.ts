import type { Task } from '@health-case/domain/model/case';
import * as model from '@health-case/domain/model/case';
import { CASE_ACTIONS } from '@health-case/domain/model/case-action';
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
  endpoints,
  isoOf,
  list,
  one,
  paging,
  personInRole,
  personInRoleJson,
  reader,
} from '../endpoint.ts';
import * as field from '../fields.ts';

/** A case is not found by an account that does not participate in it (D-23). */
const caseInPath = { id: [field.caseId, 'CASE_NOT_FOUND', 'caseId'] } as const;
const oneCase = reader({}, caseInPath);
const caseWithTitle = reader({ title: field.title }, caseInPath);
/** A task is not found by an account that does not participate in its case (D-23). */
const taskInPath = { id: [field.taskId, 'TASK_NOT_FOUND', 'taskId'] } as const;
const detail = field.detail.optional();

const NO_PART = 'There is no such case, or the account has no part in it.';
const NO_TASK = 'There is no such task, or the account has no part in its case.';
const BY_DOCTOR_OR_ASSISTANT = 'By the doctor of the case or an assistant of theirs.';
const PARENTS_ONLY_SEE = 'Parents see a case, but do not work on it.';
const NO_NEW = 'The doctor takes no new children, and the child has no case with them.';
const TOO_MANY = 'This parent opened or handed over 30 cases within an hour, or made too many calls.';

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
const caseList = list(
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
    yield* tasksOfCase.contentOf(tasks, {});
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
      action: z.enum(CASE_ACTIONS),
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

export const cases = endpoints('Cases', {
  openCase: {
    summary: 'Open a case of a child with a doctor',
    description:
      "A parent opens a case for a child of their own with any doctor; a doctor, or an assistant of theirs, for a child on the doctor's list.",
    request: reader(
      { ChildID: field.childId, DocID: field.doctorId, title: field.title },
      {},
      ({ ChildID, DocID, title }) => ({ childId: ChildID, doctorId: DocID, title }),
    ),
    answer: one(z.object({ CaseID: field.caseId.in }), (id: CaseId) => ({ CaseID: id })),
    retriable: true,
    refused: {
      CHILD_NOT_FOUND: 'There is no such child, or the account has no part in it.',
      DOCTOR_NOT_FOUND: 'DocID names no doctor who can log in.',
      DOCTOR_TAKES_NO_CHILDREN: NO_NEW,
      ROLE_NOT_ALLOWED: 'Doctors and assistants open cases with the doctor of their own practice only.',
      THROTTLED: TOO_MANY,
    },
  },
  listCases: {
    summary: 'List the cases in which the account has a part',
    description: "A doctor's own, those of the doctors whom an assistant assists, those of a parent's children.",
    /** D-31. */
    request: reader(
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
    ),
    answer: caseList,
  },
  showCase: {
    summary: 'Show a case with its tasks',
    description: 'Tasks come in the order in which they were added.',
    request: oneCase,
    answer: caseWithTasks,
    refused: { CASE_NOT_FOUND: NO_PART },
  },
  showHistory: {
    summary: 'Show the history of a case',
    description: 'Every change of the case, of its tasks and of their certifications, oldest first.',
    request: reader({ ...paging(field.caseEventId), detail }, caseInPath, ({ detail, ...paging }, { caseId }) => ({
      caseId,
      paging,
      detail,
    })),
    answer: history,
    refused: { CASE_NOT_FOUND: NO_PART },
  },
  renameCase: {
    summary: 'Correct the title of an ongoing case',
    description: `${BY_DOCTOR_OR_ASSISTANT} The history tells that it was renamed.`,
    request: caseWithTitle,
    answer: done,
    examples: { title: { title: 'Asthma, mild' } },
    refused: {
      CASE_FINISHED: 'The title of a finished case stays.',
      CASE_NOT_FOUND: NO_PART,
      ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
    },
  },
  finishCase: {
    summary: 'Finish a case',
    description: `${BY_DOCTOR_OR_ASSISTANT} All its tasks must be closed.`,
    request: oneCase,
    retriable: true,
    refused: {
      CASE_FINISHED: 'It was finished before.',
      CASE_NOT_FOUND: NO_PART,
      ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
      TASKS_OPEN: 'A task of the case is open.',
    },
  },
  reopenCase: {
    summary: 'Reopen a finished case',
    description: 'By the doctor of the case, who says why.',
    request: reader({ reason: field.reason }, caseInPath),
    retriable: true,
    examples: { reason: { reason: 'The cough has come back.' } },
    refused: {
      CASE_NOT_FOUND: NO_PART,
      CASE_ONGOING: 'Only a finished case can be reopened.',
      ROLE_NOT_ALLOWED: 'Only the doctor of the case reopens it.',
    },
  },
  handOverCase: {
    summary: 'Give an ongoing case to another doctor',
    description:
      'By the doctor of the case or a parent of the child. From then on the former doctor and their assistants have no part in it. Mails tell both doctors and the parents.',
    request: reader({ DocID: field.doctorId }, caseInPath, ({ DocID }, { caseId }) => ({ caseId, doctorId: DocID })),
    retriable: true,
    refused: {
      CASE_FINISHED: 'A finished case stays with its doctor.',
      CASE_NOT_FOUND: NO_PART,
      DOCTOR_NOT_FOUND: 'DocID names no doctor who can log in.',
      DOCTOR_TAKES_NO_CHILDREN: NO_NEW,
      ROLE_NOT_ALLOWED: 'Assistants do not hand over cases.',
      THROTTLED: TOO_MANY,
    },
  },
  addTask: {
    summary: 'Add a task to an ongoing case',
    description: BY_DOCTOR_OR_ASSISTANT,
    request: caseWithTitle,
    answer: one(z.object({ TaskID: field.taskId.in }), (id: TaskId) => ({ TaskID: id })),
    retriable: true,
    examples: { task: { title: 'Measure lung function' } },
    refused: {
      CASE_FINISHED: 'Only an ongoing case gets new tasks.',
      CASE_NOT_FOUND: NO_PART,
      ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
    },
  },
  listTasks: {
    summary: 'List the tasks of the cases in which the account works',
    description: "Of a doctor's own cases, or of those of the doctors whom an assistant assists; oldest first.",
    request: reader({ ...paging(field.taskId), status: field.taskStatus.optional() }, {}, ({ status, ...paging }) => ({
      paging,
      status,
    })),
    answer: list(taskSchema.extend({ CaseID: field.caseId.in }).meta({ id: 'TaskOfCase' }), (task: Task) => ({
      ...taskJson(task),
      CaseID: task.caseId,
    })),
    refused: { ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE },
  },
  renameTask: {
    summary: 'Correct the title of an open task',
    description: `${BY_DOCTOR_OR_ASSISTANT} The history tells that it was renamed.`,
    request: reader({ title: field.title }, taskInPath),
    answer: done,
    examples: { title: { title: 'Measure lung function twice' } },
    refused: {
      CASE_FINISHED: 'The case is finished.',
      ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
      TASK_ALREADY_CLOSED: 'The title of a closed task stays.',
      TASK_NOT_FOUND: NO_TASK,
    },
  },
  closeTask: {
    summary: 'Close a task',
    description: `${BY_DOCTOR_OR_ASSISTANT} Nothing opens it again.`,
    request: reader({}, taskInPath),
    retriable: true,
    refused: {
      ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
      TASK_ALREADY_CLOSED: 'It was closed before, and stays so.',
      TASK_NOT_FOUND: NO_TASK,
    },
  },
});
