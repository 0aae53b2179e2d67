import type { Operations } from './operation.ts';

const NO_PART_IN_EITHER = 'There is no such case or task, or the account has no part in it.';
const OTHER_TASK = 'TaskID names a task that does not belong to what the path names.';
const NONE_CLOSED = 'No task of the case is closed, or the one that is named is open.';
const NONE_REQUESTED = 'No certification has been requested for the task.';
const DOCTOR_DECIDES = 'Only the doctor of the case decides.';
const WHICH_TASK =
  'The path names a case or a task. With a case, TaskID names one of its tasks; without it the one that was closed last is meant.';

export const certificationOperations: Pick<
  Operations,
  'requestCertification' | 'checkCertification' | 'issueCertification' | 'rejectCertification' | 'revokeCertification'
> = {
  requestCertification: {
    tag: 'Certifications',
    summary: 'Request a health certification for a closed task',
    description: `${WHICH_TASK} While one is requested or issued, asking again answers the same.`,
    retriable: true,
    refusals: { CASE_NOT_FOUND: NO_PART_IN_EITHER, TASK_NOT_CLOSED: NONE_CLOSED, TASK_NOT_FOUND: OTHER_TASK },
  },
  checkCertification: {
    tag: 'Certifications',
    summary: 'Check the status of a certification',
    description: `Answers the newest one of the task. ${WHICH_TASK}`,
    refusals: {
      CASE_NOT_FOUND: NO_PART_IN_EITHER,
      CERTIFICATION_NOT_FOUND: NONE_REQUESTED,
      TASK_NOT_CLOSED: NONE_CLOSED,
      TASK_NOT_FOUND: OTHER_TASK,
    },
  },
  issueCertification: {
    tag: 'Certifications',
    summary: 'Issue a requested certification',
    description: WHICH_TASK,
    refusals: {
      CASE_NOT_FOUND: NO_PART_IN_EITHER,
      CERTIFICATION_DECIDED: 'Only one that is requested can be issued.',
      CERTIFICATION_NOT_FOUND: NONE_REQUESTED,
      ROLE_NOT_ALLOWED: DOCTOR_DECIDES,
      TASK_NOT_CLOSED: NONE_CLOSED,
      TASK_NOT_FOUND: OTHER_TASK,
    },
  },
  rejectCertification: {
    tag: 'Certifications',
    summary: 'Reject a requested certification',
    description: WHICH_TASK,
    examples: { reason: { reason: 'The measurement is too old.' } },
    refusals: {
      CASE_NOT_FOUND: NO_PART_IN_EITHER,
      CERTIFICATION_DECIDED: 'Only one that is requested can be rejected.',
      CERTIFICATION_NOT_FOUND: NONE_REQUESTED,
      ROLE_NOT_ALLOWED: DOCTOR_DECIDES,
      TASK_NOT_CLOSED: NONE_CLOSED,
      TASK_NOT_FOUND: OTHER_TASK,
    },
  },
  revokeCertification: {
    tag: 'Certifications',
    summary: 'Revoke an issued certification',
    description: WHICH_TASK,
    examples: { reason: { reason: 'Measured with a broken device.' } },
    refusals: {
      CASE_NOT_FOUND: NO_PART_IN_EITHER,
      CERTIFICATION_NOT_FOUND: NONE_REQUESTED,
      CERTIFICATION_NOT_ISSUED: 'Only one that is issued can be revoked.',
      ROLE_NOT_ALLOWED: DOCTOR_DECIDES,
      TASK_NOT_CLOSED: NONE_CLOSED,
      TASK_NOT_FOUND: OTHER_TASK,
    },
  },
};
