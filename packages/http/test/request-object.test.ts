import { IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BODY_LIMIT, readRequestObject } from '../src/request.ts';
import { send } from '../testing/client.ts';
import { startEcho } from './support/echo.ts';

const METHODS = ['GET', 'QUERY', 'POST'];

describe('the request object (D-04)', () => {
  it.each(METHODS)('is read out of the body of %s, with its length in front or in chunks', async (method) => {
    const { port } = await startEcho();
    const body = { firstName: 'Åsa' };
    for (const chunksOf of [undefined, 1, 5]) {
      const reply = await send(port, { method, path: '/echo', body, ...(chunksOf ? { chunksOf } : {}) });
      expect(reply.content).toEqual({ firstName: 'Åsa' });
    }
  });

  it.each(METHODS)('is empty where %s has no body', async (method) => {
    const { port } = await startEcho();
    for (const body of [undefined, '']) {
      const reply = await send(port, { method, path: '/echo', body });
      expect([reply.code, reply.content]).toEqual(['FIELDS_INVALID', 'firstName is missing.']);
    }
  });

  it.each([
    ['an array', '[]'],
    ['a bare string', '"firstName"'],
    ['a number', '1'],
    ['null', 'null'],
    ['broken JSON', '{"firstName":'],
    ['two objects', '{}{}'],
    ['white space', ' '],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['brackets nested as deep as the limit allows', '['.repeat(65_536)],
  ])('is not %s', async (_, body) => {
    const { port } = await startEcho();
    for (const method of METHODS) {
      const reply = await send(port, { method, path: '/echo', body });
      expect([reply.status, reply.code]).toEqual([400, 'MALFORMED_JSON']);
    }
  });

  it('is not looked at where there is no such path', async () => {
    const { port } = await startEcho();
    const reply = await send(port, { method: 'POST', path: '/nowhere', body: '[]' });
    expect([reply.status, reply.code]).toEqual([404, 'PATH_NOT_FOUND']);
  });

  it('needs no Content-Type, and believes none', async () => {
    const { port } = await startEcho();
    const headers = { 'Content-Type': 'text/plain; charset=utf-16' };
    const reply = await send(port, { method: 'POST', path: '/echo', body: { firstName: 'Mia' }, headers });
    expect(reply.content).toEqual({ firstName: 'Mia' });
  });

  it('has plain members: unknown ones are ignored, and __proto__ is no prototype', async () => {
    const { port } = await startEcho();
    const body = '{"__proto__":{"lastName":"Polluted"},"constructor":{"prototype":1},"more":[1],"firstName":"Mia"}';
    expect((await send(port, { path: '/echo', body })).content).toEqual({ firstName: 'Mia' });
    expect((await send(port, { path: '/echo', body: '{"__proto__":{"firstName":"Mia"}}' })).code).toBe(
      'FIELDS_INVALID',
    );
  });

  it('counts null and white space alone as missing (D-06)', async () => {
    const { port } = await startEcho();
    for (const blank of [null, '', ' \t\n', '\u2003']) {
      const reply = await send(port, { path: '/echo', body: { firstName: blank, lastName: blank } });
      expect(reply.content).toBe('firstName is missing.');
    }
  });

  it('holds strings: nothing else is made one, and every field that is wrong is named (D-02)', async () => {
    const { port } = await startEcho();
    const body = { firstName: 7, lastName: ['Jansen'], limit: '0' };
    const { status, code, content } = await send(port, { path: '/echo', body });
    expect([status, code]).toEqual([400, 'FIELDS_INVALID']);
    expect(content).toBe(
      'firstName must be a string; lastName must be a string; limit must be a whole number from 1 to 1000, in digits.',
    );
  });
});

describe('the limit of 64 KiB (D-06)', () => {
  const bodyOf = (bytes: number) => {
    const frame = '{"firstName":"Mia","more":""}';
    return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  };

  it.each(METHODS)('lets %s send 65,536 bytes and no more, framed or chunked', async (method) => {
    const { port } = await startEcho();
    for (const chunking of [{}, { chunksOf: 10_000 }]) {
      const most = await send(port, { method, path: '/echo', body: bodyOf(65_536), ...chunking });
      expect(most.content).toEqual({ firstName: 'Mia' });
      const more = await send(port, { method, path: '/echo', body: bodyOf(65_537), ...chunking });
      expect([more.status, more.code]).toEqual([413, 'BODY_TOO_LARGE']);
      const muchMore = await send(port, { method, path: '/echo', body: bodyOf(70_000), ...chunking });
      expect([muchMore.status, muchMore.code]).toEqual([413, 'BODY_TOO_LARGE']);
      expect(muchMore.headers.connection).toBe('close');
    }
  });
});

