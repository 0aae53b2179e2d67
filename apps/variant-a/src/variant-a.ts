import { type Route, route, type Variant } from '@health-case/http/endpoint';
import { registerInA } from '@health-case/http/endpoints/account';
import { certification } from '@health-case/http/endpoints/certification';
import { child } from '@health-case/http/endpoints/child';
import { doctor } from '@health-case/http/endpoints/doctor';
import { login } from '@health-case/http/endpoints/login';
import { sharedRoutes } from '@health-case/http/shared-routes';

// biome-ignore format: a table is read by its columns
const routes: readonly Route[] = [
  route('POST', '/api/Auth/login',                login.logIn),
  route('POST', '/api/Auth/register',             registerInA),
  route('POST', '/api/Auth/child',                child.addChild),
  route('GET',  '/api/Doc',                       doctor.listDoctors),
  route('GET',  '/api/Doc/:id/assistants',        doctor.listAssistants),
  route('GET',  '/api/Doc/:id/children',          doctor.listDoctorsChildren),
  route('POST', '/api/Case/:id/certreq',          certification.requestCertification),
  route('GET',  '/api/Case/:id/certreq',          certification.checkCertification),

  // Not specified, and A's own.
  route('POST', '/api/Case/:id/certreq/issue',    certification.issueCertification),
  route('POST', '/api/Case/:id/certreq/reject',   certification.rejectCertification),
  route('POST', '/api/Case/:id/certreq/revoke',   certification.revokeCertification),
  route('POST', '/api/Case/:id/certreq/correct',  certification.correctCertification),
  route('POST', '/api/Case/:id/certreq/confirm',  certification.confirmCertification),
  route('POST', '/api/Case/:id/certreq/document', certification.createCertificate),

  ...sharedRoutes,
];

export const variantA: Variant = { name: 'A', contentField: 'body', routes };
