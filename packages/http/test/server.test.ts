import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { exchange, send } from '../testing/client.ts';
import { startEcho } from './support/echo.ts';
import { nextAccepted } from './support/raw.ts';

const HOST = 'Host: localhost\r\n';

/** The replies that a server sent on one connection. */
const repliesIn = (received: string) =>
  received.split(/(?=HTTP\/1\.1 \d{3} )/).map((reply) => ({
    status: Number(reply.slice(9, 12)),
    code: /^error-code: (\w+)\r$/im.exec(reply)?.[1],
    envelope: JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>,
  }));

describe("what Node's parser refuses (D-01)", () => {
  it.each([
    ['garbage', 'GARBAGE\r\n\r\n', 400, 'MALFORMED_HTTP'],
    ['the start of a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'MALFORMED_HTTP'],
    ['a method that is none', `FROB /echo HTTP/1.1\r\n${HOST}\r\n`, 400, 'MALFORMED_HTTP'],
    ['another version of HTTP', `GET /echo HTTP/3.0\r\n${HOST}\r\n`, 400, 'MALFORMED_HTTP'],
    [
      'headers of more than 16 KiB',
      `GET /echo HTTP/1.1\r\n${HOST}X: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['a space in a header name', `GET /echo HTTP/1.1\r\n${HOST}X : y\r\n\r\n`, 400, 'MALFORMED_HTTP'],
    ['no Host', 'GET /echo HTTP/1.1\r\n\r\n', 400, 'MALFORMED_HTTP'],
    ['a Host that is none', 'GET /echo HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400, 'MALFORMED_HTTP'],
    ['a target that is none', `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 400, 'MALFORMED_HTTP'],
    [
      'both lengths',
      `POST /echo HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'MALFORMED_HTTP',
    ],
    ['a length that is none', `POST /echo HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`, 400, 'MALFORMED_HTTP'],
    [
      'a broken chunk',
      `POST /echo HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`,
      400,
      'MALFORMED_HTTP',
    ],
    [
      'chunks that say more of themselves than they hold',
      `POST /echo HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(17_000)}\r\n{}\r\n`,
      413,
      'BODY_TOO_LARGE',
    ],
    ['CONNECT', `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, 405, 'METHOD_NOT_ALLOWED'],
    [
      'an expectation that cannot be met',
      `GET /echo HTTP/1.1\r\n${HOST}Expect: miracles\r\n\r\n`,
      400,
      'MALFORMED_HTTP',
    ],
  ])('gets an envelope and a closed connection: %s', async (_, bytes, status, code) => {
    const { port } = await startEcho();
    const received = await exchange(port, Buffer.from(bytes, 'latin1'));
    expect(received).toMatch(/^Connection: close\r$/m);
    const replies = repliesIn(received);
    expect(replies).toHaveLength(1);
    expect(replies[0]).toMatchObject({ status, code, envelope: { version: '1', status: 'ERR' } });
    expect((await send(port, { path: '/echo', body: { firstName: 'Mia' } })).status).toBe(200);
  });
});

describe('what is hardly a request', () => {
  it('is answered once where the body of a refused request is none either', async () => {
    const { port } = await startEcho();
    const received = await exchange(port, 'GET /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n');
    expect(repliesIn(received).map(({ status }) => status)).toEqual([400]);
  });

  it('says which methods there are to who asks for CONNECT', async () => {
    const { port } = await startEcho();
    const received = await exchange(port, `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`);
    expect(received).toMatch(/^Allow: GET, HEAD, QUERY, POST, DELETE\r$/m);
  });

  it('does not keep the good requests before it from being answered, in order', async () => {
    const { port } = await startEcho({ wait: () => sleep(50) });
    const good = `GET /wait HTTP/1.1\r\n${HOST}\r\nGET /who HTTP/1.1\r\n${HOST}\r\n`;
    const replies = repliesIn(await exchange(port, `${good}GARBAGE\r\n\r\n`));
    expect(replies.map(({ status }) => status)).toEqual([200, 401, 400]);
  });

  it('lets a client of HTTP/1.0 leave Host out', async () => {
    const { port } = await startEcho();
    const replies = repliesIn(await exchange(port, 'GET /who HTTP/1.0\r\n\r\n'));
    expect(replies[0]).toMatchObject({ status: 401, code: 'SESSION_MISSING' });
  });

  it('treats an upgrade that nobody offers as the request it also is', async () => {
    const { port } = await startEcho();
    const headers = `${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n`;
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(`GET /who HTTP/1.1\r\n${headers}\r\n`);
    const received = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    socket.destroy();
    expect(received.toString()).toContain('SESSION_MISSING');
  });
});

