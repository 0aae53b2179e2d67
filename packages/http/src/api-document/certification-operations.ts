import type { certificateUseCases } from '@health-case/domain/use-cases/certificates';
import type { certificationUseCases } from '@health-case/domain/use-cases/certifications';
import type { confirmationUseCases } from '@health-case/domain/use-cases/confirmations';
import { type Operations, operation } from './operation.ts';

const WHICH_TASK =
  'The path names a case or a task. With a case, TaskID names one of its tasks; without it the one that was closed last is meant.';
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
  description: WHICH_TASK,
  retriable: true,
} as const;

type UseCases = typeof certificateUseCases & typeof certificationUseCases & typeof confirmationUseCases;
type Names = keyof UseCases & keyof Operations;

export const CERTIFICATION_OPERATIONS: Pick<Operations, Names> = {
  requestCertification: operation('Certifications', 'Request a health certification for a closed task', {
    description: `${WHICH_TASK} While one is requested or issued, asking again answers the same.`,
    retriable: true,
    ...TASK_OF_CERTIFICATION,
    DOCTOR_UNAVAILABLE: 'Nobody could decide: the doctor of the case cannot log in.',
  }),
  checkCertification: operation('Certifications', 'Check the status of a certification', {
    description: `Answers the newest one of the task. ${WHICH_TASK}`,
    ...TASK_OF_CERTIFICATION,
    ...NONE_REQUESTED,
  }),
  issueCertification: operation('Certifications', 'Issue a requested certification', {
    ...DECISION,
    description: `${WHICH_TASK} Its certificates say the statement, and expire after the day; without them "Health certification" in the language of the doctor's account, and 180 days ahead. Names and birth date, if any is given, are those that the doctor was shown; a birth date that is left out was not there.`,
    CHILD_CORRECTED: 'The child is called otherwise than the fields say.',
    VALIDITY_OUT_OF_RANGE: 'The day lies in the past, or more than 365 days ahead.',
    CERTIFICATION_DECIDED: 'Only one that is requested can be issued.',
  }),
  rejectCertification: operation('Certifications', 'Reject a requested certification', {
    examples: { reason: { reason: 'The measurement is too old.' } },
    ...DECISION,
    CERTIFICATION_DECIDED: 'Only one that is requested can be rejected.',
  }),
  revokeCertification: operation('Certifications', 'Revoke an issued certification', {
    examples: { reason: { reason: 'Measured with a broken device.' } },
    ...DECISION,
    ROLE_NOT_ALLOWED: 'Only the doctor of the case and the doctor who has issued it revoke it.',
    CERTIFICATION_NOT_ISSUED: 'Only one that is issued can be revoked.',
  }),
  confirmCertification: operation('Certifications', 'Confirm that a corrected child is the one certified', {
    ...TASK_OF_CERTIFICATION,
    ...NONE_REQUESTED,
    description: `${WHICH_TASK} Names and birth date are those that the doctor was shown; a birth date that is left out was not there. If nothing is to be confirmed, nothing happens.`,
    examples: { child: { firstName: 'Jan', lastName: 'Jansen', birthDate: '2019-02-27' } },
    ROLE_NOT_ALLOWED: 'Only the doctor who has issued it confirms it.',
    CERTIFICATION_NOT_ISSUED: 'Only one that is issued can be confirmed.',
    CHILD_CORRECTED: 'The child is called otherwise than the fields say.',
  }),
  createCertificate: operation('Certifications', 'Create a certificate of an issued certification', {
    description: `A signed document that anyone can verify without an account. ${WHICH_TASK} Each call makes a new one.`,
    retriable: true,
    ...TASK_OF_CERTIFICATION,
    ...NONE_REQUESTED,
    CERTIFICATES_EXHAUSTED: 'It has 100 certificates.',
    CERTIFICATION_EXPIRED: 'Its last day is over, or the account that issued it was erased.',
    CERTIFICATION_NOT_ISSUED: 'It is requested, rejected or revoked.',
    CERTIFICATION_TO_CONFIRM: 'The doctor who has issued it must first confirm the corrected child.',
    ROLE_NOT_ALLOWED: "Only the child's parent and the doctor of the case get a certificate.",
  }),
};
