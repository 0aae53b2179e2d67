import { describe, expect, it } from 'vitest';
import { type Sent, send } from '../testing/client.ts';
import { startEcho } from './support/echo.ts';

const HERE = 'https://clinic.example.org';
const THERE = 'https://elsewhere.example.org';
const PREFLIGHT = { 'Access-Control-Request-Method': 'QUERY', 'Access-Control-Request-Headers': 'authorization' };

const served = async (corsOrigins: readonly string[], sent: Sent) => {
  const { port } = await startEcho({ corsOrigins });
  const reply = await send(port, sent);
  const names = Object.keys(reply.headers).filter((name) => name.startsWith('access-control'));
  return { ...reply, cors: Object.fromEntries(names.map((name) => [name, reply.headers[name]])) };
};

const readable = {
  'access-control-allow-origin': HERE,
  'access-control-expose-headers': 'Allow, Error-Code, Request-Id, Retry-After',
};

describe('pages of the named origins (P-26)', () => {
  it.each([
    ['a wrong field', '/echo', 400],
    ['a list', '/list', 200],
    ['a refusal', '/who', 401],
    ['an unknown path', '/nowhere', 404],
    ['a failure', '/broken', 500],
    ['an overload', '/overloaded', 503],
  ])('may read %s', async (_, path, status) => {
    const reply = await served(['https://first.example.org', HERE], { path, headers: { Origin: HERE } });
    expect([reply.status, reply.headers.vary, reply.cors]).toEqual([status, 'Origin', readable]);
    expect(Object.keys(reply.envelope)).toEqual(['version', 'status', 'body']);
  });

  it('may send what the calls take: the browser is told so in an envelope (D-01)', async () => {
    const headers = { Origin: HERE, ...PREFLIGHT };
    const reply = await served([HERE], { method: 'OPTIONS', path: '/echo', headers });
    expect([reply.status, reply.text]).toEqual([200, '{"version":"1","status":"OK","body":null}']);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': String(reply.text.length),
      'request-id': expect.stringMatching(/./),
      vary: 'Origin',
    });
    expect(reply.cors).toEqual({
      ...readable,
      'access-control-allow-methods': 'GET, HEAD, QUERY, POST, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
      'access-control-max-age': '7200',
    });
  });

  it('may not send credentials of the browser, of which the service has none', async () => {
    const reply = await served([HERE], { path: '/list', headers: { Origin: HERE, Cookie: 'a=b' } });
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe('everyone else (P-26)', () => {
  it.each([
    ['another origin', [HERE], THERE],
    ['one that only begins alike', [HERE], `${HERE}.evil.example`],
    ['one without a name', [HERE], 'null'],
    ['any origin where none is named', [], HERE],
  ])('is told nothing: %s', async (_, origins, Origin) => {
    const plain = await served(origins, { path: '/list', headers: { Origin } });
    expect([plain.status, plain.cors]).toEqual([200, {}]);
    expect(plain.headers.vary).toBe(origins.length > 0 ? 'Origin' : undefined);
    const preflight = await served(origins, { method: 'OPTIONS', path: '/list', headers: { Origin, ...PREFLIGHT } });
    expect([preflight.status, preflight.code, preflight.cors]).toEqual([405, 'METHOD_NOT_ALLOWED', {}]);
  });

  it('is answered as ever who asks for nothing beforehand, but only seems to', async () => {
    const reply = await served([HERE], { path: '/echo/Mia', headers: { Origin: HERE, ...PREFLIGHT } });
    expect([reply.content, reply.cors]).toEqual(['Mia', readable]);
  });

  it('is answered as ever without an origin, and to an OPTIONS that is no preflight', async () => {
    expect((await served([HERE], { path: '/list' })).cors).toEqual({});
    const options = await served([HERE], { method: 'OPTIONS', path: '/list', headers: { Origin: HERE } });
    expect([options.status, options.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });
});
