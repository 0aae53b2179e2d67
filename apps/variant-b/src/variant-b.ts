import { type Route, route, type Variant } from '@health-case/http/endpoint';
import { account } from '@health-case/http/endpoints/account';
import { child, namedChild } from '@health-case/http/endpoints/child';
import { login } from '@health-case/http/endpoints/login';
import { practice } from '@health-case/http/endpoints/practice';
import { sharedRoutes } from '@health-case/http/shared-routes';

/** D-25: the login is a GET, with which many clients can send no body. */
const logIn = { ...login.logIn, request: { ...login.logIn.request, takesBasic: true } };
const addChild = { ...child.addChild, request: namedChild };

// biome-ignore format: a table is read by its columns
const routes: readonly Route[] = [
  route('GET',  '/api/Auth',               logIn),
  route('POST', '/api/Auth',               account.registerAccount),
  route('GET',  '/api/Doc',                practice.listDoctors),
  route('GET',  '/api/Doc/:id/assistants', practice.listAssistants),
  route('GET',  '/api/Doc/:id/children',   practice.listDoctorsChildren),
  route('POST', '/api/Parent/child',       addChild),

  ...sharedRoutes,
];

export const variantB: Variant = { name: 'B', contentField: 'response', routes };
