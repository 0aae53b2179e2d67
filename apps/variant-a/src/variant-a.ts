import type { Application } from '@health-case/domain/application';
import type { Account } from '@health-case/domain/model/account';
import { CERTIFICATION_STATUSES, type Certification, type IssuedCertification } from '@health-case/domain/model/case';
import type { CertificationId } from '@health-case/domain/model/values';
import type { Detail } from '@health-case/domain/use-cases/case-lists';
import type { CreatedCertificate } from '@health-case/domain/use-cases/certificates';
import * as answers from '@health-case/http/answers';
import * as field from '@health-case/http/fields';
import * as requests from '@health-case/http/requests';
import { anyone, type Route, route, session } from '@health-case/http/route';
import { sharedRoutes } from '@health-case/http/shared-routes';
import type { Variant } from '@health-case/http/variant';
import { z } from 'zod';

const { firstName, lastName, birthDate, socSecNum, reason } = field;
const fullChild = requests.reader({ firstName, lastName, birthDate, socSecNum });

/** D-21: the path names a case or a task; with a case, the field `TaskID` may name one of its tasks. */
const path = { id: [field.caseOrTaskId, 'CASE_NOT_FOUND'] } as const;
const TaskID = field.taskId.optional();
const taskOfCase = requests.reader({ TaskID }, path, ({ TaskID: taskId }, { id }) => ({ id, taskId }));
const check = requests.reader(
  { TaskID, detail: field.detail.optional() },
  path,
  ({ TaskID: taskId, detail }, { id }) => ({ id, taskId, detail }),
);
const decisionWithReason = requests.reader({ TaskID, reason }, path, ({ TaskID: taskId, reason }, { id }) => {
  return { id, taskId, reason };
});

const { statement, validUntil, disclose } = field;
const issuing = requests.reader(
  {
    TaskID,
    statement: statement.optional(),
    validUntil: validUntil.optional(),
    ...{ firstName: firstName.optional(), lastName: lastName.optional(), birthDate: birthDate.optional() },
  },
  path,
  ({ TaskID: taskId, ...said }, { id }) => ({ id, taskId, ...said }),
);
const confirming = requests.reader(
  { TaskID, firstName, lastName, birthDate: birthDate.optional() },
  path,
  ({ TaskID: taskId, ...shown }, { id }) => ({ id, taskId, ...shown }),
);
const certificateOfTask = requests.reader(
  { TaskID, disclose: disclose.optional() },
  path,
  ({ TaskID: taskId, disclose: disclosed = 'name' }, { id }) => ({ id, taskId, disclosed }),
);

const ID = field.accountId.in;
const registered = answers.one(z.object({ role: answers.role, ID }), ({ id, role }: Account) => ({ role, ID: id }));

const certID = field.certificationId;
const certificationRequested = answers.one(z.object({ certID }), (id: CertificationId) => ({ certID: id }));

/** D-31. */
const saidBy = ({ statement, validUntil }: IssuedCertification) => ({ statement, validUntil });

/** D-22: `decidedAt` once decided; `reason` where the decision was against it. */
const certificationStatus = answers.one(
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
  (certification: Certification, { detail }: { readonly detail?: Detail | undefined }) => ({
    certID: certification.id,
    TaskID: certification.taskId,
    CaseID: certification.caseId,
    status: certification.status,
    requestedAt: answers.isoOf(certification.requestedAt),
    decidedAt: 'decidedAt' in certification ? answers.isoOf(certification.decidedAt) : undefined,
    reason: 'reason' in certification ? certification.reason : undefined,
    ...(detail && certification.status === 'issued' && saidBy(certification)),
  }),
);

/** D-26. The token is a JWT (RFC 7519); the address shows it to whoever has no account. */
const certificateCreated = answers.one(
  z
    .object({ DocumentID: field.documentId, token: field.token, url: field.verifyUrl, expiresAt: field.instant })
    .meta({ id: 'Certificate' }),
  ({ id, token, url, expiresAt }: CreatedCertificate) => ({
    DocumentID: id,
    token,
    url,
    expiresAt: answers.isoOf(expiresAt),
  }),
);

// biome-ignore format: a table is read by its columns
const routes = (app: Application): readonly Route[] => [
  route('POST', '/api/Auth/login',              anyone,  requests.credentials,   app.logIn,                answers.sessionOpened),
  route('POST', '/api/Auth/register',           anyone,  requests.registration('A'),  app.registerAccount,      registered),
  route('POST', '/api/Auth/child',              session, fullChild,              app.addChild,             answers.childAdded),
  route('GET',  '/api/Doc',                     session, requests.doctorList,    app.listDoctors,          answers.people),
  route('GET',  '/api/Doc/:id/assistants',      session, requests.assistantList, app.listAssistants,       answers.people),
  route('GET',  '/api/Doc/:id/children',        session, requests.patientList,   app.listDoctorsChildren,  answers.children),
  route('POST', '/api/Case/:id/certreq',        session, taskOfCase,             app.requestCertification, certificationRequested),
  route('GET',  '/api/Case/:id/certreq',        session, check,                  app.checkCertification,   certificationStatus),

  // Not specified, and A's own.
  route('POST', '/api/Case/:id/certreq/issue',  session, issuing,                app.issueCertification,   answers.done),
  route('POST', '/api/Case/:id/certreq/reject', session, decisionWithReason,     app.rejectCertification,  answers.done),
  route('POST', '/api/Case/:id/certreq/revoke', session, decisionWithReason,     app.revokeCertification,  answers.done),
  route('POST', '/api/Case/:id/certreq/confirm', session, confirming,            app.confirmCertification, answers.done),

  route('POST', '/api/Case/:id/certreq/document', session, certificateOfTask,    app.createCertificate,    certificateCreated),

  ...sharedRoutes(app),
];

export const variantA: Variant = { name: 'A', contentField: 'body', routes };
