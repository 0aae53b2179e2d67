import { describe, expect, it } from 'vitest';
import { type Sent, send } from '../testing/client.ts';
import { envelopeExpectation } from '../testing/replies.ts';
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

/** No header lets a page send credentials of the browser. */
const readable = {
  'access-control-allow-origin': HERE,
  'access-control-expose-headers': 'Allow, Error-Code, Request-Id, Retry-After',
};

describe('pages of the named origins (P-26)', () => {
  it.each([
    ['a list', '/list', 200],
    ['a refusal', '/who', 401],
    ['a failure', '/broken', 500],
    ['an overload', '/overloaded', 503],
  ])('may read %s', async (_, path, status) => {
    const reply = await served(['https://first.example.org', HERE], { path, headers: { Origin: HERE } });
    expect([reply.status, reply.headers.vary, reply.cors]).toEqual([status, 'Origin', readable]);
  });

  it('may send what the calls take, as an envelope says (D-01)', async () => {
    const headers = { Origin: HERE, ...PREFLIGHT };
    const reply = await served([HERE], { method: 'OPTIONS', path: '/echo', headers });
    expect([reply.status, reply.text]).toEqual([200, '{"version":"1","status":"OK","body":null}']);
    envelopeExpectation('body')(reply);
    expect(reply.headers.vary).toBe('Origin');
    expect(reply.cors).toEqual({
      ...readable,
      'access-control-allow-methods': 'GET, HEAD, QUERY, POST, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, One-Time-Password',
      'access-control-max-age': '7200',
    });
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

  it.each([
    ['without an origin', { path: '/list' }, {}],
    ['with what only seems to be a preflight', { path: '/list', headers: { Origin: HERE, ...PREFLIGHT } }, readable],
    ['with an OPTIONS that is no preflight', { method: 'OPTIONS', path: '/list', headers: { Origin: HERE } }, readable],
  ])('is answered as ever %s', async (_, sent: Sent, cors) => {
    const reply = await served([HERE], sent);
    expect([reply.status, reply.cors]).toEqual([sent.method === 'OPTIONS' ? 405 : 200, cors]);
  });
});
