import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Observe } from '../src/server/observation.ts';
import { open, type Reply, send, exchange as sendBytes } from '../testing/client.ts';
import { expectRefusal } from '../testing/replies.ts';
import { type Behaviour, get, PAGE, pagesOf, startEcho } from './support/echo.ts';

type Exchange = Parameters<Observe>[0];

const observed = async (behaviour: Behaviour = {}) => {
  const told: Exchange[] = [];
  const { port } = await startEcho({ ...behaviour, observe: (exchange) => told.push(exchange) });
  /** What was told, once so many requests are over. */
  const after = async (count: number): Promise<readonly Exchange[]> => {
    await expect.poll(() => told.length).toBe(count);
    return told;
  };
  return { port, after };
};

describe('the observer of a request learns', () => {
  it('the id of its reply, the method, the template of the path, the status, the code, the time and the size', async () => {
    const { port, after } = await observed({ wait: () => sleep(60) });
    const began = performance.now();
    const good = await send(port, { path: '/wait' });
    const took = performance.now() - began;
    const refused = await send(port, { method: 'POST', path: '/echo/x?secret=1', body: { firstName: 7 } });
    const facts = { variant: 'A', milliseconds: expect.any(Number), aborted: false };
    const factsOf = ({ headers, status, code, text }: Reply) => {
      return { ...facts, requestId: headers['request-id'], status, code, bytes: Buffer.byteLength(text) };
    };
    const [first, second] = await after(2);
    expect(good.status).toBe(200);
    expect(first).toEqual({ ...factsOf(good), method: 'GET', route: '/wait' });
    expect(first?.milliseconds).toBeGreaterThan(50);
    expect(first?.milliseconds).toBeLessThanOrEqual(took);
    expectRefusal(refused, 405, 'METHOD_NOT_ALLOWED');
    expect(second).toEqual({ ...factsOf(refused), method: 'POST', route: '/echo/:name' });
  });

  it('all bytes of a list that is streamed, and none for HEAD', async () => {
    const { port, after } = await observed({ pages: pagesOf(...Array<typeof PAGE>(100).fill(PAGE)) });
    const list = await send(port, { path: '/list' });
    expect(list.headers['content-length']).toBeUndefined();
    expect(list.content).toHaveLength(50_000);
    const head = await send(port, { method: 'HEAD', path: '/list' });
    await sendBytes(port, 'HEAD /list HTTP/1.1\r\n\r\n');
    const [listed, asked, refused] = await after(3);
    expect(refused).toMatchObject({ method: 'HEAD', bytes: 0, status: 400 });
    expect(listed).toMatchObject({ route: '/list', bytes: Buffer.byteLength(list.text), aborted: false });
    expect(asked).toMatchObject({ method: 'HEAD', bytes: 0, requestId: head.headers['request-id'], status: 200 });
  });

  it('that the client left before the reply', async () => {
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const wait = () => {
      begun.resolve();
      return held.promise;
    };
    const { port, after } = await observed({ wait });
    const { socket } = open(port);
    socket.write(get('/wait'));
    await begun.promise;
    socket.destroy();
    expect((await after(1))[0]).toMatchObject({ route: '/wait', status: 0, requestId: undefined, aborted: true });
    held.resolve();
  });

  it.each([
    ['a broken request line', 'GET secret\r\n\r\n', 400, 'MALFORMED_HTTP'],
    ['CONNECT', 'CONNECT secret:80 HTTP/1.1\r\nHost: secret\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
  ])('of requests that are not valid: %s', async (_, bytes, status, code) => {
    const { port, after } = await observed();
    const reply = await sendBytes(port, bytes);
    const requestId = /^Request-Id: (\S+)\r$/m.exec(reply)?.[1];
    const content = reply.slice(reply.indexOf('\r\n\r\n') + 4);
    expect((await after(1))[0]).toEqual({
      variant: 'A',
      requestId,
      method: 'other',
      route: 'unknown',
      status,
      code,
      milliseconds: undefined,
      bytes: content.length,
      aborted: false,
    });
  });
});