describe('a client that breaks off', () => {
  /** Closes with a reset instead of a goodbye, a moment after the bytes are sent. */
  const breakOff = (port: number, bytes: string): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => undefined);
      socket.once('close', () => resolve());
      socket.write(bytes, () => socket.resetAndDestroy());
    });

  it.each([
    ['CONNECT', 'CONNECT x HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['garbage', 'GARBAGE\r\n\r\n'],
    ['a request', `GET /who HTTP/1.1\r\n${HOST}\r\n`],
    ['half a request', `POST /echo HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\n{`],
  ])('after %s does the server no harm', async (_, bytes) => {
    const { port } = await startEcho();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => breakOff(port, bytes)));
    }
    expect((await send(port, { path: '/echo', body: { firstName: 'Mia' } })).status).toBe(200);
  });

  it('is answered once, however much garbage it sends after a good request', async () => {
    const warnings: string[] = [];
    const listen = (warning: Error) => warnings.push(warning.name);
    process.on('warning', listen);
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
    const { port } = await startEcho({ wait: () => answering });
    const socket = connect({ port, host: '127.0.0.1' });
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`GET /wait HTTP/1.1\r\n${HOST}\r\n`);
    for (let piece = 0; piece < 25; piece += 1) {
      await turn();
      socket.write('GARBAGE\r\n\r\n');
    }
    answer();
    await closed;
    process.off('warning', listen);
    expect(repliesIn(Buffer.concat(received).toString()).map(({ status }) => status)).toEqual([200, 400]);
    expect(warnings).toEqual([]);
  });
});

describe('a connection', () => {
  it('serves request after request, and is closed after 1,000', async () => {
    const { port } = await startEcho();
    const received = await exchange(port, `GET /who HTTP/1.1\r\n${HOST}\r\n`.repeat(1100), 20_000);
    expect(received.split('SESSION_MISSING')).toHaveLength(1001);
  });

  it('carries a body of GET without mistaking it for the next request', async () => {
    const { port } = await startEcho();
    const body = '{"firstName":"Mia"}';
    const get = `GET /echo HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`;
    const last = `GET /who HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
    const replies = repliesIn(await exchange(port, get + get + last));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 401]);
  });
});

describe('a graceful stop', () => {
  it('finishes what is in flight, and accepts nothing more', async () => {
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const wait = (): Promise<void> => {
      begun.resolve();
      return held.promise;
    };
    const { port, stop } = await startEcho({ wait });
    const inFlight = send(port, { path: '/wait', headers: { Connection: 'keep-alive' } });
    await begun.promise;
    const accepted = nextAccepted();
    const onItsWay = connect({ port, host: '127.0.0.1' }).setEncoding('utf8');
    onItsWay.write(`GET /who HTTP/1.1\r\n${HOST}`);
    const { bytesRead } = await accepted;
    await expect.poll(async () => (await accepted).bytesRead).toBeGreaterThan(bytesRead);
    const stopped = stop(20_000);
    await expect(send(port, { path: '/who' })).rejects.toThrow('ECONNREFUSED');
    held.resolve();
    const { status, headers } = await inFlight;
    expect([status, headers.connection]).toEqual([200, 'close']);
    onItsWay.write('\r\n');
    const [reply] = await once(onItsWay, 'data');
    expect(reply).toMatch(/^HTTP\/1\.1 401 [\s\S]*^Connection: close\r$/m);
    await stopped;
  });

  it('cuts off what does not finish in time', async () => {
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const wait = (): Promise<never> => {
      resolve();
      return new Promise(() => undefined);
    };
    const { port, stop } = await startEcho({ wait });
    const hanging = send(port, { path: '/wait' });
    await begun;
    await Promise.all([stop(100), expect(hanging).rejects.toThrow()]);
  });
});

describe('where a request comes from', () => {
  const from = async (header?: string) => {
    const { port } = await startEcho();
    const headers = header === undefined ? {} : { 'X-Forwarded-For': header };
    return (await send(port, { path: '/from', headers })).content;
  };

  it.each([
    ['the socket, without a proxy', undefined, '127.0.0.1'],
    ['what the trusted proxy saw', '203.0.113.9', '203.0.113.9'],
    ['not what a stranger wrote before that', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['what it says, where that is no address', 'unknown', 'unknown'],
    ['IPv4, also where it is written as IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['the /64 of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['the address without its port', '203.0.113.9:5678', '203.0.113.9'],
    ['the address without its brackets and port', '[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['the address without its brackets', '[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['the same /64 for its neighbour', '2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
  ])('is %s', async (_, header, address) => {
    expect(await from(header)).toBe(address);
  });
});
