import { exchange } from '@health-case/http/testing/client';
import { describe, expect, it } from 'vitest';
import { type Clinic, PASSWORD, registration } from '../support/clinic.ts';
import { expectRefusal, expectResponse, member } from '../support/replies.ts';

const UUID = '01939f00-0000-7000-8000-000000000000';

/** Which methods each path takes; every other one is refused. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  '/api/Auth': ['GET', 'HEAD', 'POST', 'QUERY'],
  '/api/Auth/logout': ['POST'],
  '/api/Auth/password': ['POST'],
  '/api/Auth/me': ['GET', 'HEAD', 'QUERY'],
  '/api/Doc': ['GET', 'HEAD', 'QUERY'],
  [`/api/Doc/${UUID}/assistants`]: ['GET', 'HEAD', 'POST', 'QUERY'],
  [`/api/Doc/${UUID}/children`]: ['GET', 'HEAD', 'QUERY'],
  '/api/Parent/child': ['POST'],
  '/healthz': ['GET', 'HEAD', 'QUERY'],
  '/readyz': ['GET', 'HEAD', 'QUERY'],
};

const BEHIND_SESSION = [
  'GET /api/Doc',
  `GET /api/Doc/${UUID}/assistants`,
  `GET /api/Doc/${UUID}/children`,
  'POST /api/Parent/child',
  'GET /api/Auth/me',
  'POST /api/Auth/logout',
  'POST /api/Auth/password',
];

const pathTests = (clinic: Clinic): void => {
  describe('paths and methods (D-03)', () => {
    it.each(['/healthz', '/readyz'])('%s answers anyone', async (path) => {
      expectResponse(await clinic.call(`GET ${path}`), null);
    });

    it.each([`/api/Case/${UUID}/certreq`, '/api/Auth/login', '/api/Auth/register', '/api/Auth/child'])(
      'there is nothing of variant A at %s',
      async (path) => {
        const { session } = await clinic.regular('Par');
        for (const method of ['GET', 'QUERY', 'POST']) {
          expectRefusal(await clinic.call(`${method} ${path}`, { id: session }), 404, 'PATH_NOT_FOUND');
        }
      },
    );

    it.each(Object.entries(METHODS))('a wrong method is refused at %s, which takes %j', async (path, methods) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'QUERY']) {
        if (methods.includes(method)) continue;
        const reply = await clinic.call(`${method} ${path}`, {});
        expectRefusal(reply, 405, 'METHOD_NOT_ALLOWED');
        expect(reply.headers.allow?.split(', ').toSorted()).toEqual(methods);
      }
    });
  });
};

const sessionTests = (clinic: Clinic): void => {
  describe('a session is needed (D-05, D-09)', () => {
    it.each(BEHIND_SESSION)('%s', async (endpoint) => {
      const { session } = await clinic.regular('Par');
      const bearer = { Authorization: `Bearer ${session}` };
      expectRefusal(await clinic.call(endpoint), 401, 'SESSION_MISSING');
      expectRefusal(await clinic.call(endpoint, { id: ' ' }), 401, 'SESSION_MISSING');
      expectRefusal(await clinic.call(endpoint, { id: 'A'.repeat(43) }), 401, 'SESSION_INVALID');
      expectRefusal(await clinic.call(endpoint, { id: 7 }), 400, 'FIELDS_INVALID');
      expectRefusal(await clinic.call(endpoint, { id: 'A'.repeat(43) }, bearer), 400, 'SESSION_AMBIGUOUS');
    });

    it.each(['GET', 'QUERY'])('and may come as a bearer token, for %s too', async (method) => {
      const { session, email } = await clinic.regular('Par');
      const reply = await clinic.call(`${method} /api/Auth/me`, undefined, { Authorization: `Bearer ${session}` });
      expect(reply.content).toMatchObject({ email });
    });
  });
};

const envelopeTests = (clinic: Clinic): void => {
  describe('B’s envelope (D-01, D-04)', () => {
    it.each(['[]', '"id"', '7', 'null', '{"id":', 'email=mia'])(
      'answers a body that is no object: %s',
      async (body) => {
        for (const endpoint of ['GET /api/Auth', 'POST /api/Auth', 'GET /api/Doc']) {
          expectRefusal(await clinic.call(endpoint, body), 400, 'MALFORMED_JSON');
        }
      },
    );

    it('answers a body of more than 64 KiB (D-06)', async () => {
      const body = JSON.stringify(registration()).padEnd(64 * 1024 + 1);
      for (const endpoint of ['GET /api/Auth', 'POST /api/Auth']) {
        expectRefusal(await clinic.call(endpoint, body), 413, 'BODY_TOO_LARGE');
      }
    });

    it('answers what never becomes a request', async () => {
      const [head = '', body] = (await exchange(clinic.port(), 'HELLO\r\n\r\n')).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(head).toMatch(/^Error-Code: MALFORMED_HTTP\r?$/m);
      expect(body).toMatch(/^\{"version":"1","status":"ERR","response":"[^"]{10,}\."\}$/);
    });
  });
};

const secretTests = (clinic: Clinic): void => {
  describe('secrets (D-02, D-08, D-09)', () => {
    it('are in no reply but that of the login', async () => {
      const facts = { ...registration('Par'), socSecNum: '756.9217.0769.85' };
      const registered = await clinic.call('POST /api/Auth', facts);
      const id = member(await clinic.call('GET /api/Auth', facts), 'id');
      const { lastName, firstName } = facts;
      const replies = [registered];
      for (const [endpoint, request] of [
        ['POST /api/Auth', facts],
        ['POST /api/Auth', { ...registration(), email: PASSWORD, role: facts.socSecNum }],
        ['GET /api/Auth', { email: facts.email, password: `${PASSWORD}!` }],
        ['POST /api/Parent/child', { id, firstName, lastName, socSecNum: facts.socSecNum }],
        ['POST /api/Parent/child', { id, firstName: facts.socSecNum.repeat(9), lastName }],
        ['GET /api/Doc', { id }],
        ['GET /api/Doc', { id, after: id }],
        [`GET /${id}`, { id }],
        ['GET /api/Auth/me', { id }],
        ['POST /api/Auth/password', { id, password: `${PASSWORD}!`, newPassword: PASSWORD }],
        ['POST /api/Auth/logout', { id }],
        ['POST /api/Auth/logout', { id }],
      ] as const) {
        replies.push(await clinic.call(endpoint, request));
      }
      for (const { headers, text } of replies) {
        for (const secret of [PASSWORD, facts.socSecNum, id]) {
          expect(`${JSON.stringify(headers)} ${text}`).not.toContain(secret);
        }
      }
      expect(clinic.service().logged.join()).not.toContain(PASSWORD);
    });
  });
};

export const wireTests = (clinic: Clinic): void => {
  pathTests(clinic);
  sessionTests(clinic);
  envelopeTests(clinic);
  secretTests(clinic);
};
