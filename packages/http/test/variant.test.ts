import { NotReady } from '@health-case/domain/errors';
import { describe, expect, it } from 'vitest';
import { open, send } from '../testing/client.ts';
import { envelopeExpectation } from '../testing/replies.ts';
import { endlessList, get, openEcho, post, startEcho, startHeld } from './support/echo.ts';

const { port } = await openEcho();

const expectEnvelope = envelopeExpectation('body');

describe('every reply (D-01)', () => {
  it.each([
    ['an answer', '/echo', 'GET', 200],
    ['an empty list', '/list', 'GET', 200],
    ['a refusal', '/who', 'GET', 401],
    ['the root', '/', 'GET', 404],
    ['a path with a slash too many', '/echo/', 'GET', 404],
    ['a path whose escapes are broken', '/echo/%E0%A4%A', 'GET', 200],
    ['a wrong method', '/echo', 'PUT', 405],
    ['a method that the Fetch API does not know', '/echo', 'TRACE', 405],
    ['a failure', '/broken', 'GET', 500],
    ['an overload', '/overloaded', 'GET', 503],
  ])('is an envelope of three members in order: %s', async (_, path, method, status) => {
    const reply = await send(port, { method, path, body: { firstName: 'Mia' } });
    expect(reply.status).toBe(status);
    expectEnvelope(reply);
    expect(reply.headers['request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers HEAD as GET, without the body', async () => {
    const reply = await send(port, { method: 'HEAD', path: '/echo', body: { firstName: 'Mia' } });
    expect([reply.status, reply.text]).toEqual([200, '']);
    expect(reply.headers['content-type']).toBe('application/json');
  });
});

describe('refusals (D-02, D-03)', () => {
  it('name the methods that a path takes, QUERY wherever GET is (D-05)', async () => {
    expect((await send(port, { method: 'DELETE', path: '/echo' })).headers.allow).toBe('GET, HEAD, QUERY, POST');
    expect((await send(port, { method: 'POST', path: '/who' })).headers.allow).toBe('GET, HEAD, QUERY');
    expect((await send(port, { method: 'OPTIONS', path: '/who' })).status).toBe(405);
  });

  it('tell no detail of a failure, which the log has under the Request-Id; after overload, when to try again', async () => {
    const { port, logged } = await startEcho();
    const failed = await send(port, { path: '/broken' });
    expect(failed.code).toBe('INTERNAL');
    expect(failed.text).not.toContain('secret detail');
    const { status, code, headers } = await send(port, { path: '/overloaded' });
    expect([status, code, headers['retry-after']]).toEqual([503, 'OVERLOADED', '7']);
    expect(logged.join()).toContain(failed.headers['request-id']);
    expect(logged.join()).toContain('"route":"/overloaded","code":"OVERLOADED","reason":"why"');
  });
});

it('a store that is not ready says why in its own sentence, and no line of the log for each question', async () => {
  const problem = new NotReady('The disk is full; make room on it.', new Error('/secret/place'));
  const { port, logged } = await startEcho({ wait: () => Promise.reject(problem) });
  const { status, code, headers, text } = await send(port, { path: '/wait' });
  expect([status, code, headers['retry-after']]).toEqual([503, 'STORE_UNAVAILABLE', '5']);
  expect(text).toContain('The disk is full; make room on it.');
  expect(text).not.toContain('secret');
  expect(logged).toEqual([]);
});

describe('more requests at work than there is room for (P-22)', () => {
  it('are answered 503 at once, until there is room again', async () => {
    const { port, seen, end } = await startHeld({ requestsAtWork: 2 });
    const waiting = [send(port, { path: '/wait' }), send(port, { path: '/wait' })];
    await expect.poll(() => seen.began).toBe(2);
    for (const path of ['/wait', '/who', '/list']) {
      const reply = await send(port, { path, headers: { Authorization: 'Bearer known' } });
      expect([reply.status, reply.code, reply.headers['retry-after']]).toEqual([503, 'OVERLOADED', '1']);
    }
    // A client still learns that the process is alive, or what is wrong with its request.
    expect((await send(port, { path: '/healthz' })).status).toBe(200);
    expect((await send(port, { path: '/nowhere' })).code).toBe('PATH_NOT_FOUND');
    expect((await send(port, { path: '/echo', body: '[]' })).code).toBe('MALFORMED_JSON');
    end();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await send(port, { path: '/wait' })).status).toBe(200);
  });

  it('are not those whose clients are slow to send or to read', async () => {
    const { pages, seen } = endlessList();
    const { port } = await startEcho({ pages }, { requestsAtWork: 1, stallTimeout: 120_000 });
    const slow = [
      post('/echo', 'Content-Length: 100', '{'),
      post('/echo', 'Transfer-Encoding: chunked', '1\r\n{\r\n'),
      get('/list'),
    ].map((bytes) => {
      const { socket } = open(port, { paused: true });
      socket.write(bytes);
      return socket;
    });
    await expect.poll(() => seen.fetched).toBeGreaterThan(0);
    const echo = async () => (await send(port, { path: '/echo', body: { firstName: 'Mia' } })).status;
    await expect.poll(echo).toBe(200);
    for (const socket of slow) socket.destroy();
  });
});
