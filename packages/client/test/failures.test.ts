import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CallFailed, type ClientA, createClientA, type Fetch } from '../src/variant-a.ts';
import { createClientB } from '../src/variant-b.ts';
import { answering, answeringText, refusing, scriptedFetch, unreachable } from './support/scripted-fetch.ts';
import { openServices } from './support/services.ts';

const { url } = openServices();
const SESSION = 'mUzl2zFEr59BEDizN0e_m01Y2j4SEN90PPM5Q5dHC8s';
const SECRETS = { email: 'jan@example.org', password: 'kW4!paper-rainbow' };

/** A server that answers so much to whoever sends something, then hangs up or falls silent. */
const startServer = async (sent: string, then: 'hangs up' | 'falls silent') => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => socket.destroy()));
    socket.once('data', () => {
      socket.write(sent);
      if (then === 'hangs up') socket.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
};
const BEGUN = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"version":"1",';

const failureOf = async (call: Promise<unknown>): Promise<CallFailed> => {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof CallFailed)) throw new Error(`That is no CallFailed: ${inspect(failure)}`);
  return failure;
};

describe('a call without a result', () => {
  it('is thrown if nothing listens', async () => {
    const client = createClientA('http://127.0.0.1:1', { retries: 0 });
    expect(await failureOf(client.alive())).toMatchObject({ method: 'alive', reason: 'no reply', status: undefined });
  });

  it('is thrown if the reply is cut', async () => {
    const server = await startServer(BEGUN, 'hangs up');
    expect(await failureOf(createClientA(server.url, { retries: 0 }).listDoctors())).toMatchObject({
      reason: 'no reply',
    });
  });

  it.each(['', BEGUN])('is thrown if the reply takes too long, after %j', async (sent) => {
    const server = await startServer(sent, 'falls silent');
    const client = createClientA(server.url, { timeout: 50, retries: 0 });
    const expected = { reason: 'timed out', message: 'listDoctors: no reply within 50 ms' };
    expect(await failureOf(client.listDoctors())).toMatchObject(expected);
    expect(await failureOf(client.listDoctors({}, { timeout: 40 }))).toMatchObject({
      message: 'listDoctors: no reply within 40 ms',
    });
  });

  it('is not thrown, however long the reply takes, if there is no bound', async () => {
    const fetch: Fetch = (_, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', reject);
        setTimeout(() => resolve(new Response('{"version":"1","status":"OK","body":null}')), 50);
      });
    expect(await createClientA('http://service.test', { fetch, timeout: Infinity }).alive()).toMatchObject({
      ok: true,
    });
  });

  it.each([
    ['an error page', answeringText('<html>', { status: 404 })],
    ['a reply without a code', answeringText('{"version":"1","status":"ERR","body":"No."}', { status: 400 })],
    ['no content', answeringText('{"version":"1","status":"OK"}')],
    ['null', answeringText('null')],
    ['a text', answeringText('"OK"')],
    ['the other variant', answeringText('{"version":"1","status":"OK","response":null}')],
  ])('is thrown if the reply is %s', async (_, reply) => {
    const { fetch, sent } = scriptedFetch(reply);
    const failure = await failureOf(createClientA('http://service.test', { fetch }).listDoctors());
    expect(failure).toMatchObject({ reason: 'broken reply', message: expect.stringContaining('none of variant A') });
    expect(sent).toHaveLength(1);
  });

  it('is thrown if the other variant is at the URL', async () => {
    expect(await failureOf(createClientA(url('B')).logIn(SECRETS))).toMatchObject({
      reason: 'broken reply',
      status: 404,
    });
    expect(await failureOf(createClientB(url('A')).logIn(SECRETS))).toMatchObject({
      reason: 'broken reply',
      status: 404,
    });
    expect(await failureOf(createClientB(url('A')).alive())).toMatchObject({ reason: 'broken reply', status: 200 });
  });

  it('is thrown if the service has nothing at the URL', async () => {
    const failure = await failureOf(createClientA(`${url('A')}/elsewhere`).listDoctors());
    expect(failure).toMatchObject({ reason: 'broken reply', status: 404 });
  });

  it('follows no redirect, which would take a password along', async () => {
    const elsewhere = await startServer('', 'falls silent');
    const head = `HTTP/1.1 307 Moved\r\nLocation: ${elsewhere.url}/\r\nContent-Length: 0\r\n\r\n`;
    const server = await startServer(head, 'hangs up');
    expect(await failureOf(createClientA(server.url).logIn(SECRETS))).toMatchObject({ reason: 'no reply' });
    expect([server.sockets.length, elsewhere.sockets.length]).toEqual([1, 0]);
  });

  it('holds neither the session nor a password', async () => {
    const silent = await startServer('', 'falls silent');
    const failing: readonly ClientA[] = [
      createClientA(silent.url, { session: SESSION, timeout: 20, retries: 0 }),
      createClientA('http://127.0.0.1:1', { session: SESSION }),
      createClientA(url('B'), { session: SESSION }),
      createClientA('http://service.test', { session: SESSION, fetch: scriptedFetch(unreachable).fetch }),
      createClientA('http://service.test', { session: SESSION, fetch: scriptedFetch(answering(undefined)).fetch }),
    ];
    for (const client of failing) {
      const failure = await failureOf(client.logIn(SECRETS));
      const shown = `${inspect(failure, { depth: 20, showHidden: true })} ${JSON.stringify(failure)}`;
      expect(shown).not.toMatch(/paper-rainbow|mUzl2z/);
    }
  });
});

describe('a signal', () => {
  const reason = new Error('No longer wanted.');

  it('that has been aborted lets nothing be sent', async () => {
    const { fetch, sent } = scriptedFetch(answering([]));
    const asked = createClientA('http://service.test', { fetch }).listDoctors(
      {},
      { signal: AbortSignal.abort(reason) },
    );
    await expect(asked).rejects.toBe(reason);
    expect(sent).toHaveLength(0);
  });

  it('ends a call that waits for its reply, with the reason of the signal', async () => {
    const controller = new AbortController();
    const server = await startServer('', 'falls silent');
    const asked = createClientA(server.url, { retries: 0 }).listDoctors({}, { signal: controller.signal });
    await expect.poll(() => server.sockets.length).toBe(1);
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });

  it('ends a call that waits for its next try', async () => {
    // The time of the next try never comes.
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    const { fetch, sent } = scriptedFetch(refusing({ code: 'OVERLOADED', retryAfterSeconds: 20 }));
    const asked = createClientA('http://service.test', { fetch }).listDoctors({}, { signal: controller.signal });
    await vi.waitUntil(() => sent.length === 1);
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    expect(sent).toHaveLength(1);
  });
});
