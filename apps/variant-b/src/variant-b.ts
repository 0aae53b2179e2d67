import { type Route, route, type Variant } from '@health-case/http/endpoint';
import { account } from '@health-case/http/endpoints/account';
import { addNamedChild } from '@health-case/http/endpoints/child';
import { doctor } from '@health-case/http/endpoints/doctor';
import { logInByGet } from '@health-case/http/endpoints/login';
import { sharedRoutes } from '@health-case/http/shared-routes';

// biome-ignore format: a table is read by its columns
const routes: readonly Route[] = [
  route('GET',  '/api/Auth',               logInByGet),
  route('POST', '/api/Auth',               account.registerAccount),
  route('GET',  '/api/Doc',                doctor.listDoctors),
  route('GET',  '/api/Doc/:id/assistants', doctor.listAssistants),
  route('GET',  '/api/Doc/:id/children',   doctor.listDoctorsChildren),
  route('POST', '/api/Parent/child',       addNamedChild),

  ...sharedRoutes,
];

export const variantB: Variant = { name: 'B', contentField: 'response', routes };
