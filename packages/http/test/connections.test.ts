import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { exchange } from '../testing/client.ts';
import { startEcho } from './support/echo-server.ts';
import { restOf } from './support/rest-of.ts';

const HOST = 'Host: localhost\r\n';
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
const LAST = get('/who', 'Connection: close\r\n');

/** The statuses of the replies on one connection, in order. */
const statusesIn = (received: string): readonly number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** A server that tells how often /wait began, and how many of these were under way at the most. */
const startWaiting = async (limits: Parameters<typeof startEcho>[1] = {}) => {
  const seen = { began: 0, underWay: 0, most: 0 };
  const server = await startEcho(
    {
      wait: async () => {
        seen.began += 1;
        seen.underWay += 1;
        seen.most = Math.max(seen.most, seen.underWay);
        await sleep(20);
        seen.underWay -= 1;
      },
    },
    limits,
  );
  return { ...server, seen };
};

describe('requests that come together on one connection', () => {
  it('are served one after another (RFC 9112, 9.3.2)', async () => {
    const { port, seen } = await startWaiting();
    const received = await exchange(port, get('/wait').repeat(5) + LAST);
    expect(statusesIn(received)).toEqual([200, 200, 200, 200, 200, 401]);
    expect(seen).toEqual({ began: 5, underWay: 0, most: 1 });
  });

  it('keep nobody else waiting', async () => {
    const { port, seen } = await startWaiting();
    await Promise.all(Array.from({ length: 5 }, () => exchange(port, get('/wait') + LAST)));
    expect(seen.most).toBeGreaterThan(1);
  });

  it('each get a turn of the event loop of their own, so that others come in between', async () => {
    let [turn, over] = [0, false];
    const count = (): void => {
      turn += 1;
      if (!over) setImmediate(count);
    };
    count();
    const served: number[] = [];
    const { port } = await startEcho({ wait: async () => void served.push(turn) });
    await exchange(port, get('/wait').repeat(5) + LAST);
    over = true;
    expect(new Set(served).size).toBe(5);
  });

  it('may have bodies that arrive in pieces', async () => {
    const { port } = await startEcho({ wait: () => sleep(100) });
    const socket = connect({ port, host: '127.0.0.1' });
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`${get('/wait')}POST /echo HTTP/1.1\r\n${HOST}Content-Length: 19\r\n\r\n{"firstN`);
    await sleep(200);
    socket.write(`ame":"Mia"}${LAST}`);
    await closed;
    expect(statusesIn(Buffer.concat(received).toString())).toEqual([200, 200, 401]);
  });

  it('are not read while they would have to wait, however many there are', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { port } = await startEcho({ wait: () => promise });
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    const piece = get('/wait', `X: ${'x'.repeat(8000)}\r\n`).repeat(8);
    let taken = 0;
    for (let pieces = 0; pieces < 1024; pieces += 1) socket.write(piece, () => (taken += piece.length));
    await restOf(() => taken);
    // The buffers of the two sockets take some of it; how much is the kernel's to say.
    expect(taken).toBeLessThan(32 * 1024 * 1024);
    socket.destroy();
    resolve();
  });
});

