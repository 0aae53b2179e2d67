import type { Application } from '@health-case/domain/application';
import { childAdded, children, done, people, sessionOpened } from '@health-case/http/answers';
import { firstName, lastName } from '@health-case/http/fields';
import {
  assistantList,
  credentials,
  doctorList,
  fieldsOnly,
  patientList,
  registration,
} from '@health-case/http/requests';
import { anyone, type Route, route, session } from '@health-case/http/route';
import { sharedRoutes } from '@health-case/http/shared-routes';
import type { Variant } from '@health-case/http/variant';

/** D-11: variant B knows neither birth date nor social security number. */
const namedChild = fieldsOnly({ firstName, lastName });

/** D-25: the login is a GET, with which many clients can send no body. */
const credentialsOrBasic = { ...credentials, takesBasic: true };

// biome-ignore format: a table is read by its columns
const routes = (app: Application): readonly Route[] => [
  route('GET',  '/api/Auth',               anyone,  credentialsOrBasic, app.logIn,               sessionOpened),
  route('POST', '/api/Auth',               anyone,  registration,       app.registerAccount,     done),
  route('GET',  '/api/Doc',                session, doctorList,         app.listDoctors,         people),
  route('GET',  '/api/Doc/:id/assistants', session, assistantList,      app.listAssistants,      people),
  route('GET',  '/api/Doc/:id/children',   session, patientList,        app.listDoctorsChildren, children),
  route('POST', '/api/Parent/child',       session, namedChild,         app.addChild,            childAdded),

  ...sharedRoutes(app),
];

export const variantB: Variant = { name: 'B', contentField: 'response', routes };
