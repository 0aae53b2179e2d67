import { PASSWORD, registration } from '@health-case/composition/testing/clinic';
import { exchange } from '@health-case/http/testing/client';
import { expectRefusal } from '@health-case/http/testing/replies';
import { expect, it } from 'vitest';
import { describeEachVariant } from '../support/each-variant.ts';

const UUID = '01939f00-0000-7000-8000-000000000000';
const UNKNOWN = 'A'.repeat(43);
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

describeEachVariant('paths and methods (D-03)', (clinic) => {
  const { call, expectContent, name } = clinic;

  it.each(['/healthz', '/readyz'])('%s answers anyone', async (path) => {
    expectContent(await call(`GET ${path}`), null);
    expectContent(await call(`GET ${path}`, { id: 'no session' }), null);
  });

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
    const { session: id } = await clinic.regular('Par');
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

describeEachVariant('the request object (D-04)', (clinic) => {
  const { call, words } = clinic;

  it('may have any Content-Type', async () => {
    for (const headers of [{}, { 'Content-Type': 'text/plain' }, { 'Content-Type': 'application/json' }]) {
      expect((await call(words.register, registration(), headers)).status).toBe(200);
    }
  });

  it('may have 64 KiB, and not a byte more (D-06)', async () => {
    const { session } = await clinic.arrive('Par');
    const padded = (bytes: number) => JSON.stringify({ id: session }).padEnd(bytes, ' ');
    for (const endpoint of [words.logIn, words.register, 'GET /api/Doc', 'POST /api/Auth/logout']) {
      expectRefusal(await call(endpoint, padded(64 * 1024 + 1)), 413, 'BODY_TOO_LARGE');
    }
    for (const endpoint of ['GET /api/Doc', 'POST /api/Auth/logout']) {
      expect((await call(endpoint, padded(64 * 1024))).status).toBe(200);
    }
  });
});

/** That each operation refuses what is no session or no request object is tested with the API document. */
describeEachVariant('the session (D-05, D-09)', (clinic) => {
  const { call, words } = clinic;
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

  it('is missing, unknown or invalid without one', async () => {
    const { session: id } = await clinic.regular('Par');
    for (const body of [undefined, {}, { id: null }, { id: '' }, { id: ' \n ' }]) {
      expectRefusal(await call('GET /api/Doc', body), 401, 'SESSION_MISSING');
    }
    for (const odd of [7, true, [id], { id }]) {
      expectRefusal(await call(words.addChild, { id: odd }), 400, 'FIELDS_INVALID');
    }
    expectRefusal(await call(words.addChild, {}, bearer(UNKNOWN)), 401, 'SESSION_INVALID');
    expectRefusal(await call('GET /api/Doc', {}, { Authorization: 'Basic bWlhOnNlY3JldA==' }), 401, 'SESSION_MISSING');
  });

  it('may come as a bearer token, alone or beside the same field', async () => {
    const { session: id, email } = await clinic.regular('Par');
    for (const [endpoint, body, scheme] of [
      ['GET /api/Auth/me', undefined, 'Bearer'],
      ['QUERY /api/Auth/me', { id: null }, 'BEARER'],
      ['GET /api/Auth/me', { id }, 'bearer'],
    ] as const) {
      expect((await call(endpoint, body, { Authorization: `${scheme} ${id}` })).content).toMatchObject({ email });
    }
    expect((await call(words.addChild, words.child(), bearer(id))).status).toBe(200);
    const other = await clinic.logIn(email);
    expectRefusal(await call('GET /api/Doc', { id }, bearer(other)), 400, 'SESSION_AMBIGUOUS');
    expectRefusal(await call('GET /api/Doc', {}, bearer(`${id} ${id}`)), 401, 'SESSION_INVALID');
  });

  it('is refused in the same words whether it is unknown, ended or malformed', async () => {
    const { session } = await clinic.arrive('Par');
    await call('POST /api/Auth/logout', { id: session });
    const unknown = await call('GET /api/Doc', { id: UNKNOWN });
    for (const id of [session, 'no session', `${session}=`, ` ${session}`, session.toLowerCase(), 'ä'.repeat(43)]) {
      const reply = await call('GET /api/Doc', { id });
      expect([reply.code, reply.text]).toEqual(['SESSION_INVALID', unknown.text]);
    }
  });

  it('and the credentials are never taken from the URL (D-25)', async () => {
    const { session, email } = await clinic.regular('Par');
    const reply = await call(`GET /api/Doc?id=${session}`);
    expectRefusal(reply, 400, 'FIELDS_INVALID');
    expect(reply.text).not.toContain(session);
    const query = new URLSearchParams({ email, password: PASSWORD });
    expectRefusal(await call(`${words.logIn}?${query}`), 400, 'FIELDS_INVALID');
  });
});

describeEachVariant('QUERY (D-05)', (clinic) => {
  const { call } = clinic;

  it.each(['/api/Doc', '/api/Doc/{doctor}/assistants', '/api/Doc/{doctor}/children', '/api/Auth/me', '/healthz'])(
    'answers as with GET: %s',
    async (template) => {
      const { id: doctor, session: id } = await clinic.regular('Doc');
      const path = template.replace('{doctor}', doctor);
      const [get, query] = [await call(`GET ${path}`, { id }), await call(`QUERY ${path}`, { id })];
      expect([query.status, query.text]).toEqual([200, get.text]);
    },
  );

  it('makes no call of POST', async () => {
    const { session: id } = await clinic.regular('Par');
    for (const path of ['/api/Auth/logout', '/api/Auth/password']) {
      expectRefusal(await call(`QUERY ${path}`, { id }), 405, 'METHOD_NOT_ALLOWED');
    }
    expect((await clinic.me(id)).status).toBe(200);
  });
});
