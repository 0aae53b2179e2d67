import type { Operations } from './operation.ts';

const NO_PART = 'There is no such case, or the account has no part in it.';
const PARENTS_ONLY_SEE = 'Parents see a case, but do not work on it.';

export const caseOperations: Pick<
  Operations,
  'openCase' | 'listCases' | 'showCase' | 'showHistory' | 'addTask' | 'closeTask' | 'finishCase' | 'reopenCase'
> = {
  openCase: {
    tag: 'Cases',
    summary: 'Open a case of a child with a doctor',
    description:
      "A parent opens a case for a child of their own with any doctor; a doctor, or an assistant of theirs, for a child on the doctor's list.",
    retriable: true,
    refusals: {
      CHILD_NOT_FOUND: 'There is no such child, or the account has no part in it.',
      DOCTOR_NOT_FOUND: 'DocID names no doctor.',
      ROLE_NOT_ALLOWED: 'Doctors and assistants open cases with the doctor of their own practice only.',
    },
  },
  listCases: { tag: 'Cases', summary: 'List the cases in which the account has a part', refusals: {} },
  showCase: { tag: 'Cases', summary: 'Show a case with its tasks', refusals: { CASE_NOT_FOUND: NO_PART } },
  showHistory: {
    tag: 'Cases',
    summary: 'Show the history of a case',
    description: 'Every change of the case, of its tasks and of their certifications, oldest first.',
    refusals: { CASE_NOT_FOUND: NO_PART },
  },
  addTask: {
    tag: 'Cases',
    summary: 'Add a task to an ongoing case',
    retriable: true,
    examples: { task: { title: 'Measure lung function' } },
    refusals: {
      CASE_FINISHED: 'Only an ongoing case gets new tasks.',
      CASE_NOT_FOUND: NO_PART,
      ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
    },
  },
  closeTask: {
    tag: 'Cases',
    summary: 'Close a task',
    refusals: {
      ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
      TASK_ALREADY_CLOSED: 'It was closed before, and stays so.',
      TASK_NOT_FOUND: 'There is no such task, or the account has no part in its case.',
    },
  },
  finishCase: {
    tag: 'Cases',
    summary: 'Finish a case',
    refusals: {
      CASE_FINISHED: 'It was finished before.',
      CASE_NOT_FOUND: NO_PART,
      ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
      TASKS_OPEN: 'A task of the case is open.',
    },
  },
  reopenCase: {
    tag: 'Cases',
    summary: 'Reopen a finished case',
    examples: { reason: { reason: 'The cough has come back.' } },
    refusals: {
      CASE_NOT_FOUND: NO_PART,
      CASE_ONGOING: 'Only a finished case can be reopened.',
      ROLE_NOT_ALLOWED: 'Only the doctor of the case reopens it.',
    },
  },
};
