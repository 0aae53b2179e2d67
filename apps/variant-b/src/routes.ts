import type { Application } from '@health-case/domain/application';
import { childAdded, children, done, people, sessionOpened } from '@health-case/http/answers';
import { furtherRoutes } from '@health-case/http/further-routes';
import { assistantPage, childPage, doctorPage, registration } from '@health-case/http/requests';
import { anyone, type Row, row, session } from '@health-case/http/route';
import { credentialsOrBasic, namedChild } from './requests.ts';

// biome-ignore format: a table is read by its columns
export const routes = (app: Application): readonly Row[] => [
  row('GET',  '/api/Auth',               anyone,  credentialsOrBasic, app.logIn,               sessionOpened),
  row('POST', '/api/Auth',               anyone,  registration,       app.registerAccount,     done),
  row('GET',  '/api/Doc',                session, doctorPage,         app.listDoctors,         people),
  row('GET',  '/api/Doc/:id/assistants', session, assistantPage,      app.listAssistants,      people),
  row('GET',  '/api/Doc/:id/children',   session, childPage,          app.listDoctorsChildren, children),
  row('POST', '/api/Parent/child',       session, namedChild,         app.addChild,            childAdded),

  ...furtherRoutes(app),
];
