import type { Application } from '@health-case/domain/application';
import { alive } from '@health-case/http/alive';
import { childAdded, children, done, ownAccount, people, sessionOpened } from '@health-case/http/answers';
import {
  assistantPage,
  childPage,
  credentials,
  doctorPage,
  nothing,
  passwordChange,
  registration,
} from '@health-case/http/requests';
import { anyone, type Row, row, session } from '@health-case/http/route';
import { certificationRequested, certificationStatus, registered } from './answers.ts';
import { fullChild, taskReference } from './requests.ts';

// biome-ignore format: a table is read by its columns
export const routes = (app: Application): readonly Row[] => [
  // Specified for variant A.
  row('POST', '/api/Auth/login',         anyone,  credentials,    app.logIn,                sessionOpened),
  row('POST', '/api/Auth/register',      anyone,  registration,   app.registerAccount,      registered),
  row('POST', '/api/Auth/child',         session, fullChild,      app.addChild,             childAdded),
  row('GET',  '/api/Doc',                session, doctorPage,     app.listDoctors,          people),
  row('GET',  '/api/Doc/:id/assistants', session, assistantPage,  app.listAssistants,       people),
  row('GET',  '/api/Doc/:id/children',   session, childPage,      app.listDoctorsChildren,  children),
  row('POST', '/api/Case/:id/certreq',   session, taskReference,  app.requestCertification, certificationRequested),
  row('GET',  '/api/Case/:id/certreq',   session, taskReference,  app.checkCertification,   certificationStatus),

  // Beyond the specified ones.
  row('GET',  '/api/Auth/me',            session, nothing,        app.describeAccount,      ownAccount),
  row('POST', '/api/Auth/logout',        session, nothing,        app.logOut,               done),
  row('POST', '/api/Auth/password',      session, passwordChange, app.changePassword,       done),
  row('GET',  '/healthz',                anyone,  nothing,        alive,                    done),
  row('GET',  '/readyz',                 anyone,  nothing,        app.checkReadiness,       done),
];