describe('a body without an end', () => {
  /** How much of a body the server takes before it closes the connection, and the code of its reply. */
  const taken = (port: number, head: string): Promise<{ bytes: number; code: string | undefined }> =>
    new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      const chunk = Buffer.from(`8000\r\n${'x'.repeat(0x8000)}\r\n`);
      const received: Buffer[] = [];
      let [bytes, goesOn] = [0, true];
      const send = (): void => {
        for (let room = goesOn; room; bytes += chunk.length) room = socket.write(chunk);
      };
      socket.on('drain', send).on('error', () => undefined);
      socket.on('data', (part: Buffer) => received.push(part));
      socket.on('close', () => {
        goesOn = false;
        resolve({ bytes, code: /^error-code: (\w+)/im.exec(Buffer.concat(received).toString())?.[1] });
      });
      socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n`);
      send();
    });

  it.each([
    ['that is asked for', 'POST /echo HTTP/1.1\r\nHost: localhost', 'BODY_TOO_LARGE'],
    ['of GET', 'GET /echo HTTP/1.1\r\nHost: localhost', 'BODY_TOO_LARGE'],
    ['of a path that is not there', 'GET /nowhere HTTP/1.1\r\nHost: localhost', 'BODY_TOO_LARGE'],
    ['of a method that is wrong', 'PUT /echo HTTP/1.1\r\nHost: localhost', 'BODY_TOO_LARGE'],
    ['behind a Host that is none', 'GET /echo HTTP/1.1\r\nHost: a b', 'MALFORMED_HTTP'],
    ['without a Host', 'GET /echo HTTP/1.1', 'MALFORMED_HTTP'],
  ])('is read for a while and no longer: one %s', async (_, head, code) => {
    const { port } = await startEcho();
    const end = await taken(port, head);
    // The buffers of the two sockets take some of it besides; how much is the kernel's to say.
    expect(end.bytes).toBeLessThan(16 * 1024 * 1024);
    expect(end.code).toBe(code);
  });
});

/** Bytes in use, once everything that is not has been collected. */
const bytesInUse = (): number => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const incomingOf = (length: number): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { headers: { 'content-length': String(length) } });

describe('a body that is too large', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** One that has begun to come, and what hears of its answer. */
  const begun = () => {
    const incoming = incomingOf(200_000);
    const answered = vi.fn();
    void readRequestObject(incoming).then(answered);
    incoming.emit('data', Buffer.alloc(150_000));
    return { incoming, answered };
  };
  const expected = { ok: false, refusal: { code: 'BODY_TOO_LARGE' } };

  it('is answered once it has come, if it does not go on for long', async () => {
    const { incoming, answered } = begun();
    await vi.advanceTimersByTimeAsync(999);
    expect(answered).not.toHaveBeenCalled();
    incoming.emit('end');
    await vi.advanceTimersByTimeAsync(0);
    expect(answered).toHaveBeenCalledWith(expected);
  });

  it('is answered after a second, if it does not come', async () => {
    const { answered } = begun();
    await vi.advanceTimersByTimeAsync(1000);
    expect(answered).toHaveBeenCalledWith(expected);
  });
});

describe('a body that is still on its way', () => {
  it('costs what it holds and not much more, in however many pieces it comes', async () => {
    const bodies = Array.from({ length: 20 }, () => incomingOf(BODY_LIMIT));
    const objects = bodies.map((incoming) => readRequestObject(incoming));
    const before = bytesInUse();
    for (const incoming of bodies) {
      for (let sent = 1; sent < BODY_LIMIT; sent += 1) incoming.emit('data', Buffer.from(' '));
    }
    // What was collected is given back a little later.
    await expect.poll(() => bytesInUse() - before).toBeLessThan(2 * bodies.length * BODY_LIMIT);
    for (const incoming of bodies) incoming.emit('data', Buffer.from('{')) && incoming.emit('end');
    expect(await Promise.all(objects)).toEqual(bodies.map(() => ({ ok: false, refusal: { code: 'MALFORMED_JSON' } })));
  });

  it('is put together again in the order in which its pieces came', async () => {
    const { port } = await startEcho();
    const body = JSON.stringify({ firstName: 'Mia', more: '0123456789'.repeat(3000), lastName: 'Jansen' });
    for (const chunksOf of [1, 7, 1000, 20_000]) {
      const { content } = await send(port, { path: '/echo', body, chunksOf });
      expect(content).toEqual({ firstName: 'Mia', lastName: 'Jansen' });
    }
  });
});

describe('the session (D-05)', () => {
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

  it('comes in the field id, as a bearer token, or as both if they agree', async () => {
    const { port } = await startEcho();
    expect((await send(port, { path: '/who', body: { id: 'known' } })).content).toBe('digest');
    expect((await send(port, { path: '/who', headers: bearer('known') })).content).toBe('digest');
    expect((await send(port, { path: '/who', headers: { authorization: 'bEARER  known' } })).content).toBe('digest');
    expect((await send(port, { path: '/who', body: { id: 'known' }, headers: bearer('known') })).content).toBe(
      'digest',
    );
  });

  it.each([
    ['missing where there is none', {}, {}, 401, 'SESSION_MISSING'],
    ['missing where the header is of another scheme', {}, { Authorization: 'Basic a25vd24=' }, 401, 'SESSION_MISSING'],
    ['invalid where it is unknown', { id: 'other' }, {}, 401, 'SESSION_INVALID'],
    ['invalid where the bearer token can be none', {}, { Authorization: 'Bearer kn own' }, 401, 'SESSION_INVALID'],
    ['ambiguous where header and field differ', { id: 'known' }, bearer('other'), 400, 'SESSION_AMBIGUOUS'],
    [
      'invalid where two bearer tokens are given',
      {},
      { Authorization: ['Bearer known', 'Bearer known'] },
      401,
      'SESSION_INVALID',
    ],
    ['no session where it is a number', { id: 1 }, {}, 400, 'FIELDS_INVALID'],
  ])('is %s', async (_, body, headers, status, code) => {
    const { port } = await startEcho();
    const reply = await send(port, { path: '/who', body, headers });
    expect([reply.status, reply.code]).toEqual([status, code]);
    expect(reply.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  });
});
