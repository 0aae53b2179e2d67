import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { exchange, open, send, statusesIn } from '../testing/client.ts';
import { get, HOST, nextAccepted, post } from './support/connection.ts';
import { startEcho, startHeld } from './support/echo.ts';

describe('timeouts', () => {
  const TIMED_OUT = /^HTTP\/1\.1 408 .*Error-Code: REQUEST_TIMEOUT.*\{"version":"1","status":"ERR","body":"[^"]+"\}$/s;
  const FAST = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 };
  const never = () => new Promise<never>(() => undefined);

  it.each([
    ['headers', `GET /echo HTTP/1.1\r\n${HOST}`],
    ['no byte', ''],
    ['a body', post('/echo', 'Content-Length: 10', '{')],
    ['chunks', post('/echo', 'Transfer-Encoding: chunked', '1\r\n{\r\n')],
  ])('answer a slow request 408, whatever the stall timeout: %s', async (_, bytes) => {
    const { port } = await startEcho({}, { ...FAST, ...(bytes.startsWith('POST') ? {} : { stallTimeout: 50 }) });
    expect(await exchange(port, bytes)).toMatch(TIMED_OUT);
  });

  it('close the connection of a client that reads nothing of its reply', async () => {
    const endless = async function* () {
      for (;;) yield Array.from({ length: 500 }, (_, index) => index);
    };
    const { port } = await startEcho({ pages: endless }, { stallTimeout: 300 });
    const accepted = nextAccepted();
    const { socket } = open(port, { paused: true });
    socket.write(get('/list'));
    await once(await accepted, 'close');
    socket.destroy();
  });

  it('give the service more time than the client, but not for ever', async () => {
    const slow = await startEcho({ wait: () => sleep(300) }, { stallTimeout: 100, answerTimeout: 20_000 });
    expect((await send(slow.port, { path: '/wait', body: {} })).status).toBe(200);
    const stuck = await startEcho({ wait: never }, { stallTimeout: 100, answerTimeout: 300 });
    await expect(send(stuck.port, { path: '/wait' })).rejects.toThrow('socket hang up');
  });

  it('close a connection on which no further request comes', async () => {
    const { port } = await startEcho({}, { stallTimeout: 100, keepAliveTimeout: 100 });
    expect(statusesIn(await exchange(port, get('/who')))).toEqual([401]);
  });
});

describe('a graceful stop', () => {
  it('finishes what is in flight, and accepts nothing more', async () => {
    const { port, stop, seen, end } = await startHeld();
    const inFlight = send(port, { path: '/wait', headers: { Connection: 'keep-alive' } });
    await expect.poll(() => seen.began).toBe(1);
    const accepted = nextAccepted();
    const onItsWay = open(port);
    onItsWay.socket.write(`GET /who HTTP/1.1\r\n${HOST}`);
    await expect.poll(async () => (await accepted).bytesRead).toBeGreaterThan(0);
    const stopped = stop(20_000);
    await expect(send(port, { path: '/who' })).rejects.toThrow('ECONNREFUSED');
    end();
    const { status, headers } = await inFlight;
    expect([status, headers.connection]).toEqual([200, 'close']);
    onItsWay.socket.write('\r\n');
    expect(await onItsWay.closed).toMatch(/^HTTP\/1\.1 401 [\s\S]*^Connection: close\r$/m);
    await stopped;
  });

  it('destroys what does not finish in time', async () => {
    const { port, stop, seen } = await startHeld();
    const hanging = send(port, { path: '/wait' });
    await expect.poll(() => seen.began).toBe(1);
    await Promise.all([stop(100), expect(hanging).rejects.toThrow()]);
  });
});
