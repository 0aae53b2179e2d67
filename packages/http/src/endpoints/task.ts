import type { Task } from '@health-case/domain/model/case';
import type { TaskId } from '@health-case/domain/model/values';
import { z } from 'zod';
import { done, list, one } from '../answers.ts';
import { endpoints } from '../endpoint.ts';
import * as field from '../fields.ts';
import { paging, reader } from '../reader.ts';
import { BY_DOCTOR_OR_ASSISTANT, caseWithTitle, NO_PART, PARENTS_ONLY_SEE, taskJson, taskSchema } from './case.ts';

/** A task is not found by an account that does not participate in its case (D-23). */
const taskInPath = { id: [field.taskId, 'TASK_NOT_FOUND'] } as const;
const NO_TASK = 'There is no such task, or the account has no part in its case.';

export const tasks = endpoints('Cases', {
  addTask: {
    summary: 'Add a task to an ongoing case',
    description: BY_DOCTOR_OR_ASSISTANT,
    request: caseWithTitle,
    /** D-17. */
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
    request: reader({ title: field.title }, taskInPath, ({ title }, { id }) => ({ taskId: id, title })),
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
    request: reader({}, taskInPath, (_, { id }) => ({ taskId: id })),
    answer: done,
    retriable: true,
    refused: {
      ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
      TASK_ALREADY_CLOSED: 'It was closed before, and stays so.',
      TASK_NOT_FOUND: NO_TASK,
    },
  },
});
