import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { send } from '../testing/client.ts';
import { startEcho } from './support/echo.ts';

const HOST = 'Host: localhost\r\n';

/** A server on which /wait waits until it is told to end, and which tells how often that began. */
const startHeld = async (mostAtWork: number) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let began = 0;
  const wait = (): Promise<void> => {
    began += 1;
    return promise;
  };
  const { port } = await startEcho({ wait, mostAtWork });
  return { port, began: () => began, end: resolve };
};

describe('more requests at work than there is room for (P-22)', () => {
  it('are answered 503 at once, until there is room again', async () => {
    const { port, began, end } = await startHeld(2);
    const waiting = [send(port, { path: '/wait' }), send(port, { path: '/wait' })];
    await expect.poll(began).toBe(2);
    for (const path of ['/wait', '/who', '/list']) {
      const reply = await send(port, { path, headers: { Authorization: 'Bearer known' } });
      expect([reply.status, reply.code, reply.headers['retry-after']]).toEqual([503, 'OVERLOADED', '1']);
    }
    end();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await send(port, { path: '/wait' })).status).toBe(200);
  });

  it('do not keep anyone from hearing that the process is alive, or what is wrong with a request', async () => {
    const { port, began, end } = await startHeld(1);
    const waiting = send(port, { path: '/wait' });
    await expect.poll(began).toBe(1);
    expect((await send(port, { path: '/healthz' })).status).toBe(200);
    expect((await send(port, { path: '/nowhere' })).code).toBe('PATH_NOT_FOUND');
    expect((await send(port, { path: '/echo', body: '[]' })).code).toBe('MALFORMED_JSON');
    end();
    await waiting;
  });

  it('are not those whose clients are slow to send or to read', async () => {
    let lists = 0;
    const endless = async function* () {
      lists += 1;
      for (;;) yield Array.from({ length: 500 }, (_, index) => index);
    };
    const { port } = await startEcho({ pages: endless, mostAtWork: 1 }, { stallTimeout: 120_000 });
    const slow = [
      `POST /echo HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\n{`,
      `POST /echo HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
      `GET /list HTTP/1.1\r\n${HOST}\r\n`,
    ].map((bytes) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.pause().write(bytes);
      return socket;
    });
    await expect.poll(() => lists).toBe(1);
    const echo = async () => (await send(port, { path: '/echo', body: { firstName: 'Mia' } })).status;
    await expect.poll(echo).toBe(200);
    for (const socket of slow) socket.destroy();
  });
});
