import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BODY_LIMIT } from '../src/fields.ts';
import { readRequestObject } from '../src/request.ts';
import { open, send } from '../testing/client.ts';
import { expectRefusal } from '../testing/replies.ts';
import { openEcho } from './support/echo.ts';

const { port } = await openEcho();

const MIA = { firstName: 'Mia' };

describe('the session (D-05)', () => {
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const SPACES = ' '.repeat(15_000);

  it.each([
    ['in the field id', { id: 'known' }, {}],
    ['as a bearer token', {}, bearer('known')],
    ['as a bearer token in another spelling', {}, { authorization: 'bEARER  known' }],
    ['as a bearer token after 15 KB of spaces', {}, bearer(`${SPACES}known`)],
    ['as both', { id: 'known' }, bearer('known')],
    ['as none', {}, {}, 401, 'SESSION_MISSING'],
    ['as a bearer token of white space', {}, bearer(`${SPACES}\u00a0`), 401, 'SESSION_MISSING'],
    ['in another scheme', {}, { Authorization: 'Basic a25vd24=' }, 401, 'SESSION_MISSING'],
    ['as an unknown one', { id: 'other' }, {}, 401, 'SESSION_INVALID'],
    ['as an invalid bearer token', {}, { Authorization: 'Bearer kn own' }, 401, 'SESSION_INVALID'],
    ['as two bearer tokens', {}, { Authorization: ['Bearer known', 'Bearer known'] }, 401, 'SESSION_INVALID'],
    ['as two different ones', { id: 'known' }, bearer('other'), 400, 'SESSION_AMBIGUOUS'],
    ['as a number', { id: 1 }, {}, 400, 'FIELDS_INVALID'],
  ])('comes %s', async (_, body, headers, status = 200, code = undefined) => {
    const reply = await send(port, { path: '/who', body, headers });
    expect([reply.status, reply.code]).toEqual([status, code]);
    if (status === 200) expect(reply.content).toBe('digest');
    expect(reply.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  });
});

describe('the query string (D-25)', () => {
  const BOTH = { ...MIA, limit: '2' };

  it.each([
    ['GET', 'limit=2', MIA],
    ['QUERY', 'limit=2', MIA],
    ['GET', 'limit=2', BOTH],
    ['GET', 'limit=2&limit=2&limit=', { ...MIA, limit: ' ' }],
    ['GET', 'lastName=Jansen&limit=2&more=1', MIA],
    ['POST', 'limit=3', BOTH],
  ])('of %s may hold the page of a list, and no other field: %s', async (method, query, body) => {
    expect((await send(port, { method, path: `/echo?${query}`, body })).content).toEqual({ ...MIA, limit: 2 });
  });

  it.each(['limit=3', 'limit=2&limit=3'])('must agree with the fields and with itself: %s', async (query) => {
    const reply = await send(port, { path: `/echo?${query}`, body: BOTH });
    expect([reply.code, reply.content]).toEqual([
      'FIELDS_INVALID',
      'limit is given twice with different values; send it once.',
    ]);
  });

  it.each(['id=known', '%69d=known', 'limit=1&id='])('must not hold the session: %s', async (query) => {
    const reply = await send(port, { path: `/who?${query}`, headers: { Authorization: 'Bearer known' } });
    expectRefusal(reply, 400, 'FIELDS_INVALID');
    expect(reply.content).toMatch(/^The session must not stand in the URL/);
  });
});

describe('a name that is looked for (D-31)', () => {
  it.each(['GET', 'QUERY'])('stands in the request object of %s', async (method) => {
    const body = { name: ' Anne-Marie JANSÉN ' };
    expect((await send(port, { method, path: '/search?limit=2', body })).content).toEqual(['annemarie', 'jansen']);
  });

  it.each(['name=jans', 'name=', 'limit=1&n%61me=jans'])('must not stand in the URL: %s', async (query) => {
    const reply = await send(port, { path: `/search?${query}`, body: { name: 'jans' } });
    expectRefusal(reply, 400, 'FIELDS_INVALID');
    expect(reply.content).toMatch(/^name is personal and must not stand in the URL: send it in the request object/);
  });
});

describe('Authorization: Basic (D-25, RFC 7617)', () => {
  const base64 = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('base64');
  const CREDENTIALS = { email: 'zoë@example.org', password: 'p:ä🙂' };
  const TOKEN = base64('zoë@example.org:p:ä🙂');

  it.each([
    [`Basic ${TOKEN}`, undefined],
    [`Basic ${TOKEN}`, CREDENTIALS],
    [`bASIC  ${TOKEN}`, { email: CREDENTIALS.email }],
  ])('holds the credentials in UTF-8, as the fields may: %s, %j', async (Authorization, body) => {
    expect((await send(port, { path: '/credentials', body, headers: { Authorization } })).content).toEqual(CREDENTIALS);
  });

  it.each([
    ['that differ from a field', base64('zoë@example.org:pw'), 'password is given twice'],
    ['that are no base64', '@', 'The header Authorization'],
    ['that are missing', '', 'The header Authorization'],
    ['without a colon', base64('zoë@example.org'), 'The header Authorization'],
    ['that are not UTF-8', base64('zoë@example.org:ä', 'latin1'), 'The header Authorization'],
    ['that are blank', base64(' :'), 'email is missing'],
  ])('is refused with credentials %s, unless the call takes none', async (_, token, sentence) => {
    const headers = { Authorization: `Basic ${token}` };
    const reply = await send(port, { path: '/credentials', body: { password: 'other' }, headers });
    expectRefusal(reply, 400, 'FIELDS_INVALID');
    expect(reply.content).toContain(sentence);
    expect(reply.content).not.toContain('other');
    expect((await send(port, { path: '/echo', body: MIA, headers })).content).toEqual(MIA);
  });
});

describe('the client’s address', () => {
  it.each([
    ['of the socket, without a proxy', undefined, '127.0.0.1'],
    ['that the trusted proxy saw', '203.0.113.9', '203.0.113.9'],
    ['that the trusted proxy saw, not what a stranger wrote before it', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['as it stands, if it is no address', 'unknown', 'unknown'],
    ['in IPv4, also if it is written as IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['in IPv6, as its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['in IPv6, as the /64 of its neighbours too', '2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
    ['without its port', '203.0.113.9:5678', '203.0.113.9'],
    ['without its brackets and port', '[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['without its brackets', '[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ])('is the one %s', async (_, header, address) => {
    const headers = header === undefined ? {} : { 'X-Forwarded-For': header };
    expect((await send(port, { path: '/from', headers })).content).toBe(address);
  });
});

const METHODS = ['GET', 'QUERY', 'POST'];

describe('the request object (D-04)', () => {
  it.each(METHODS)('is the body of %s, with its length or in chunks, of at most 64 KiB (D-06)', async (method) => {
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

  it('is not read compressed, which the reply says (RFC 9110, 15.5.16)', async () => {
    const coded = (body: string | Buffer, coding: string) =>
      send(port, { path: '/echo', body, headers: { 'Content-Encoding': coding } });
    const body = JSON.stringify(MIA);
    expectRefusal(await coded(gzipSync(body), 'gzip'), 415, 'CONTENT_ENCODING_UNSUPPORTED');
    expectRefusal(await coded(body, 'gzip, identity'), 415, 'CONTENT_ENCODING_UNSUPPORTED');
    expect((await coded(body, 'Identity')).content).toEqual(MIA);
    expect((await coded('', 'gzip')).content).toBe('firstName is missing.');
  });

  it('has plain members of any Content-Type: unknown ones are ignored, and __proto__ is no prototype', async () => {
    const body = '{"__proto__":{"lastName":"Polluted"},"constructor":{"prototype":1},"more":[1],"firstName":"Mia"}';
    const headers = { 'Content-Type': 'text/plain; charset=utf-16' };
    expect((await send(port, { path: '/echo', body, headers })).content).toEqual(MIA);
    const inherited = await send(port, { path: '/echo', body: '{"__proto__":{"firstName":"Mia"}}' });
    expectRefusal(inherited, 400, 'FIELDS_INVALID');
  });

  it('has members that are null or white space alone as missing (D-06)', async () => {
    for (const blank of [null, '', ' \t\n', '\u2003']) {
      const reply = await send(port, { path: '/echo', body: { firstName: blank, lastName: blank } });
      expect(reply.content).toBe('firstName is missing.');
    }
  });

  it('has strings: no other value becomes one, and the refusal names every field that is wrong (D-02)', async () => {
    const reply = await send(port, { path: '/echo', body: { firstName: 7, lastName: ['Jansen'], limit: '0' } });
    expectRefusal(reply, 400, 'FIELDS_INVALID');
    expect(reply.content).toBe(
      'firstName must be a string; lastName must be a string; limit must be a whole number from 1 to 1000, in digits.',
    );
  });
});

describe('what JSON allows (P-23)', () => {
  const echoed = (body: string) => send(port, { path: '/echo', body });

  it.each([
    ['an array in an array', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['an object in an object', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a number out of range', '-1e999999999'],
    ['a number of a page of digits', '9'.repeat(60_000)],
    ['half a character', '"\\ud800"'],
    ['U+0000', '"\\u0000"'],
  ])('a member may hold it where no field is read, and not where a text is: %s', async (_, value) => {
    for (const name of ['more', '__proto__', 'constructor', '\\ud800', '\\u0000']) {
      expect((await echoed(`{"${name}":${value},"firstName":"Mia"}`)).content).toEqual(MIA);
    }
    const reply = await echoed(`{"firstName":"Mia","lastName":${value}}`);
    expectRefusal(reply, 400, 'FIELDS_INVALID');
    expect(reply.content).toMatch(/^lastName [^;]+\.$/);
  });

  it('of two members with one name the last counts, and no path is named like a prototype', async () => {
    expect((await echoed('{"firstName":"Tom","firstName":"Mia"}')).content).toEqual(MIA);
    expect((await echoed('{"firstName":"Tom","\\u0066irstName":"Mia"}')).content).toEqual(MIA);
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
      expectRefusal(await send(port, { path: `/${name}` }), 404, 'PATH_NOT_FOUND');
    }
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
