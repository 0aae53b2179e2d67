import { once } from 'node:events';
import { connect as connectHttp2, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { createHarness, type Harness, scratchFolder } from '@health-case/harness/harness';
import { startApp } from '@health-case/harness/processes';
import { exchange, send } from '@health-case/http/testing/client';
import { envelopeExpectation, expectRefusal } from '@health-case/http/testing/replies';
import { freePort } from '@health-case/storage-prisma/testing/free-port';
import { expect, it, onTestFinished } from 'vitest';
import { NGINX, startNginxOfOneMachine, toolAt } from './support/nginx.ts';
import { expectPassedOn, expectTrueAddress, FEW_REGISTRATIONS } from './support/passed-on.ts';

const canRun = NGINX && toolAt('openssl');
if (!canRun) process.stderr.write('Not tested, as nginx or openssl is not installed here: nginx on one machine.\n');

const [A, B, HEALTH] = ['a.example.org', 'b.example.org', 'health.example.org'] as const;

/** A port at which whoever speaks HTTP reaches a host by TLS. */
const openTunnel = async ({ defer }: Harness, port: number, options: { readonly servername: string; ca: Buffer }) => {
  const tunnel = createServer((socket) => {
    const secured = connect({ port, host: '127.0.0.1', ...options });
    for (const side of [socket, secured]) side.on('error', () => socket.destroy());
    socket.pipe(secured).pipe(socket);
  });
  defer(() => tunnel.close());
  await once(tunnel.listen(0, '127.0.0.1'), 'listening');
  return (tunnel.address() as AddressInfo).port;
};

/** Both variants and the portal in one process on one machine, behind nginx. */
const openMachine = async () => {
  const harness = createHarness((sentence) => expect.fail(sentence));
  onTestFinished(harness.end);
  const store = { DATABASE_URL: `file:${scratchFolder(harness)}/health-case.db` };
  const portal = await freePort();
  const place = { TRUST_PROXY: '1', PUBLIC_URL: `https://${HEALTH}`, PORT_PORTAL: String(portal) };
  const [a, b] = await startApp(harness, 'together', { ...store, ...FEW_REGISTRATIONS, ...place });
  const { ports, ca, log } = await startNginxOfOneMachine(harness, { A: a.port, B: b?.port ?? 0, portal });
  const tunnelTo = (servername: string) => openTunnel(harness, ports.https, { servername, ca });
  /** A reply over HTTP/2. */
  const askHttp2 = async (servername: string, headers: OutgoingHttpHeaders, content = Buffer.alloc(0)) => {
    const session = connectHttp2(`https://${servername}`, {
      createConnection: () => connect({ port: ports.https, host: '127.0.0.1', servername, ca, ALPNProtocols: ['h2'] }),
    });
    harness.defer(() => session.destroy());
    const stream = session.request({ ...headers, 'content-length': content.length }, { endStream: false });
    // Whoever refuses a body reads no more of it.
    stream.on('error', () => undefined).end(content);
    const [answered] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    return { answered, content: await text(stream) };
  };
  return { http: ports.http, tunnelTo, askHttp2, log, stopService: () => a.kill('SIGTERM') };
};

it.skipIf(!canRun)('nginx on one machine serves each variant by its name, over TLS only', async () => {
  const { http, tunnelTo, stopService } = await openMachine();
  const [a, b] = [await tunnelTo(A), await tunnelTo(B)];
  await expectPassedOn(a, 'body', { Host: A });
  await expectPassedOn(b, 'response', { Host: B });
  await expectTrueAddress(b, { Host: B });
  const hsts = async (port: number, path: string, host: string) =>
    (await send(port, { path, headers: { Host: host } })).headers['strict-transport-security'];
  expect([await hsts(a, '/readyz', A), await hsts(b, '/.refused', B)]).toEqual([
    'max-age=31536000',
    'max-age=31536000',
  ]);
  await expect(send(await tunnelTo('c.example.org'), { path: '/readyz' })).rejects.toThrow('socket hang up');

  const opened = await exchange(http, `GET /verify HTTP/1.1\r\nHost: ${A}\r\nConnection: close\r\n\r\n`);
  expect(opened).toMatch(/^HTTP\/1.1 301 .*\r\nLocation: https:\/\/a.example.org\/verify\r\n/s);
  const clear = await send(http, { method: 'POST', path: '/api/Auth', body: {}, headers: { Host: B } });
  envelopeExpectation('response')(clear);
  expectRefusal(clear, 404, 'PATH_NOT_FOUND');

  await stopService();
  const unserved = await send(a, { method: 'DELETE', path: '/api/Case', headers: { Host: A } });
  envelopeExpectation('body')(unserved);
  expectRefusal(unserved, 503, 'STORE_UNAVAILABLE');
});

it.skipIf(!canRun)('nginx on one machine serves the portal at PUBLIC_URL, and variant A beside it', async () => {
  const { tunnelTo, log, stopService } = await openMachine();
  const port = await tunnelTo(HEALTH);
  const ask = (path: string) => exchange(port, `GET ${path} HTTP/1.1\r\nHost: ${HEALTH}\r\nConnection: close\r\n\r\n`);
  for (const path of [
    '/docs',
    '/docs/page.js',
    '/openapi.json',
    '/verify',
    '/verify/worker.js',
    '/.well-known/jwks.json',
  ])
    expect(await ask(path)).toMatch(/^HTTP\/1\.1 200 /);
  for (const path of ['/healthz', '/readyz', '/api/Doc', '/status/7'])
    expect(await ask(path)).toContain('"version":"1"');
  expect(await ask('/')).toMatch(/^HTTP\/1\.1 303 .*\r\nlocation: \/sign-in\r\n/is);
  const page = await ask('/sign-in');
  expect(page).toMatch(/^HTTP\/1\.1 200 .*\r\nStrict-Transport-Security: max-age=31536000\r\n.*<!DOCTYPE html>/s);
  expect(await ask(/\/assets\/portal\.css\?v=[\w-]+/.exec(page)?.[0] ?? '')).toMatch(/^HTTP\/1\.1 200 /);

  await stopService();
  for (const hash of ['%23', '%2523', '%23%0d%0aX-Other:%20']) {
    const [head = ''] = (await ask(`/verify${hash}eyJhbGciOiJFUzI1NiJ9.e30.c2ln?x=1`)).split('\r\n\r\n');
    const behind = hash.replace(/^%(25)*23/, '');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 302 .*\r\nLocation: /verify#${behind}eyJhbGciOiJFUzI1NiJ9`, 's'));
    expect(head).not.toContain('\r\nX-Other');
    for (const header of ['Cache-Control: no-store', 'Referrer-Policy: no-referrer', 'X-Content-Type-Options: nosniff'])
      expect(head).toContain(`\r\n${header}`);
    expect(head).toContain('\r\nStrict-Transport-Security: ');
  }
  for (const page of ['reset', 'join', 'address', 'invited', 'setup', 'account/email/confirm'])
    expect(await ask(`/${page}/%2523eyJhbGciOiJFUzI1NiJ9`)).toContain(
      `\r\nLocation: /${page}#eyJhbGciOiJFUzI1NiJ9\r\n`,
    );
  const posted = `POST /verify%23eyJhbGciOiJFUzI1NiJ9 HTTP/1.1\r\nHost: ${HEALTH}\r\nConnection: close\r\n\r\n`;
  expect(await exchange(port, posted)).toMatch(/^HTTP\/1\.1 404 /);
  for (const mangled of ['/%23', '/verify/%23', '/Verify%23', '/api/%2523'])
    await ask(`${mangled}eyJhbGciOiJFUzI1NiJ9`);
  expect(log()).toContain('"path":"/verify"');
  expect(log()).not.toContain('eyJhbGci');
  expect(await ask('/sign-in')).toMatch(
    /^HTTP\/1\.1 503 .*\r\nContent-Type: text\/plain; charset=utf-8\r\n.*\r\n\r\nThe service did not answer;/s,
  );
});

it.skipIf(!canRun)('nginx refuses over HTTP/2 in the words of the service, and logs what was asked for', async () => {
  const { askHttp2, log, stopService } = await openMachine();
  const logged = (id: unknown) =>
    log()
      .split('\n')
      .find((line) => line.includes(`"requestId":"${id}"`));
  const tooLarge = Buffer.alloc(70_000, ' ');
  for (const [host, member] of [
    [A, 'body'],
    [B, 'response'],
  ] as const) {
    const path = '/api/Auth/login?limit=7';
    const { answered, content } = await askHttp2(host, { ':path': path, ':method': 'POST' }, tooLarge);
    expect([answered[':status'], answered['error-code']]).toEqual([413, 'BODY_TOO_LARGE']);
    expect(JSON.parse(content)).toMatchObject({ status: 'ERR', [member]: expect.stringContaining('64 KiB') });
    await expect.poll(() => logged(answered['request-id'])).toContain('"method":"POST","path":"/api/Auth/login"');
  }
  const page = await askHttp2(HEALTH, { ':path': '/sign-in', ':method': 'POST' }, tooLarge);
  expect([page.answered['content-type'], page.content]).toEqual([
    'text/plain; charset=utf-8',
    expect.stringMatching(/^The request body is larger/),
  ]);

  await stopService();
  const { answered } = await askHttp2(A, { ':path': '/api/Doc' });
  expect(answered[':status']).toBe(503);
  await expect.poll(() => logged(answered['request-id'])).toContain('"method":"GET","path":"/api/Doc","status":503');
});
