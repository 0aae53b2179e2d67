import type { caseListUseCases } from '@health-case/domain/use-cases/case-lists';
import type { caseUseCases } from '@health-case/domain/use-cases/cases';
import type { taskUseCases } from '@health-case/domain/use-cases/tasks';
import { type Operations, operation } from './operation.ts';

const NO_PART = 'There is no such case, or the account has no part in it.';
const BY_DOCTOR_OR_ASSISTANT = 'By the doctor of the case or an assistant of theirs.';
const PARENTS_ONLY_SEE = 'Parents see a case, but do not work on it.';

const NO_NEW = 'The doctor takes no new children, and the child has no case with them.';
const TOO_MANY = 'This parent opened or handed over 30 cases within an hour, or made too many calls.';

const NO_TASK = 'There is no such task, or the account has no part in its case.';

type Names = keyof (typeof caseListUseCases & typeof caseUseCases & typeof taskUseCases);

export const CASE_OPERATIONS: Pick<Operations, Names> = {
  openCase: operation('Cases', 'Open a case of a child with a doctor', {
    description:
      "A parent opens a case for a child of their own with any doctor; a doctor, or an assistant of theirs, for a child on the doctor's list.",
    retriable: true,
    CHILD_NOT_FOUND: 'There is no such child, or the account has no part in it.',
    DOCTOR_NOT_FOUND: 'DocID names no doctor who can log in.',
    DOCTOR_TAKES_NO_CHILDREN: NO_NEW,
    ROLE_NOT_ALLOWED: 'Doctors and assistants open cases with the doctor of their own practice only.',
    THROTTLED: TOO_MANY,
  }),
  listCases: operation('Cases', 'List the cases in which the account has a part', {
    description: "A doctor's own, those of the doctors whom an assistant assists, those of a parent's children.",
  }),
  showCase: operation('Cases', 'Show a case with its tasks', {
    description: 'Tasks come in the order in which they were added.',
    CASE_NOT_FOUND: NO_PART,
  }),
  showHistory: operation('Cases', 'Show the history of a case', {
    description: 'Every change of the case, of its tasks and of their certifications, oldest first.',
    CASE_NOT_FOUND: NO_PART,
  }),
  addTask: operation('Cases', 'Add a task to an ongoing case', {
    description: BY_DOCTOR_OR_ASSISTANT,
    retriable: true,
    examples: { task: { title: 'Measure lung function' } },
    CASE_FINISHED: 'Only an ongoing case gets new tasks.',
    CASE_NOT_FOUND: NO_PART,
    ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
  }),
  closeTask: operation('Cases', 'Close a task', {
    description: `${BY_DOCTOR_OR_ASSISTANT} Nothing opens it again.`,
    retriable: true,
    ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
    TASK_ALREADY_CLOSED: 'It was closed before, and stays so.',
    TASK_NOT_FOUND: NO_TASK,
  }),
  finishCase: operation('Cases', 'Finish a case', {
    description: `${BY_DOCTOR_OR_ASSISTANT} All its tasks must be closed.`,
    retriable: true,
    CASE_FINISHED: 'It was finished before.',
    CASE_NOT_FOUND: NO_PART,
    ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
    TASKS_OPEN: 'A task of the case is open.',
  }),
  reopenCase: operation('Cases', 'Reopen a finished case', {
    description: 'By the doctor of the case, who says why.',
    retriable: true,
    examples: { reason: { reason: 'The cough has come back.' } },
    CASE_NOT_FOUND: NO_PART,
    CASE_ONGOING: 'Only a finished case can be reopened.',
    ROLE_NOT_ALLOWED: 'Only the doctor of the case reopens it.',
  }),
  renameCase: operation('Cases', 'Correct the title of an ongoing case', {
    description: `${BY_DOCTOR_OR_ASSISTANT} The history tells that it was renamed.`,
    examples: { title: { title: 'Asthma, mild' } },
    CASE_FINISHED: 'The title of a finished case stays.',
    CASE_NOT_FOUND: NO_PART,
    ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
  }),
  handOverCase: operation('Cases', 'Give an ongoing case to another doctor', {
    description:
      'By the doctor of the case or a parent of the child. From then on the former doctor and their assistants have no part in it. Mails tell both doctors and the parents.',
    retriable: true,
    CASE_FINISHED: 'A finished case stays with its doctor.',
    CASE_NOT_FOUND: NO_PART,
    DOCTOR_NOT_FOUND: 'DocID names no doctor who can log in.',
    DOCTOR_TAKES_NO_CHILDREN: NO_NEW,
    ROLE_NOT_ALLOWED: 'Assistants do not hand over cases.',
    THROTTLED: TOO_MANY,
  }),
  listTasks: operation('Cases', 'List the tasks of the cases in which the account works', {
    description: "Of a doctor's own cases, or of those of the doctors whom an assistant assists; oldest first.",
    ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
  }),
  renameTask: operation('Cases', 'Correct the title of an open task', {
    description: `${BY_DOCTOR_OR_ASSISTANT} The history tells that it was renamed.`,
    examples: { title: { title: 'Measure lung function twice' } },
    CASE_FINISHED: 'The case is finished.',
    ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
    TASK_ALREADY_CLOSED: 'The title of a closed task stays.',
    TASK_NOT_FOUND: NO_TASK,
  }),
};
