import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PASSWORD } from '@health-case/composition/testing/clinic';
import { exchange, type Reply, send } from '@health-case/http/testing/client';
import { envelopeExpectation, expectRefusal } from '@health-case/http/testing/replies';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFamily } from './support/family.ts';
import { NGINX, type Nginx, startNginx } from './support/nginx.ts';
import { REGISTRATIONS, startHalfTopology, startTopology } from './support/topology.ts';

/** D-06. */
const BODY_LIMIT = 64 * 1024;

/** As long as a test may take, however busy the machine is. */
const PATIENCE = { timeout: 90_000, interval: 20 };

/** Parents at work, half of them in each variant. */
const startFamilies = async ({ ports }: Nginx) => {
  const families = await Promise.all(
    ['one', 'two', 'three'].flatMap((name) => [
      startFamily(`a-${name}`, { variant: 'A', port: ports.A, mayBreak: true }),
      startFamily(`b-${name}`, { variant: 'B', port: ports.B, mayBreak: false }),
    ]),
  );
  let over = false;
  const lives = families.map((family) => family.live(() => over));
  const added = () => families.reduce((sum, family) => sum + family.added(), 0);
  return {
    /** Resolves when so many more children have been added. */
    add: async (more: number): Promise<void> => {
      const wanted = added() + more;
      await vi.waitUntil(() => added() >= wanted, PATIENCE);
    },
    complaints: async (): Promise<readonly string[]> => {
      over = true;
      await Promise.all(lives);
      return (await Promise.all(families.map((family) => family.complaints()))).flat();
    },
  };
};

if (!NGINX)
  process.stderr.write('Not tested, as nginx is not installed here: the topology of docs/several-machines.md.\n');

const needsNginx = 'nginx, which must be installed (Debian: apt-get install nginx-light)';

describe.skipIf(!NGINX)(`PostgreSQL, two processes of each variant, and ${needsNginx}`, () => {
  it('lose no reply and double nothing while a process is killed and another is replaced', {
    timeout: PATIENCE.timeout,
  }, async () => {
    const { nginx, processes, startAgain, hasAnswered } = await startTopology();
    const families = await startFamilies(nginx);
    await families.add(30);
    processes['variant-a-1'].child.kill('SIGKILL');
    await families.add(30);

    await nginx.takeOut('variant-b-1');
    processes['variant-b-1'].child.kill('SIGTERM');
    expect(await processes['variant-b-1'].exitCode).toBe(0);
    await families.add(30);

    await Promise.all([startAgain('variant-a-1'), startAgain('variant-b-1')]);
    const since = nginx.log().length;
    await nginx.putBack('variant-b-1');
    await vi.waitUntil(() => hasAnswered('variant-a-1', since) && hasAnswered('variant-b-1', since), PATIENCE);

    expect(await families.complaints()).toEqual([]);
    const failed = nginx.log().filter(({ upstreamStatus }) => upstreamStatus.startsWith('502'));
    expect(new Set(failed.map(({ variant }) => variant)), 'only the killed process was missed').toEqual(new Set(['a']));
  });
});

describe.skipIf(!NGINX)(`before one process of each variant, ${needsNginx}`, () => {
  it('passes all bodies on, refuses in the words of the service, and tells the true address', async () => {
    const { ports } = await startHalfTopology();
    const fitting = Buffer.from('{}'.padStart(BODY_LIMIT));
    for (const [port, field] of [
      [ports.A, 'body'],
      [ports.B, 'response'],
    ] as const) {
      for (const method of ['GET', 'QUERY']) {
        const { text } = await send(port, { method, path: '/readyz', body: fitting });
        expect(text).toBe(`{"version":"1","status":"OK","${field}":null}`);
      }
      const tooLarge = await send(port, { path: '/readyz', body: Buffer.concat([fitting, fitting]) });
      envelopeExpectation(field)(tooLarge);
      expectRefusal(tooLarge, 413, 'BODY_TOO_LARGE');
      expectRefusal(await send(port, { path: '/.refused' }), 404, 'PATH_NOT_FOUND');
      const [head, envelope] = (await exchange(port, 'What is this?\r\n\r\n')).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1.1 400 .*Error-Code: MALFORMED_HTTP/s);
      expect(envelope).toContain(`{"version":"1","status":"ERR","${field}":"The request is not well-formed`);
    }
    const body = { firstName: 'Jan', lastName: 'Jansen', email: 'jan@example.org', password: PASSWORD, role: 'Par' };
    const replies: Reply[] = [];
    for (let times = 0; times <= REGISTRATIONS; times += 1) {
      const headers = { 'X-Forwarded-For': `192.0.2.${times}` };
      replies.push(await send(ports.B, { method: 'POST', path: '/api/Auth', body, headers }));
    }
    expect(replies[0]?.status).toBe(200);
    expect(replies.map(({ code }) => code)).toContain('THROTTLED');
  });
});

describe.skipIf(!NGINX)(`before processes that hang up, ${needsNginx}`, () => {
  it.each([
    ['GET', {}, 2],
    ['HEAD', {}, 2],
    ['QUERY', {}, 2],
    ['POST', { 'Idempotency-Key': 'k' }, 2],
    ['POST', {}, 1],
    ['DELETE', { 'Idempotency-Key': 'k' }, 1],
  ])('sends %s %j to so many of them as cannot double anything: %i', async (method, headers, times) => {
    let sent = 0;
    const hangingUp = createServer(({ socket }) => {
      sent += 1;
      socket.destroy();
    });
    onTestFinished(() => void hangingUp.close());
    await once(hangingUp.listen(0, '127.0.0.1'), 'listening');
    const { port } = hangingUp.address() as AddressInfo;
    const both = { 'variant-a-1': port, 'variant-a-2': port, 'variant-b-1': port, 'variant-b-2': port };
    const { ports } = await startNginx(both);
    const reply = await send(ports.A, { method, path: '/api/Case', headers, body: {} });
    expect([reply.status, reply.code, sent]).toEqual([503, 'STORE_UNAVAILABLE', times]);
    if (method !== 'HEAD') envelopeExpectation('body')(reply);
  });
});
