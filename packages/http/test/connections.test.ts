import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { exchange } from '../testing/client.ts';
import { startEcho } from './support/echo.ts';
import { get, HOST, LAST, statusesIn } from './support/raw.ts';
import { restOf } from './support/rest-of.ts';

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

/** A connection, and the statuses of what has come on it so far. */
const receiving = (port: number) => {
  const socket = connect({ port, host: '127.0.0.1' });
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  return { socket, closed: once(socket, 'close'), statuses: () => statusesIn(Buffer.concat(received).toString()) };
};

describe('requests that come together on one connection', () => {
  it('are served one after another (RFC 9112, 9.3.2)', async () => {
    const { port, seen } = await startWaiting();
    const received = await exchange(port, get('/wait').repeat(5) + LAST);
    expect(statusesIn(received)).toEqual([200, 200, 200, 200, 200, 401]);
    expect(seen).toEqual({ began: 5, underWay: 0, most: 1 });
  });

  it('keep nobody else waiting', async () => {
    const { promise: all, resolve } = Promise.withResolvers<void>();
    let began = 0;
    const wait = (): Promise<void> => {
      began += 1;
      if (began === 5) resolve();
      return all;
    };
    const { port } = await startEcho({ wait });
    const received = await Promise.all(Array.from({ length: 5 }, () => exchange(port, get('/wait') + LAST)));
    expect(received.map(statusesIn)).toEqual(Array(5).fill([200, 401]));
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
    const { port } = await startEcho({ wait: () => sleep(20) });
    const { socket, closed, statuses } = receiving(port);
    socket.write(`${get('/wait')}POST /echo HTTP/1.1\r\n${HOST}Content-Length: 19\r\n\r\n{"firstN`);
    await expect.poll(statuses).toEqual([200]);
    socket.write(`ame":"Mia"}${LAST}`);
    await closed;
    expect(statuses()).toEqual([200, 200, 401]);
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
    const { socket, closed, statuses } = receiving(port);
    socket.write(`${get('/who').repeat(999)}POST /echo HTTP/1.1\r\n${HOST}Content-Length: 19\r\n\r\n{"firstN`);
    await expect.poll(() => statuses().length).toBe(999);
    socket.write('ame":"Mia"}');
    await closed;
    expect(statuses().slice(-2)).toEqual([401, 200]);
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
    const { socket, closed, statuses } = receiving(port);
    await once(socket, 'connect');
    socket.write(get('/wait'));
    await Promise.all(Array.from({ length: 20 }, () => exchange(port, get('/wait'))));
    socket.write(LAST);
    await closed;
    expect(statuses()).toEqual([200, 401]);
  });

  it('are closed without a word where there are too many even for that', async () => {
    const { port } = await startWaiting({ connections: 1, refusedConnections: 0 });
    const served = await opened(port);
    expect(await exchange(port, '')).toBe('');
    served.destroy();
  });
});
