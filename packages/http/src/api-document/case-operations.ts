import type { Operations } from './operation.ts';

const NO_PART = 'There is no such case, or the account has no part in it.';
const PARENTS_ONLY_SEE = 'Parents see a case, but do not work on it.';

/** The refusals of a call on the task of a certification. */
const TASK_OF_CERTIFICATION = {
  CASE_NOT_FOUND: 'There is no such case or task, or the account has no part in it.',
  TASK_NOT_CLOSED: 'No task of the case is closed, or the one that is named is open.',
  TASK_NOT_FOUND: 'TaskID names a task that does not belong to what the path names.',
};
const NONE_REQUESTED = { CERTIFICATION_NOT_FOUND: 'No certification has been requested for the task.' };
const DECISION = {
  ...TASK_OF_CERTIFICATION,
  ...NONE_REQUESTED,
  ROLE_NOT_ALLOWED: 'Only the doctor of the case decides.',
};
const WHICH_TASK =
  'The path names a case or a task. With a case, TaskID names one of its tasks; without it the one that was closed last is meant.';

export const caseOperations = {
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
  requestCertification: {
    tag: 'Certifications',
    summary: 'Request a health certification for a closed task',
    description: `${WHICH_TASK} While one is requested or issued, asking again answers the same.`,
    retriable: true,
    refusals: TASK_OF_CERTIFICATION,
  },
  checkCertification: {
    tag: 'Certifications',
    summary: 'Check the status of a certification',
    description: `Answers the newest one of the task. ${WHICH_TASK}`,
    refusals: { ...TASK_OF_CERTIFICATION, ...NONE_REQUESTED },
  },
  issueCertification: {
    tag: 'Certifications',
    summary: 'Issue a requested certification',
    description: WHICH_TASK,
    refusals: { ...DECISION, CERTIFICATION_DECIDED: 'Only one that is requested can be issued.' },
  },
  rejectCertification: {
    tag: 'Certifications',
    summary: 'Reject a requested certification',
    description: WHICH_TASK,
    examples: { reason: { reason: 'The measurement is too old.' } },
    refusals: { ...DECISION, CERTIFICATION_DECIDED: 'Only one that is requested can be rejected.' },
  },
  revokeCertification: {
    tag: 'Certifications',
    summary: 'Revoke an issued certification',
    description: WHICH_TASK,
    examples: { reason: { reason: 'Measured with a broken device.' } },
    refusals: { ...DECISION, CERTIFICATION_NOT_ISSUED: 'Only one that is issued can be revoked.' },
  },
} satisfies Partial<Operations>;