describe('after a reply that closes the connection nothing is carried out (RFC 9112, 9.6):', () => {
  it.each([
    ['no Host', 'GET /echo HTTP/1.1\r\n\r\n', 400],
    ['an expectation that cannot be met', get('/echo', 'Expect: miracles\r\n'), 400],
    ['a transfer coding of HTTP/1.0', 'GET /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['a body too large', `GET /echo HTTP/1.1\r\n${HOST}Content-Length: 70000\r\n\r\n${'x'.repeat(70_000)}`, 413],
    ['CONNECT', `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, 405],
    ['a client that asked for it', LAST, 401],
  ])('%s', async (_, bytes, status) => {
    const { port, seen } = await startWaiting();
    const received = await exchange(port, get('/wait') + bytes + get('/wait'));
    expect(statusesIn(received)).toEqual([200, status]);
    expect(seen.began).toBe(1);
  });

  it('an upgrade that nobody offers, as its connection could lose a request', async () => {
    const { port, seen } = await startWaiting();
    const received = await exchange(port, get('/who', 'Connection: Upgrade\r\nUpgrade: websocket\r\n') + get('/wait'));
    expect(statusesIn(received)).toEqual([401]);
    expect(received).toContain('Connection: close');
    expect(seen.began).toBe(0);
  });

  it('the thousandth', async () => {
    const { port, seen } = await startWaiting();
    const received = await exchange(port, get('/who').repeat(1000) + get('/wait'), 20_000);
    expect(statusesIn(received)).toHaveLength(1000);
    expect(seen.began).toBe(0);
  });

  it('the thousandth, the body of which may come later', async () => {
    const { port } = await startEcho();
    const socket = connect({ port, host: '127.0.0.1' });
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`${get('/who').repeat(999)}POST /echo HTTP/1.1\r\n${HOST}Content-Length: 19\r\n\r\n{"firstN`);
    await sleep(300);
    socket.write('ame":"Mia"}');
    await closed;
    expect(statusesIn(Buffer.concat(received).toString()).slice(-2)).toEqual([401, 200]);
  });
});

describe('the last reply on a connection', () => {
  /** Sends a message, and then more of it while its reply is on the way; reads when all is sent. */
  const sendOn = async (port: number, message: string, more: string): Promise<string> => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk)).pause();
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(message);
    for (let piece = 0; piece < 5; piece += 1) {
      await sleep(30);
      socket.write(more);
    }
    socket.resume();
    await closed;
    return Buffer.concat(received).toString();
  };

  it.each([
    ['one who asked for the end', LAST, get('/who'), 401],
    ['one who asks for an upgrade', get('/who', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'), get('/who'), 401],
    [
      'one whose body is too large',
      `POST /echo HTTP/1.1\r\n${HOST}Content-Length: 9000000\r\n\r\n`,
      'x'.repeat(1_200_000),
      413,
    ],
    ['one whose message is none', 'GET nowhere HTTP/1.1\r\n\r\n', 'more of it', 400],
  ])('reaches a client that is still sending (RFC 9112, 9.6): %s', async (_, message, more, status) => {
    const { port } = await startEcho();
    expect(statusesIn(await sendOn(port, message, more))).toEqual([status]);
  });

  it('lets nobody stay who does not end the connection either', async () => {
    const { port } = await startEcho();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.write(LAST);
    await once(socket.resume(), 'end');
    const from = performance.now();
    const writing = setInterval(() => socket.write('x'), 20);
    await closed;
    clearInterval(writing);
    expect(performance.now() - from).toBeLessThan(2000);
  });
});

describe('what is no request', () => {
  it.each([
    ['CONNECT', `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, 405],
    ['an expectation', get('/who', 'Expect: miracles\r\n'), 400],
    ['garbage', 'GARBAGE\r\n\r\n', 400],
    ['a body that breaks off', get('/who', 'Transfer-Encoding: chunked\r\n').concat('xyz\r\n'), 400],
    ['a coding that is none', get('/who', 'Transfer-Encoding: xchunked\r\n'), 400],
  ])('is answered once, after the requests before it: %s', async (_, bytes, status) => {
    const { port } = await startEcho({ wait: () => sleep(50) });
    expect(statusesIn(await exchange(port, get('/wait') + get('/who') + bytes))).toEqual([200, 401, status]);
  });
});

describe('CONNECT behind a long list, after which Node lets go of the socket', () => {
  const pages = async function* () {
    for (let page = 0; page < 200; page += 1) yield Array.from({ length: 5000 }, (_, nth) => nth);
  };
  const both = `${get('/list')}CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`;

  /** Asks for both, and reads nothing yet. */
  const ask = async (port: number) => {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(both);
    await once(socket, 'readable');
    const readAll = async (): Promise<string> => {
      const received: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => received.push(chunk));
      await closed;
      return Buffer.concat(received).toString();
    };
    return { readAll };
  };

  it('leaves the list whole, and is refused then', async () => {
    const { port } = await startEcho({ pages });
    const { readAll } = await ask(port);
    await sleep(300);
    const received = await readAll();
    expect(statusesIn(received)).toEqual([200, 405]);
    expect(received.match(/"entry":4999}/g)).toHaveLength(200);
  });

  it('holds nobody who does not read, nor a graceful stop', async () => {
    const { port, stop } = await startEcho({ pages }, { stallTimeout: 300 });
    const stalled = await ask(port);
    await sleep(1500);
    expect(statusesIn(await stalled.readAll())).toEqual([200]);
    const stuck = await ask(port);
    await stop(50);
    expect(statusesIn(await stuck.readAll())).toEqual([200]);
  });
});

describe('more connections than there is room for', () => {
  const opened = (port: number): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('connect', () => resolve(socket)).once('error', reject);
    });

  it('are answered 503 and closed, whatever they ask, until there is room again', async () => {
    const { port, seen } = await startWaiting({ connections: 2 });
    const [one, other] = [await opened(port), await opened(port)];
    for (const bytes of ['', get('/wait'), 'GARBAGE\r\n\r\n', get('/wait').repeat(100)]) {
      const received = await exchange(port, bytes);
      expect(statusesIn(received)).toEqual([503]);
      expect(received).toMatch(/^Error-Code: OVERLOADED\r\nRetry-After: 1\r\n/m);
      expect(received).toMatch(/\r\n\r\n\{"version":"1","status":"ERR","body":"The service is overloaded;[^"]+"\}$/);
    }
    expect(seen.began).toBe(0);
    one.destroy();
    await expect.poll(async () => statusesIn(await exchange(port, LAST))).toEqual([401]);
    other.destroy();
  });

  it('do no harm to those that are served', async () => {
    const { port } = await startWaiting({ connections: 1 });
    const served = await opened(port);
    const received: Buffer[] = [];
    served.on('data', (chunk: Buffer) => received.push(chunk));
    const closed = new Promise((resolve) => served.once('close', resolve));
    served.write(get('/wait'));
    await Promise.all(Array.from({ length: 20 }, () => exchange(port, get('/wait'))));
    served.write(LAST);
    await closed;
    expect(statusesIn(Buffer.concat(received).toString())).toEqual([200, 401]);
  });

  it('are closed without a word where there are too many even for that', async () => {
    const { port } = await startWaiting({ connections: 1, refusedConnections: 0 });
    const served = await opened(port);
    expect(await exchange(port, '')).toBe('');
    served.destroy();
  });
});
