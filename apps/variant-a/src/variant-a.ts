import type { Application } from '@health-case/domain/application';
import { childAdded, children, done, people, sessionOpened } from '@health-case/http/answers';
import { assistantList, credentials, doctorList, patientList, registration } from '@health-case/http/requests';
import { anyone, type Route, route, session } from '@health-case/http/route';
import { sharedRoutes } from '@health-case/http/shared-routes';
import type { Variant } from '@health-case/http/variant';
import { certificationRequested, certificationStatus, registered } from './answers.ts';
import { decisionWithReason, fullChild, taskReference } from './requests.ts';

// biome-ignore format: a table is read by its columns
const routes = (app: Application): readonly Route[] => [
  route('POST', '/api/Auth/login',              anyone,  credentials,        app.logIn,                sessionOpened),
  route('POST', '/api/Auth/register',           anyone,  registration,       app.registerAccount,      registered),
  route('POST', '/api/Auth/child',              session, fullChild,          app.addChild,             childAdded),
  route('GET',  '/api/Doc',                     session, doctorList,         app.listDoctors,          people),
  route('GET',  '/api/Doc/:id/assistants',      session, assistantList,      app.listAssistants,       people),
  route('GET',  '/api/Doc/:id/children',        session, patientList,        app.listDoctorsChildren,  children),
  route('POST', '/api/Case/:id/certreq',        session, taskReference,      app.requestCertification, certificationRequested),
  route('GET',  '/api/Case/:id/certreq',        session, taskReference,      app.checkCertification,   certificationStatus),

  // Not specified, and A's own.
  route('POST', '/api/Case/:id/certreq/issue',  session, taskReference,      app.issueCertification,   done),
  route('POST', '/api/Case/:id/certreq/reject', session, decisionWithReason, app.rejectCertification,  done),
  route('POST', '/api/Case/:id/certreq/revoke', session, decisionWithReason, app.revokeCertification,  done),

  ...sharedRoutes(app),
];

export const variantA: Variant = { name: 'A', contentField: 'body', routes };
