import { CERTIFICATION_STATUSES, type Certification, type IssuedCertification } from '@health-case/domain/model/case';
import type { CertificationId, TaskId } from '@health-case/domain/model/values';
import type { CreatedCertificate } from '@health-case/domain/use-cases/certificates';
import type { TaskReference } from '@health-case/domain/use-cases/certifications';
import { z } from 'zod';
import { done, endpoints, isoOf, one, type Reader, reader } from '../endpoint.ts';
import * as field from '../fields.ts';

const { firstName, lastName, birthDate, reason, statement, validUntil, certificationId } = field;
const certID = certificationId.in;

/** D-21: the path names a case or a task; with a case, the field `TaskID` may name one of its tasks. */
const path = { id: [field.caseOrTaskId, 'CASE_NOT_FOUND', 'id'] } as const;
const TaskID = field.taskId.optional();
/** With further fields, which have one name here and in the use case. */
const ofTask = <Shape extends z.ZodRawShape>(shape: Shape): Reader<TaskReference & z.output<z.ZodObject<Shape>>> =>
  reader({ TaskID, ...shape }, path, (given, { id }) => {
    const { TaskID: taskId, ...said } = given as { readonly TaskID?: TaskId };
    return { ...(said as z.output<z.ZodObject<Shape>>), id, taskId };
  });
/** D-30: the child as it was shown. */
const shown = { firstName: firstName.optional(), lastName: lastName.optional(), birthDate: birthDate.optional() };
const SHOWN =
  'Names and birth date, if any is given, are those that the doctor was shown; a birth date that is left out was not there.';

/** D-31. */
const saidBy = ({ statement, validUntil }: IssuedCertification) => ({ statement, validUntil });

/** D-22: `decidedAt` once decided; `reason` where the decision was against it. */
const certificationStatus = one(
  z
    .object({
      certID,
      TaskID: field.taskId.in,
      CaseID: field.caseId.in,
      status: z.enum(CERTIFICATION_STATUSES),
      requestedAt: field.instant,
      decidedAt: field.instant.optional().meta({ description: 'Once it was issued, rejected or revoked.' }),
      reason: reason.in.optional().meta({ description: 'Why it was rejected or revoked.' }),
      statement: statement.in.optional().meta({ description: 'With detail, once it was issued.' }),
      validUntil: validUntil.in.optional().meta({ description: 'With detail, once it was issued.' }),
    })
    .meta({ id: 'Certification' }),
  (certification: Certification, { detail }) => ({
    certID: certification.id,
    TaskID: certification.taskId,
    CaseID: certification.caseId,
    status: certification.status,
    requestedAt: isoOf(certification.requestedAt),
    decidedAt: 'decidedAt' in certification ? isoOf(certification.decidedAt) : undefined,
    reason: 'reason' in certification ? certification.reason : undefined,
    ...(detail && certification.status === 'issued' && saidBy(certification)),
  }),
);

const WHICH_TASK =
  'The path names a case or a task. With a case, TaskID names one of its tasks; without it the one that was closed last is meant.';
/** The refusals of a call on the task of a certification. */
const TASK_OF_CERTIFICATION = {
  CASE_NOT_FOUND: 'There is no such case or task, or the account has no part in it.',
  TASK_NOT_CLOSED: 'No task of the case is closed, or the one that is named is open.',
  TASK_NOT_FOUND: 'TaskID names a task that does not belong to what the path names.',
};
const OF_REQUESTED = {
  ...TASK_OF_CERTIFICATION,
  CERTIFICATION_NOT_FOUND: 'No certification has been requested for the task.',
};
const OF_DECISION = { ...OF_REQUESTED, ROLE_NOT_ALLOWED: 'Only the doctor of the case decides.' };

