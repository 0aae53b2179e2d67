import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { exchange, send } from '../testing/client.ts';
import { startEcho } from './support/echo.ts';
import { nextAccepted } from './support/raw.ts';

const HOST = 'Host: localhost\r\n';
const TIMED_OUT = /^HTTP\/1\.1 408 .*Error-Code: REQUEST_TIMEOUT.*\{"version":"1","status":"ERR","body":"[^"]+"\}$/s;
const FAST = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 };

describe('slow requests', () => {
  it.each([
    ['headers', `GET /echo HTTP/1.1\r\n${HOST}`],
    ['a body', `POST /echo HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\n{`],
    ['chunks', `POST /echo HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
  ])('are answered 408 and closed: %s', async (_, bytes) => {
    const { port } = await startEcho({}, FAST);
    expect(await exchange(port, bytes)).toMatch(TIMED_OUT);
  });
});

describe('patience', () => {
  it('does not wait for a client that takes nothing of what it asked for', async () => {
    const endless = async function* () {
      for (;;) yield Array.from({ length: 500 }, (_, index) => index);
    };
    const { port } = await startEcho({ pages: endless }, { stallTimeout: 300 });
    const accepted = nextAccepted();
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.write(`GET /list HTTP/1.1\r\n${HOST}\r\n`);
    socket.pause();
    await once(await accepted, 'close');
    socket.destroy();
  });

  it('is longer with our own work than with a client that takes nothing of its reply', async () => {
    const { port } = await startEcho({ wait: () => sleep(300) }, { stallTimeout: 100, answerTimeout: 20_000 });
    expect((await send(port, { path: '/wait', body: {} })).status).toBe(200);
  });

  it('has an end there, too', async () => {
    const { port } = await startEcho(
      { wait: () => new Promise(() => undefined) },
      { stallTimeout: 100, answerTimeout: 300 },
    );
    await expect(send(port, { path: '/wait' })).rejects.toThrow('socket hang up');
  });

  it('leaves a slow request to the time-outs that are answered', async () => {
    const { port } = await startEcho({}, { ...FAST, stallTimeout: 50 });
    for (const bytes of ['', `GET /echo HTTP/1.1\r\n${HOST}`]) {
      expect(await exchange(port, bytes)).toMatch(TIMED_OUT);
    }
  });

  it('ends with a client that asks nothing more', async () => {
    const { port } = await startEcho({}, { stallTimeout: 100, keepAliveTimeout: 100 });
    const received = await exchange(port, `GET /who HTTP/1.1\r\n${HOST}\r\n`);
    expect(received).toMatch(/^HTTP\/1\.1 401 .*SESSION_MISSING.*\}$/s);
  });
});
