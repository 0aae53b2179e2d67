import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CallFailed, createClientA, type Fetch } from '../src/variant-a.ts';
import { createClientB } from '../src/variant-b.ts';
import { answering, answeringText, refusing, scriptedFetch, unreachable } from './support/scripted-fetch.ts';
import { openServices } from './support/services.ts';

const { url } = openServices();
const SERVICE = 'http://service.test';
const SESSION = 'mUzl2zFEr59BEDizN0e_m01Y2j4SEN90PPM5Q5dHC8s';
const CREDENTIALS = { email: 'jan@example.org', password: 'kW4!paper-rainbow' };

/** A server that begins a reply to each request, or none, and does not end it. */
const startServer = async (begin: (outgoing: ServerResponse) => void = () => undefined) => {
  const server = createServer((_, outgoing) => begin(outgoing));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};
const halfAReply = (outgoing: ServerResponse) => void outgoing.write('{"version":"1",');

const failureOf = async (call: Promise<unknown>): Promise<CallFailed> => {
  const [settled] = await Promise.allSettled([call]);
  if (settled.status === 'fulfilled') throw new Error(`It did not fail: ${inspect(settled.value)}`);
  expect(settled.reason).toBeInstanceOf(CallFailed);
  return settled.reason;
};

describe('a call without a result', () => {
  it('is thrown if nothing listens, or the reply is cut', async () => {
    const nobody = createClientA('http://127.0.0.1:1', { retries: 0 });
    expect(await failureOf(nobody.alive())).toMatchObject({ method: 'alive', reason: 'no reply', status: undefined });
    const server = await startServer((outgoing) => outgoing.write('{"version":"1",', () => outgoing.destroy()));
    const cut = createClientA(server.url, { retries: 0 }).listDoctors();
    expect(await failureOf(cut)).toMatchObject({ reason: 'no reply' });
  });

  it.each([undefined, halfAReply])('is thrown if the reply takes too long: %o', async (begin) => {
    const server = await startServer(begin);
    const client = createClientA(server.url, { timeout: 50, retries: 0 });
    const expected = { reason: 'timed out', message: 'listDoctors: no reply within 50 ms' };
    expect(await failureOf(client.listDoctors())).toMatchObject(expected);
    const { message } = await failureOf(client.listDoctors({}, { timeout: 40 }));
    expect(message).toBe('listDoctors: no reply within 40 ms');
  });

  it('is not thrown, however long the reply takes, if there is no timeout', async () => {
    const fetch: Fetch = (_, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', reject);
        setTimeout(() => resolve(new Response('{"version":"1","status":"OK","body":null}')), 50);
      });
    expect(await createClientA(SERVICE, { fetch, timeout: Infinity }).alive()).toMatchObject({ ok: true });
  });

  it.each([
    ['an error page', answeringText('<html>', { status: 404 })],
    ['a reply without a code', answeringText('{"version":"1","status":"ERR","body":"No."}', { status: 400 })],
    ['no content', answeringText('{"version":"1","status":"OK"}')],
    ['null', answeringText('null')],
    ['a text', answeringText('"OK"')],
  ])('is thrown if the reply is %s', async (_, reply) => {
    const { fetch, sent } = scriptedFetch(reply);
    const failure = await failureOf(createClientA(SERVICE, { fetch }).listDoctors());
    expect(failure).toMatchObject({ reason: 'broken reply', message: expect.stringContaining('none of variant A') });
    expect(sent).toHaveLength(1);
  });

  it('is thrown if the other variant, or nothing of the service, is at the URL', async () => {
    const calls = [
      () => createClientA(url('B')).logIn(CREDENTIALS),
      () => createClientB(url('A')).logIn(CREDENTIALS),
      () => createClientA(`${url('A')}/elsewhere`).listDoctors(),
    ];
    for (const call of calls) expect(await failureOf(call())).toMatchObject({ reason: 'broken reply', status: 404 });
  });
});

describe('secrets', () => {
  it('are in no error', async () => {
    const silent = await startServer();
    const failing = [
      createClientA(silent.url, { session: SESSION, timeout: 20, retries: 0 }),
      createClientA('http://127.0.0.1:1', { session: SESSION }),
      createClientA(url('B'), { session: SESSION }),
      createClientA(SERVICE, { session: SESSION, fetch: scriptedFetch(unreachable).fetch }),
      createClientA(SERVICE, { session: SESSION, fetch: scriptedFetch(answering(undefined)).fetch }),
    ];
    const unusable = [
      async () => createClientA(SERVICE, { session: `${SESSION}\n` }),
      async () => createClientA('http://someone:paper-rainbow@service.test'),
    ];
    for (const call of [...failing.map((client) => () => client.logIn(CREDENTIALS)), ...unusable]) {
      const error: unknown = await call().then(undefined, (thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      const shown = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)}`;
      expect(shown).not.toMatch(/paper-rainbow|mUzl2z/);
    }
  });

  it('do not show when a client is logged, copied or written as JSON, and travel in one header, to no other place', async () => {
    const { fetch, sent } = scriptedFetch(answering([]));
    const client = createClientA(`${SERVICE}/base/`, { fetch, session: SESSION });
    for (const shown of [inspect(client, { showHidden: true }), JSON.stringify(client), inspect({ ...client })]) {
      expect(shown).not.toContain(SESSION);
    }
    await client.listDoctors();
    await client.listDoctors({ limit: 5 });
    const there = {
      url: `${SERVICE}/base/api/Doc`,
      headers: { Authorization: `Bearer ${SESSION}` },
      redirect: 'error',
    };
    expect(sent).toMatchObject([
      { ...there, method: 'GET' },
      { ...there, method: 'QUERY', body: '{"limit":"5"}' },
    ]);
    expect(sent[0]).not.toHaveProperty('body');
    expect(JSON.stringify(sent).split(SESSION)).toHaveLength(3);
  });

  it('of a new session stay when the session before it ends', async () => {
    const { fetch } = scriptedFetch(refusing({ code: 'SESSION_INVALID' }));
    const client = createClientA(SERVICE, { fetch, session: SESSION });
    const asked = client.listDoctors();
    client.session = 'another';
    await asked;
    expect(client.session).toBe('another');
  });
});

describe('a signal', () => {
  const reason = new Error('No longer wanted.');

  it('that has been aborted lets nothing be sent', async () => {
    const { fetch, sent } = scriptedFetch(answering([]));
    const signal = AbortSignal.abort(reason);
    await expect(createClientA(SERVICE, { fetch }).listDoctors({}, { signal })).rejects.toBe(reason);
    expect(sent).toHaveLength(0);
  });

  it('ends a call that waits for its reply', async () => {
    const controller = new AbortController();
    const { server, url: silent } = await startServer();
    const asked = createClientA(silent, { retries: 0 }).listDoctors({}, { signal: controller.signal });
    await once(server, 'request');
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });

  it('ends a call that waits for its next try', async () => {
    // The time of the next try never comes.
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    const { fetch, sent } = scriptedFetch(refusing({ code: 'OVERLOADED', retryAfterSeconds: 20 }));
    const asked = createClientA(SERVICE, { fetch }).listDoctors({}, { signal: controller.signal });
    await expect.poll(() => sent.length).toBe(1);
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    expect(sent).toHaveLength(1);
  });
});
