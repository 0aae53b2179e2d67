import type { Application } from '@health-case/domain/application';
import { childAdded, children, done, people, sessionOpened } from '@health-case/http/answers';
import { furtherRoutes } from '@health-case/http/further-routes';
import { assistantPage, childPage, credentials, doctorPage, registration } from '@health-case/http/requests';
import { anyone, type Row, row, session } from '@health-case/http/route';
import { certificationRequested, certificationStatus, registered } from './answers.ts';
import { decisionWithReason, fullChild, taskReference } from './requests.ts';

// biome-ignore format: a table is read by its columns
export const routes = (app: Application): readonly Row[] => [
  row('POST', '/api/Auth/login',              anyone,  credentials,        app.logIn,                sessionOpened),
  row('POST', '/api/Auth/register',           anyone,  registration,       app.registerAccount,      registered),
  row('POST', '/api/Auth/child',              session, fullChild,          app.addChild,             childAdded),
  row('GET',  '/api/Doc',                     session, doctorPage,         app.listDoctors,          people),
  row('GET',  '/api/Doc/:id/assistants',      session, assistantPage,      app.listAssistants,       people),
  row('GET',  '/api/Doc/:id/children',        session, childPage,          app.listDoctorsChildren,  children),
  row('POST', '/api/Case/:id/certreq',        session, taskReference,      app.requestCertification, certificationRequested),
  row('GET',  '/api/Case/:id/certreq',        session, taskReference,      app.checkCertification,   certificationStatus),

  // Not specified, and A's own.
  row('POST', '/api/Case/:id/certreq/issue',  session, taskReference,      app.issueCertification,   done),
  row('POST', '/api/Case/:id/certreq/reject', session, decisionWithReason, app.rejectCertification,  done),
  row('POST', '/api/Case/:id/certreq/revoke', session, decisionWithReason, app.revokeCertification,  done),

  ...furtherRoutes(app),
];
