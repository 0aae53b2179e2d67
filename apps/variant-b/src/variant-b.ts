import type { Application } from '@health-case/domain/application';
import * as answers from '@health-case/http/answers';
import { firstName, lastName } from '@health-case/http/fields';
import * as requests from '@health-case/http/requests';
import { anyone, type Route, route, session } from '@health-case/http/route';
import { sharedRoutes } from '@health-case/http/shared-routes';
import type { Variant } from '@health-case/http/variant';

/** D-11: variant B knows neither birth date nor social security number. */
const namedChild = requests.reader({ firstName, lastName });

/** D-25: the login is a GET, with which many clients can send no body. */
const credentials = { ...requests.credentials, takesBasic: true };

// biome-ignore format: a table is read by its columns
const routes = (app: Application): readonly Route[] => [
  route('GET',  '/api/Auth',               anyone,  credentials,            app.logIn,               answers.sessionOpened),
  route('POST', '/api/Auth',               anyone,  requests.registration('B'),  app.registerAccount,     answers.done),
  route('GET',  '/api/Doc',                session, requests.doctorList,    app.listDoctors,         answers.people),
  route('GET',  '/api/Doc/:id/assistants', session, requests.assistantList, app.listAssistants,      answers.people),
  route('GET',  '/api/Doc/:id/children',   session, requests.patientList,   app.listDoctorsChildren, answers.children),
  route('POST', '/api/Parent/child',       session, namedChild,             app.addChild,            answers.childAdded),

  ...sharedRoutes(app),
];

export const variantB: Variant = { name: 'B', contentField: 'response', routes };
