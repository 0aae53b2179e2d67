import { openClinic, PASSWORD } from '@health-case/composition/testing/clinic';
import { exchange } from '@health-case/http/testing/client';
import { expectRefusal } from '@health-case/http/testing/replies';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { describe, expect, it } from 'vitest';

const CLINICS = [variantA, variantB].map(openClinic);

const UUID = '01939f00-0000-7000-8000-000000000000';
const GET = ['GET', 'HEAD', 'QUERY'];

/** The methods of each path that both variants have; every other one is refused. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  '/api/Auth/logout': ['POST'],
  '/api/Auth/password': ['POST'],
  '/api/Auth/me': GET,
  '/api/Doc': GET,
  [`/api/Doc/${UUID}/assistants`]: ['GET', 'HEAD', 'POST', 'QUERY'],
  [`/api/Doc/${UUID}/children`]: GET,
  '/healthz': GET,
  '/readyz': GET,
};
const OWN_METHODS = {
  A: { [`/api/Case/${UUID}/certreq`]: ['GET', 'HEAD', 'POST', 'QUERY'], '/api/Auth/login': ['POST'] },
  B: { '/api/Auth': ['GET', 'HEAD', 'POST', 'QUERY'], '/api/Parent/child': ['POST'] },
};
/** The paths that only the other variant has. */
const FOREIGN_PATHS = {
  A: ['/api/Auth', '/api/Parent/child'],
  B: ['/api/Auth/login', '/api/Auth/register', '/api/Auth/child', `/api/Case/${UUID}/certreq`],
};

describe.each(CLINICS)('variant $name: paths and methods (D-03)', (clinic) => {
  const { call, name } = clinic;

  it('refuse every other method of a path', async () => {
    for (const [path, methods] of Object.entries({ ...METHODS, ...OWN_METHODS[name] })) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'OPTIONS', 'TRACE']) {
        if (methods.includes(method)) continue;
        const reply = await call(`${method} ${path}`, {});
        expectRefusal(reply, 405, 'METHOD_NOT_ALLOWED');
        expect(reply.headers.allow?.split(', ').toSorted(), path).toEqual(methods);
      }
    }
  });

  it('refuse other paths, those of the other variant too', async () => {
    const { session: id } = await clinic.arrive('Par');
    const paths = ['/', '/api', '/api/doc', '/api/Doc/', '/api//Doc', '/api/Cases', ...FOREIGN_PATHS[name]];
    for (const path of paths) {
      for (const method of ['GET', 'QUERY', 'POST']) {
        expectRefusal(await call(`${method} ${path}`, { id }), 404, 'PATH_NOT_FOUND');
      }
    }
  });

  it('are told in the envelope of the variant also where no request came about (D-01)', async () => {
    const received = await exchange(clinic.port(), 'HELLO\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 400 .*Error-Code: MALFORMED_HTTP\r$/ms);
    const body = received.split('\r\n\r\n')[1] ?? '';
    const field = Object.keys((await call('GET /healthz')).envelope)[2];
    expect(body).toMatch(new RegExp(`^\\{"version":"1","status":"ERR","${field}":"[^"]{10,}\\."\\}$`));
  });
});

describe.each(CLINICS)('variant $name: the session (D-05)', (clinic) => {
  const { call, words } = clinic;

  it('and the credentials are never taken from the URL (D-25)', async () => {
    const { session, email } = await clinic.arrive('Par');
    const reply = await call(`GET /api/Doc?id=${session}`);
    expectRefusal(reply, 400, 'FIELDS_INVALID');
    expect(reply.text).not.toContain(session);
    const query = new URLSearchParams({ email, password: PASSWORD });
    expectRefusal(await call(`${words.logIn}?${query}`), 400, 'FIELDS_INVALID');
  });
});
