import { exchange } from '@health-case/http/testing/client';
import { describe, expect, it } from 'vitest';
import type { Clinic } from '../support/clinic.ts';
import { expectBody, expectRefusal } from '../support/replies.ts';
import { registration } from '../support/service.ts';

const UUID = '01939f00-0000-7000-8000-000000000000';

/** Which methods each path takes; every other one is refused. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  '/api/Auth/login': ['POST'],
  '/api/Auth/register': ['POST'],
  '/api/Auth/child': ['POST'],
  '/api/Auth/logout': ['POST'],
  '/api/Auth/password': ['POST'],
  '/api/Auth/me': ['GET', 'HEAD', 'QUERY'],
  '/api/Doc': ['GET', 'HEAD', 'QUERY'],
  [`/api/Doc/${UUID}/assistants`]: ['GET', 'HEAD', 'POST', 'QUERY'],
  [`/api/Doc/${UUID}/children`]: ['GET', 'HEAD', 'QUERY'],
  [`/api/Case/${UUID}/certreq`]: ['GET', 'HEAD', 'POST', 'QUERY'],
  '/healthz': ['GET', 'HEAD', 'QUERY'],
  '/readyz': ['GET', 'HEAD', 'QUERY'],
};

export const wireTests = (clinic: Clinic): void => {
  describe('GET /healthz and GET /readyz', () => {
    it.each(['/healthz', '/readyz'])('%s answers anyone', async (path) => {
      expectBody(await clinic.call(`GET ${path}`), null);
      expectBody(await clinic.call(`GET ${path}`, { id: 'no session' }), null);
    });
  });

  describe('a wrong method (D-03)', () => {
    it.each(Object.entries(METHODS))('is refused at %s, which takes %j', async (path, methods) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'OPTIONS', 'TRACE']) {
        if (methods.includes(method)) continue;
        const reply = await clinic.call(`${method} ${path}`, {});
        expectRefusal(reply, 405, 'METHOD_NOT_ALLOWED');
        expect(reply.headers.allow?.split(', ').toSorted()).toEqual(methods);
      }
    });
  });

  describe('a path that is not there (D-03)', () => {
    it.each(['/', '/api', '/api/Auth', '/api/doc', '/api/Doc/', '/api//Doc', '/api/Parent/child', '/api/Cases'])(
      '%s',
      async (path) => {
        const { session } = await clinic.regular('Par');
        for (const method of ['GET', 'POST']) {
          expectRefusal(await clinic.call(`${method} ${path}`, { id: session }), 404, 'PATH_NOT_FOUND');
        }
      },
    );
  });

  describe('the request object (D-04)', () => {
    it.each([
      ['an array', '[]'],
      ['a text', '"id"'],
      ['a number', '7'],
      ['null', 'null'],
      ['true', 'true'],
      ['broken JSON', '{"id":'],
      ['two objects', '{}{}'],
      ['white space alone', '  '],
      ['a form', 'id=7'],
      ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
    ])('must be a JSON object, not %s', async (_, body) => {
      for (const endpoint of ['POST /api/Auth/login', 'GET /api/Doc', 'POST /api/Auth/logout']) {
        expectRefusal(await clinic.call(endpoint, body), 400, 'MALFORMED_JSON');
      }
    });

    it('needs no Content-Type, and any will do', async () => {
      for (const headers of [{}, { 'Content-Type': 'text/plain' }, { 'Content-Type': 'application/json' }]) {
        expect((await clinic.call('POST /api/Auth/register', registration(), headers)).status).toBe(200);
      }
    });

    it('may have 64 KiB, and not a byte more, whatever the method (D-06)', async () => {
      const { session } = await clinic.arrive('Par');
      const padded = (bytes: number) => JSON.stringify({ id: session }).padEnd(bytes, ' ');
      for (const endpoint of ['GET /api/Doc', 'POST /api/Auth/logout']) {
        expectRefusal(await clinic.call(endpoint, padded(64 * 1024 + 1)), 413, 'BODY_TOO_LARGE');
      }
      for (const endpoint of ['GET /api/Doc', 'POST /api/Auth/logout']) {
        expect((await clinic.call(endpoint, padded(64 * 1024))).status).toBe(200);
      }
    });
  });

  describe('what never becomes a request (D-01)', () => {
    it.each([
      ['a broken request line', 'HELLO\r\n\r\n', 400, 'MALFORMED_HTTP'],
      [
        'headers that are too large',
        `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
        431,
        'HEADERS_TOO_LARGE',
      ],
    ])('is answered with A’s envelope: %s', async (_, bytes, status, code) => {
      const [head = '', body] = (await exchange(clinic.port(), bytes)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(head).toMatch(new RegExp(`^Error-Code: ${code}\\r?$`, 'm'));
      expect(body).toMatch(/^\{"version":"1","status":"ERR","body":"[^"]{10,}\."\}$/);
    });
  });

  describe('Request-Id (D-01)', () => {
    it('is another one for each reply', async () => {
      const replies = [
        await clinic.call('GET /healthz'),
        await clinic.call('GET /healthz'),
        await clinic.call('GET /'),
      ];
      expect(new Set(replies.map(({ headers }) => headers['request-id'])).size).toBe(3);
    });
  });
};
