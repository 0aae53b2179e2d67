import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { exchange, open, send, statusesIn } from '../testing/client.ts';
import { get, HOST, LAST, openEcho, post, startEcho, startHeld } from './support/echo.ts';

const { port } = await openEcho();

const CHUNKED = 'Transfer-Encoding: chunked';
const NO_CHUNKS = '\r\n0\r\n\r\n';
const BIG = 'x'.repeat(17_000);

describe('malformed messages', () => {
  it.each([
    ['garbage', 'GARBAGE\r\n\r\n'],
    ['the start of a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown method', `FROB /echo HTTP/1.1\r\n${HOST}\r\n`],
    ['another version of HTTP', `GET /echo HTTP/3.0\r\n${HOST}\r\n`],
    ['a space in a header name', get('/echo', 'X : y\r\n')],
    ['no Host', 'GET /echo HTTP/1.1\r\n\r\n'],
    ['no Host, and a malformed body', `GET /echo HTTP/1.1\r\n${CHUNKED}\r\n\r\nxyz\r\n`],
    ['an invalid Host', 'GET /echo HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['a length and chunks', post('/echo', `Content-Length: 2\r\n${CHUNKED}`, '0\r\n\r\n')],
    ['an invalid length', post('/echo', 'Content-Length: -1')],
    ['a malformed chunk', post('/echo', CHUNKED, 'xyz\r\n')],
    ['an unknown coding', get('/who', 'Transfer-Encoding: xchunked\r\n')],
    ['an expectation', get('/echo', 'Expect: miracles\r\n')],
    ['headers of more than 16 KiB', get('/echo', `X: ${BIG}\r\n`), 431, 'HEADERS_TOO_LARGE'],
    ['chunk extensions of more than 16 KiB', post('/echo', CHUNKED, `2;${BIG}\r\n{}\r\n`), 413, 'BODY_TOO_LARGE'],
    [
      'OPTIONS of the whole server',
      `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
      405,
      'METHOD_NOT_ALLOWED',
    ],
    ['CONNECT', `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, 405, 'METHOD_NOT_ALLOWED'],
  ])(
    'get one envelope (D-01), after the replies to the requests before, and none after it is served: %s',
    async (_, bytes, status = 400, code = 'MALFORMED_HTTP') => {
      const { port } = await startEcho({ wait: () => sleep(10) });
      const received = await exchange(port, Buffer.from(get('/wait') + get('/who') + bytes + get('/who'), 'latin1'));
      expect(statusesIn(received)).toEqual([200, 401, status]);
      const last = received.split(/(?=HTTP\/1\.1 \d{3} )/).at(-1);
      expect(last).toMatch(/^connection: close\r$/im);
      expect(last).toMatch(new RegExp(`^error-code: ${code}\r$`, 'im'));
      expect(last).toMatch(/\r\n\r\n\{"version":"1","status":"ERR","body":"[^"]+"\}$/);
      if (status === 405) expect(last).toMatch(/^Allow: GET, HEAD, QUERY, POST, DELETE\r$/m);
      expect((await send(port, { path: '/echo', body: { firstName: 'Mia' } })).status).toBe(200);
    },
  );

  it.each([
    ['two Hosts', get('/who', 'Host: other\r\n')],
    ['two Hosts, the first without a name', `GET /who HTTP/1.1\r\nHost:\r\n${HOST}\r\n`],
    ['two Hosts and a target with a host', get('http://localhost/who', 'Host: other\r\n')],
    ['no version, and a Host', `GET /who\r\n${HOST}\r\n`],
    ['a coding before chunked', get('/who', `Transfer-Encoding: gzip, chunked\r\n`) + NO_CHUNKS],
    ['an unknown coding before chunked', get('/who', `Transfer-Encoding: identity, chunked\r\n`) + NO_CHUNKS],
    ['chunked twice', get('/who', `${CHUNKED}\r\n${CHUNKED}\r\n`) + NO_CHUNKS],
    ['another coding in a second header', get('/who', `Transfer-Encoding: identity\r\n${CHUNKED}\r\n`) + NO_CHUNKS],
    ['chunks of HTTP/1.0', `POST /echo HTTP/1.0\r\nConnection: keep-alive\r\n${CHUNKED}\r\n${NO_CHUNKS}`],
  ])('include those that a proxy may read differently (RFC 9112, 3.2 and 6.1): %s', async (_, bytes) => {
    const received = await exchange(port, bytes + get('/who'));
    expect(statusesIn(received)).toEqual([400]);
    expect(received).toMatch(/Error-Code: MALFORMED_HTTP\r\n.*\{"version":"1","status":"ERR","body":"[^"]+"\}$/s);
  });

  it.each([
    ['a chunked body, in any case', `${get('/who', 'Transfer-Encoding: CHUNKED\r\n')}0\r\n\r\n${LAST}`, [401, 401]],
    ['HTTP/1.0 without Host', 'GET /who HTTP/1.0\r\n\r\n', [401]],
  ])('are not: %s', async (_, bytes, statuses) => {
    expect(statusesIn(await exchange(port, bytes))).toEqual(statuses);
  });
});

describe('clients that misbehave', () => {
  it('get one reply to many malformed messages, and leak no listener', async () => {
    const warnings: string[] = [];
    const listen = (warning: Error) => warnings.push(warning.name);
    process.on('warning', listen);
    const { port, end } = await startHeld();
    const { socket, closed } = open(port);
    socket.write(get('/wait'));
    for (let piece = 0; piece < 25; piece += 1) {
      await turn();
      socket.write('GARBAGE\r\n\r\n');
    }
    end();
    expect(statusesIn(await closed)).toEqual([200, 400]);
    process.off('warning', listen);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['CONNECT', 'CONNECT x HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['garbage', 'GARBAGE\r\n\r\n'],
    ['a request', get('/who')],
    ['half a request', post('/echo', 'Content-Length: 9', '{')],
  ])('do no harm by resetting the connection after %s', async (_, bytes) => {
    for (let round = 0; round < 10; round += 1) {
      const connections = Array.from({ length: 20 }, () => open(port));
      for (const { socket } of connections) socket.write(bytes, () => socket.resetAndDestroy());
      await Promise.all(connections.map(({ closed }) => closed));
    }
    expect((await send(port, { path: '/echo', body: { firstName: 'Mia' } })).status).toBe(200);
  });
});
