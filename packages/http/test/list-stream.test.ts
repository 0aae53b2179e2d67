import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { exchange, send } from '../testing/client.ts';
import { startEcho } from './support/echo-server.ts';

const pagesOf = (...pages: readonly number[][]) =>
  async function* () {
    yield* pages;
  };

describe('lists (D-12)', () => {
  it('come whole, with their length where they fit a page and in chunks where they do not', async () => {
    for (const pages of [[], [[1, 2]], [[1], [2, 3]], [[1], [2], [3], [4, 5]]]) {
      const { port } = await startEcho({ pages: pagesOf(...pages) });
      const reply = await send(port, { path: '/list' });
      expect(reply.content).toEqual(pages.flat().map((entry) => ({ entry })));
      expect(Object.keys(reply.envelope)).toEqual(['version', 'status', 'body']);
      expect(reply.headers['transfer-encoding']).toBe(pages.length > 1 ? 'chunked' : undefined);
    }
  });

  it('fetch no more pages than a reader who has stopped reading leaves room for', async () => {
    let fetched = 0;
    const endless = async function* () {
      for (;;) {
        fetched += 1;
        yield Array.from({ length: 500 }, (_, index) => index);
      }
    };
    const { port } = await startEcho({ pages: endless });
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write('GET /list HTTP/1.1\r\nHost: localhost\r\n\r\n');
    socket.pause();
    await expect.poll(() => fetched, { timeout: 5000 }).toBeGreaterThan(10);
    let before = -1;
    // The buffers of the two sockets fill first; how much they take is the kernel's to say.
    await expect
      .poll(
        async () => {
          before = fetched;
          await sleep(200);
          return fetched - before;
        },
        { timeout: 10_000 },
      )
      .toBe(0);
    socket.destroy();
  });

  it('give everyone else a turn between two pages', async () => {
    let [turns, pages] = [0, 0];
    const fast = async function* () {
      for (; pages < 200; pages += 1) yield [pages];
    };
    const { port } = await startEcho({ pages: fast });
    const count = (): void => {
      turns += 1;
      if (pages < 200) setImmediate(count);
    };
    count();
    const before = turns;
    await send(port, { path: '/list' });
    expect(pages).toBe(200);
    expect(turns - before).toBeGreaterThan(150);
  });

  it('stop fetching when the reader goes away', async () => {
    let ended = false;
    const endless = async function* () {
      try {
        for (;;) yield [1];
      } finally {
        ended = true;
      }
    };
    const { port } = await startEcho({ pages: endless });
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write('GET /list HTTP/1.1\r\nHost: localhost\r\n\r\n');
    socket.once('data', () => socket.destroy());
    await expect.poll(() => ended, { timeout: 5000 }).toBe(true);
  });

  it('are answered as a failure if the first page fails, and break off visibly if a later one does', async () => {
    const failing = (good: number) =>
      async function* () {
        for (let page = 0; page < good; page += 1) yield [page];
        throw new Error('the store went away');
      };
    const first = await startEcho({ pages: failing(0) });
    expect((await send(first.port, { path: '/list' })).code).toBe('INTERNAL');
    const later = await startEcho({ pages: failing(3) });
    const received = await exchange(later.port, 'GET /list HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(received).toContain('HTTP/1.1 200 OK');
    // A chunked body ends with an empty chunk; without it the client knows that something is missing.
    expect(received).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(received).not.toContain('Error');
    expect(later.logged.join()).toContain('A list broke off.');
  });
});
