import { RightLost } from '@health-case/domain/errors';
import { describe, expect, it } from 'vitest';
import { createPieces, jsonOfPages } from '../src/endpoint.ts';
import { envelopeFault, exchange, open, send } from '../testing/client.ts';
import { endlessList, get, PAGE, pagesOf, settled, startEcho } from './support/echo.ts';

describe('lists (D-12)', () => {
  it('come whole, with their length if they are one piece, and in chunks otherwise', async () => {
    for (const pages of [[], [[1, 2]], [[1], [2, 3]], [PAGE, [4, 5]], Array(100).fill(PAGE)]) {
      const { port } = await startEcho({ pages: pagesOf(...pages) });
      const reply = await send(port, { path: '/list' });
      expect(reply.content).toEqual(pages.flat().map((entry) => ({ entry })));
      expect(Object.keys(reply.envelope)).toEqual(['version', 'status', 'body']);
      expect(reply.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
      expect(reply.headers['transfer-encoding']).toBe(pages.length > 2 ? 'chunked' : undefined);
      const length = Buffer.byteLength(JSON.stringify(reply.envelope));
      expect(reply.headers['content-length']).toBe(pages.length > 2 ? undefined : String(length));
      expect(envelopeFault(reply)).toBeUndefined();
    }
  });

  it('are not read on for a HEAD', async () => {
    const { pages, seen } = endlessList();
    const { port } = await startEcho({ pages });
    const received = await exchange(port, 'HEAD /list HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Content-Type: application\/json\r\n[\s\S]*\r\n\r\n$/i);
    expect(seen.fetched).toBeLessThan(100);
  });
});

describe('long lists', () => {
  it('yield to the event loop, one list in each of its turns', async () => {
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

  it('fetch no more pages than the reader leaves room for, and stop when it goes away', async () => {
    const { pages, seen } = endlessList();
    const { port } = await startEcho({ pages });
    for (const goesAway of ['while it takes nothing', 'while it reads']) {
      Object.assign(seen, { fetched: 0, ended: false });
      const { socket, resume } = open(port, { paused: true });
      socket.write(get('/list'));
      await expect.poll(() => seen.fetched).toBeGreaterThan(10);
      // The buffers of the two sockets fill first; how much they take is the kernel's to say.
      await settled(() => seen.fetched);
      if (goesAway === 'while it reads') {
        const most = seen.fetched;
        resume();
        await expect.poll(() => seen.fetched).toBeGreaterThan(2 * most);
      }
      socket.destroy();
      await expect.poll(() => seen.ended).toBe(true);
    }
  });

  it('cost a slow reader no more than a page and a piece, however long its texts are', async () => {
    const page = Array.from({ length: 2000 }, (_, nth) => ({ nth, title: '"'.repeat(500) }));
    const pieces: string[] = [];
    const list = jsonOfPages(pagesOf(page, page)(), (entry) => entry);
    for await (const piece of createPieces()('{', list)) pieces.push(piece);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(128 * 1024);
  });

  const CODE = 'ROLE_NOT_ALLOWED';
  const BROKE_OFF = /^A list broke off\. \{"requestId":"[^"]+","variant":"A","method":"GET","route":"\/list","err"/;
  it.each([
    [new RightLost({ code: CODE }), CODE, /^A list was cut off: .*"code":"ROLE_NOT_ALLOWED"/],
    [new Error('the store went away'), 'INTERNAL', BROKE_OFF],
  ])('are refused as long as nothing is sent, and break off visibly after that: %s', async (error, code, line) => {
    const failing = (good: number) =>
      async function* () {
        for (let page = 0; page < good; page += 1) yield PAGE;
        throw error;
      };
    for (const good of [0, 3]) {
      const { port } = await startEcho({ pages: failing(good) });
      expect((await send(port, { path: '/list' })).code).toBe(code);
    }
    const { port, logged } = await startEcho({ pages: failing(100) });
    const received = await exchange(port, get('/list'));
    expect(received).toContain('HTTP/1.1 200 OK');
    // A chunked body ends with an empty chunk; without it the client knows that something is missing.
    expect(received).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(received).not.toContain('Error');
    expect(logged.join()).toMatch(line);
  });
});
