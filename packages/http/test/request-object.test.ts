import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { BODY_LIMIT } from '../src/fields.ts';
import { readRequestObject } from '../src/request.ts';
import { open, send } from '../testing/client.ts';
import { expectRefusal } from '../testing/replies.ts';

import { startEcho } from './support/echo.ts';

const METHODS = ['GET', 'QUERY', 'POST'];
const MIA = { firstName: 'Mia' };

describe('the request object (D-04)', () => {
  it.each(METHODS)('is the body of %s, with its length or in chunks, of at most 64 KiB (D-06)', async (method) => {
    const { port } = await startEcho();
    const bodyOf = (bytes: number) => JSON.stringify({ ...MIA, more: 'x'.repeat(bytes - 29) });
    for (const chunking of [{}, { chunksOf: 10_000 }]) {
      const most = await send(port, { method, path: '/echo', body: bodyOf(65_536), ...chunking });
      expect(most.content).toEqual(MIA);
      const more = await send(port, { method, path: '/echo', body: bodyOf(65_537), ...chunking });
      expectRefusal(more, 413, 'BODY_TOO_LARGE');
      expect(more.headers.connection).toBe('close');
    }
    for (const body of [undefined, '']) {
      expect((await send(port, { method, path: '/echo', body })).content).toBe('firstName is missing.');
    }
    const notUtf8 = Buffer.from('{"\xff":1}', 'latin1');
    for (const body of ['[]', '"firstName"', 'null', '{}{}', ' ', notUtf8, '['.repeat(65_536)]) {
      expectRefusal(await send(port, { method, path: '/echo', body }), 400, 'MALFORMED_JSON');
    }
  });

  it('has plain members of any Content-Type: unknown ones are ignored, and __proto__ is no prototype', async () => {
    const { port } = await startEcho();
    const body = '{"__proto__":{"lastName":"Polluted"},"constructor":{"prototype":1},"more":[1],"firstName":"Mia"}';
    const headers = { 'Content-Type': 'text/plain; charset=utf-16' };
    expect((await send(port, { path: '/echo', body, headers })).content).toEqual(MIA);
    const inherited = await send(port, { path: '/echo', body: '{"__proto__":{"firstName":"Mia"}}' });
    expectRefusal(inherited, 400, 'FIELDS_INVALID');
  });

  it('has members that are null or white space alone as missing (D-06)', async () => {
    const { port } = await startEcho();
    for (const blank of [null, '', ' \t\n', '\u2003']) {
      const reply = await send(port, { path: '/echo', body: { firstName: blank, lastName: blank } });
      expect(reply.content).toBe('firstName is missing.');
    }
  });

  it('has strings: no other value becomes one, and the refusal names every field that is wrong (D-02)', async () => {
    const { port } = await startEcho();
    const reply = await send(port, { path: '/echo', body: { firstName: 7, lastName: ['Jansen'], limit: '0' } });
    expectRefusal(reply, 400, 'FIELDS_INVALID');
    expect(reply.content).toBe(
      'firstName must be a string; lastName must be a string; limit must be a whole number from 1 to 1000, in digits.',
    );
  });
});

describe('a body that is too large', () => {
  it.each([
    ['of POST', 'POST /echo HTTP/1.1\r\nHost: localhost', 'BODY_TOO_LARGE'],
    ['of GET', 'GET /echo HTTP/1.1\r\nHost: localhost', 'BODY_TOO_LARGE'],
    ['for an unknown path', 'GET /nowhere HTTP/1.1\r\nHost: localhost', 'BODY_TOO_LARGE'],
    ['with a wrong method', 'PUT /echo HTTP/1.1\r\nHost: localhost', 'BODY_TOO_LARGE'],
    ['after an invalid Host', 'GET /echo HTTP/1.1\r\nHost: a b', 'MALFORMED_HTTP'],
    ['without a Host', 'GET /echo HTTP/1.1', 'MALFORMED_HTTP'],
  ])('is not read to its end, if it has one: %s', async (_, head, code) => {
    const { port } = await startEcho();
    const { socket, closed } = open(port);
    const chunk = Buffer.from(`8000\r\n${'x'.repeat(0x8000)}\r\n`);
    let bytes = 0;
    const sendOn = (): void => {
      for (let room = socket.writable; room; bytes += chunk.length) room = socket.write(chunk);
    };
    socket.on('drain', sendOn);
    socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    sendOn();
    expect(await closed).toMatch(new RegExp(`^error-code: ${code}\r$`, 'im'));
    // The buffers of the two sockets take some of it; how much is up to the kernel.
    expect(bytes).toBeLessThan(16 * 1024 * 1024);
  });
});

/** Bytes in use after a collection of garbage. */
const bytesInUse = (): number => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

it('a body that arrives byte by byte takes about its size in memory, and is put together in order', async () => {
  const fields = { more: '0123456789'.repeat(6552) };
  const body = Buffer.from(JSON.stringify(fields).padEnd(BODY_LIMIT));
  const headers = { 'content-length': String(BODY_LIMIT) };
  const bodies = Array.from({ length: 20 }, () => Object.assign(new IncomingMessage(new Socket()), { headers }));
  const objects = bodies.map((incoming) => readRequestObject(incoming));
  const before = bytesInUse();
  for (const incoming of bodies) {
    for (let sent = 0; sent < BODY_LIMIT; sent += 1) incoming.emit('data', body.subarray(sent, sent + 1));
  }
  // Memory is given back a little after it was collected.
  await expect.poll(() => bytesInUse() - before).toBeLessThan(2 * bodies.length * BODY_LIMIT);
  for (const incoming of bodies) incoming.emit('end');
  expect(await Promise.all(objects)).toEqual(bodies.map(() => ({ ok: true, value: fields })));
});
