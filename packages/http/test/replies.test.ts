import { describe, expect, it } from 'vitest';
import { REFUSALS } from '../src/refusals.ts';
import { send } from '../testing/client.ts';
import { startEcho } from './support/echo.ts';

describe('every reply (D-01)', () => {
  it.each([
    ['an answer', '/echo', 'GET', 200],
    ['an empty list', '/list', 'GET', 200],
    ['a refusal', '/who', 'GET', 401],
    ['an unknown path', '/nothing/here', 'GET', 404],
    ['the root', '/', 'GET', 404],
    ['a path with a slash too many', '/echo/', 'GET', 404],
    ['a path whose escapes are broken', '/echo/%E0%A4%A', 'GET', 200],
    ['a wrong method', '/echo', 'PUT', 405],
    ['a failure', '/broken', 'GET', 500],
    ['an overload', '/overloaded', 'GET', 503],
  ])('is an envelope of three members in order: %s', async (_, path, method, status) => {
    const { port } = await startEcho();
    const reply = await send(port, { method, path, body: { firstName: 'Mia' } });
    expect(reply.status).toBe(status);
    expect(Object.keys(reply.envelope)).toEqual(['version', 'status', 'body']);
    expect(reply.envelope).toMatchObject({ version: '1', status: status === 200 ? 'OK' : 'ERR' });
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': String(Buffer.byteLength(reply.text)),
      'request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(reply.code === undefined).toBe(status === 200);
  });

  it('has a Request-Id of its own', async () => {
    const { port } = await startEcho();
    const [one, other] = [await send(port, { path: '/' }), await send(port, { path: '/' })];
    expect(one.headers['request-id']).not.toBe(other.headers['request-id']);
  });

  it('answers HEAD as GET, without the body', async () => {
    const { port } = await startEcho();
    const reply = await send(port, { method: 'HEAD', path: '/echo', body: { firstName: 'Mia' } });
    expect([reply.status, reply.text]).toEqual([200, '']);
    expect(reply.headers['content-type']).toBe('application/json');
  });
});

describe('refusals (D-02, D-03)', () => {
  it('each have a sentence of their own that ends as one', () => {
    const sentences = Object.values(REFUSALS).map(([, sentence]) => sentence);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Zb].{15,}\.$/);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('name the methods that a path takes, QUERY wherever GET is (D-05)', async () => {
    const { port } = await startEcho();
    expect((await send(port, { method: 'DELETE', path: '/echo' })).headers.allow).toBe('GET, HEAD, QUERY, POST');
    expect((await send(port, { method: 'POST', path: '/who' })).headers.allow).toBe('GET, HEAD, QUERY');
    expect((await send(port, { method: 'OPTIONS', path: '/who' })).status).toBe(405);
  });

  it('tell no detail of a failure, which the log has under the Request-Id', async () => {
    const { port, logged } = await startEcho();
    const reply = await send(port, { path: '/broken' });
    expect(reply.code).toBe('INTERNAL');
    expect(reply.text).not.toContain('secret detail');
    expect(logged.join()).toContain(reply.headers['request-id']);
  });

  it.each([
    ['/overloaded', 'OVERLOADED'],
    ['/unreachable', 'STORE_UNAVAILABLE'],
  ])('say when to try again, and the log says why: %s', async (path, code) => {
    const { port, logged } = await startEcho();
    const reply = await send(port, { path });
    expect([reply.status, reply.code, reply.headers['retry-after']]).toEqual([503, code, '7']);
    expect(logged.join()).toContain(`"route":"${path}","code":"${code}","reason":"why"`);
  });

  it('answer a segment that can be no identifier as an identifier of nothing (D-10)', async () => {
    const { port } = await startEcho();
    const reply = await send(port, { path: `/echo/${'x'.repeat(101)}` });
    expect([reply.status, reply.code]).toEqual([404, 'CHILD_NOT_FOUND']);
  });
});