export const certification = endpoints('Certifications', {
  requestCertification: {
    summary: 'Request a health certification for a closed task',
    description: `${WHICH_TASK} While one is requested or issued, asking again answers the same.`,
    request: ofTask({}),
    answer: one(z.object({ certID }), (id: CertificationId) => ({ certID: id })),
    retriable: true,
    refused: {
      ...TASK_OF_CERTIFICATION,
      DOCTOR_UNAVAILABLE: 'Nobody could decide: the doctor of the case cannot log in.',
    },
  },
  checkCertification: {
    summary: 'Check the status of a certification',
    description: `Answers the newest one of the task. ${WHICH_TASK}`,
    request: ofTask({ detail: field.detail.optional() }),
    answer: certificationStatus,
    refused: OF_REQUESTED,
  },
  issueCertification: {
    summary: 'Issue a requested certification',
    description: `${WHICH_TASK} Its certificates say the statement, and expire after the day; without them "Health certification" in the language of the doctor's account, and 180 days ahead. ${SHOWN}`,
    request: ofTask({ statement: statement.optional(), validUntil: validUntil.optional(), ...shown }),
    answer: done,
    retriable: true,
    refused: {
      ...OF_DECISION,
      CERTIFICATION_DECIDED: 'Only one that is requested can be issued.',
      CHILD_CORRECTED: 'The child is called otherwise than the fields say.',
      VALIDITY_OUT_OF_RANGE: 'The day lies in the past, or more than 365 days ahead.',
    },
  },
  rejectCertification: {
    summary: 'Reject a requested certification',
    description: WHICH_TASK,
    request: ofTask({ reason }),
    answer: done,
    retriable: true,
    examples: { reason: { reason: 'The measurement is too old.' } },
    refused: { ...OF_DECISION, CERTIFICATION_DECIDED: 'Only one that is requested can be rejected.' },
  },
  revokeCertification: {
    summary: 'Revoke an issued certification',
    description: WHICH_TASK,
    request: ofTask({ reason }),
    answer: done,
    retriable: true,
    examples: { reason: { reason: 'Measured with a broken device.' } },
    refused: {
      ...OF_DECISION,
      CERTIFICATION_NOT_ISSUED: 'Only one that is issued can be revoked.',
      ROLE_NOT_ALLOWED: 'Only the doctor of the case and the doctor who has issued it revoke it.',
    },
  },
  correctCertification: {
    summary: 'Correct an issued certification',
    description: `${WHICH_TASK} What is issued is revoked with the reason, and issued anew, in one step; the parents are told once. ${SHOWN}`,
    request: ofTask({ statement, validUntil: validUntil.optional(), reason, ...shown }),
    answer: one(z.object({ certID }), ({ id }: IssuedCertification) => ({ certID: id })),
    retriable: true,
    examples: { words: { statement: 'Fit for sports', reason: 'Misspelled.' } },
    refused: {
      ...OF_DECISION,
      CERTIFICATION_DECIDED: 'Somebody else has decided meanwhile.',
      CERTIFICATION_NOT_ISSUED: 'Only one that is issued can be corrected.',
      CHILD_CORRECTED: 'The child is called otherwise than the fields say.',
      VALIDITY_OUT_OF_RANGE: 'The day lies in the past, or more than 365 days ahead.',
    },
  },
  confirmCertification: {
    summary: 'Confirm that a corrected child is the one certified',
    description: `${WHICH_TASK} Names and birth date are those that the doctor was shown; a birth date that is left out was not there. If nothing is to be confirmed, nothing happens.`,
    request: ofTask({ firstName, lastName, birthDate: birthDate.optional() }),
    examples: { child: { firstName: 'Jan', lastName: 'Jansen', birthDate: '2019-02-27' } },
    refused: {
      ...OF_REQUESTED,
      CERTIFICATION_NOT_ISSUED: 'Only one that is issued can be confirmed.',
      CHILD_CORRECTED: 'The child is called otherwise than the fields say.',
      ROLE_NOT_ALLOWED: 'Only the doctor who has issued it confirms it.',
    },
  },
  createCertificate: {
    summary: 'Create a certificate of an issued certification',
    description: `A signed document that anyone can verify without an account. ${WHICH_TASK} Each call makes a new one.`,
    request: reader(
      { TaskID, disclose: field.disclose.optional() },
      path,
      ({ TaskID: taskId, disclose: disclosed = 'name' }, { id }) => ({ id, taskId, disclosed }),
    ),
    /** D-26. The token is a JWT (RFC 7519); the address shows it to whoever has no account. */
    answer: one(
      z
        .object({ DocumentID: field.documentId, token: field.token, url: field.verifyUrl, expiresAt: field.instant })
        .meta({ id: 'Certificate' }),
      ({ id, token, url, expiresAt }: CreatedCertificate) => {
        return { DocumentID: id, token, url, expiresAt: isoOf(expiresAt) };
      },
    ),
    retriable: true,
    refused: {
      ...OF_REQUESTED,
      CERTIFICATES_EXHAUSTED: 'It has 100 certificates.',
      CERTIFICATION_EXPIRED: 'Its last day is over, or the account that issued it was erased.',
      CERTIFICATION_NOT_ISSUED: 'It is requested, rejected or revoked.',
      CERTIFICATION_TO_CONFIRM: 'The doctor who has issued it must first confirm the corrected child.',
      ROLE_NOT_ALLOWED: "Only the child's parent and the doctor of the case get a certificate.",
    },
  },
});
