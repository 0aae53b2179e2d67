import { connect } from 'node:net';
import { Withdrawn } from '@health-case/domain/errors';
import { describe, expect, it } from 'vitest';
import { exchange, send } from '../testing/client.ts';
import { startEcho } from './support/echo.ts';
import { restOf } from './support/rest-of.ts';

/** A hundred of them are more than is sent at once. */
const PAGE = Array.from({ length: 500 }, (_, entry) => entry);

const pagesOf = (...pages: readonly number[][]) =>
  async function* () {
    yield* pages;
  };

describe('lists (D-12)', () => {
  it('come whole, with their length where that can be known before they are sent, and in chunks otherwise', async () => {
    for (const pages of [[], [[1, 2]], [[1], [2, 3]], [PAGE, [4, 5]], Array(100).fill(PAGE)]) {
      const { port } = await startEcho({ pages: pagesOf(...pages) });
      const reply = await send(port, { path: '/list' });
      expect(reply.content).toEqual(pages.flat().map((entry) => ({ entry })));
      expect(Object.keys(reply.envelope)).toEqual(['version', 'status', 'body']);
      expect(reply.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
      expect(reply.headers['transfer-encoding']).toBe(pages.length > 2 ? 'chunked' : undefined);
      const length = Buffer.byteLength(JSON.stringify(reply.envelope));
      expect(reply.headers['content-length']).toBe(pages.length > 2 ? undefined : String(length));
    }
  });

  it('of any length are not read further for a HEAD', async () => {
    let fetched = 0;
    const endless = async function* () {
      for (; ; fetched += 1) yield PAGE;
    };
    const { port } = await startEcho({ pages: endless });
    const received = await exchange(port, 'HEAD /list HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Content-Type: application\/json\r\n[\s\S]*\r\n\r\n$/i);
    expect(fetched).toBeLessThan(100);
  });

  it('fetch no more pages than a reader who has stopped reading leaves room for', async () => {
    let fetched = 0;
    const endless = async function* () {
      for (; ; fetched += 1) yield PAGE;
    };
    const { port } = await startEcho({ pages: endless });
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write('GET /list HTTP/1.1\r\nHost: localhost\r\n\r\n');
    socket.pause();
    await expect.poll(() => fetched).toBeGreaterThan(10);
    // The buffers of the two sockets fill first; how much they take is the kernel's to say.
    await restOf(() => fetched);
    const most = fetched;
    socket.resume();
    await expect.poll(() => fetched).toBeGreaterThan(2 * most);
    socket.destroy();
  });
});

describe('long lists', () => {
  it('give everyone else a turn whenever they have worked for long, and one another', async () => {
    let [inTurn, mostInTurn, made] = [0, 0, 0];
    const slow = async function* () {
      for (let page = 0; page < 20; page += 1) {
        const until = performance.now() + 2;
        while (performance.now() < until);
        [made, inTurn] = [made + 1, inTurn + 1];
        mostInTurn = Math.max(mostInTurn, inTurn);
        yield [page];
      }
    };
    const { port } = await startEcho({ pages: slow });
    const next = (): void => {
      inTurn = 0;
      if (made < 80) setImmediate(next);
    };
    next();
    await Promise.all(Array.from({ length: 4 }, () => send(port, { path: '/list' })));
    expect(made).toBe(80);
    // The first page of each may fall into one turn; from then on each turn is for one of them.
    expect(mostInTurn).toBeLessThanOrEqual(4);
  });

  it.each(['at once', 'while it takes nothing'])('stop fetching when the reader goes away %s', async (when) => {
    let [ended, fetched] = [false, 0];
    const endless = async function* () {
      try {
        for (; ; fetched += 1) yield PAGE;
      } finally {
        ended = true;
      }
    };
    const { port } = await startEcho({ pages: endless });
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write('GET /list HTTP/1.1\r\nHost: localhost\r\n\r\n');
    if (when === 'at once') socket.once('data', () => socket.destroy());
    else {
      socket.pause();
      await expect.poll(() => fetched).toBeGreaterThan(10);
      await restOf(() => fetched);
      socket.destroy();
    }
    await expect.poll(() => ended).toBe(true);
  });

  it('are refused or cut off when their reader loses the right to them', async () => {
    const withdrawn = (good: number) =>
      async function* () {
        for (let page = 0; page < good; page += 1) yield PAGE;
        throw new Withdrawn({ code: 'ROLE_NOT_ALLOWED' });
      };
    const early = await startEcho({ pages: withdrawn(1) });
    expect((await send(early.port, { path: '/list' })).code).toBe('ROLE_NOT_ALLOWED');
    const late = await startEcho({ pages: withdrawn(100) });
    const received = await exchange(late.port, 'GET /list HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(received).toContain('HTTP/1.1 200 OK');
    expect(received).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(late.logged.join()).toMatch(
      /^A list was cut off: its reader lost the right to it\. .*"code":"ROLE_NOT_ALLOWED"/,
    );
  });

  it('are answered as a failure as long as nothing is sent, and break off visibly after that', async () => {
    const failing = (good: number) =>
      async function* () {
        for (let page = 0; page < good; page += 1) yield PAGE;
        throw new Error('the store went away');
      };
    for (const good of [0, 3]) {
      const { port } = await startEcho({ pages: failing(good) });
      expect((await send(port, { path: '/list' })).code).toBe('INTERNAL');
    }
    const later = await startEcho({ pages: failing(100) });
    const received = await exchange(later.port, 'GET /list HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(received).toContain('HTTP/1.1 200 OK');
    // A chunked body ends with an empty chunk; without it the client knows that something is missing.
    expect(received).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(received).not.toContain('Error');
    expect(later.logged.join()).toMatch(
      /^A list broke off\. \{"requestId":"[^"]+","variant":"A","method":"GET","route":"\/list","err"/,
    );
  });
});
