import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi, person } from '@health-case/harness/client';
import { newPostgres, stopSharedServer } from '@health-case/harness/databases';
import { createHarness } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
import { type Environment, type Instance, startApp, startPortal } from '@health-case/harness/processes';
import { send } from '@health-case/http/testing/client';
import { envelopeExpectation } from '@health-case/http/testing/replies';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { judgeChildren, startParents } from '../src/parents-load.ts';
import { NGINX, PLACES, type Place, startNginx } from './support/nginx.ts';
import { expectPassedOn, expectTrueAddress, FEW_REGISTRATIONS } from './support/passed-on.ts';

if (!NGINX)
  process.stderr.write('Not tested, as nginx is not installed here: the topology of docs/several-machines.md.\n');

/** What is started ends with the test; `failures` are the sentences that tell what went wrong. */
const openTopology = async (settings: Environment = {}) => {
  const failures: string[] = [];
  const harness = createHarness((sentence) => failures.push(sentence));
  onTestFinished(harness.end);
  const database = await newPostgres(harness);
  const environment = { ...database.environment, TRUST_PROXY: '1', ...settings };
  const start = async (place: Place, port = 0): Promise<Instance> => {
    const app = place.startsWith('variant-a') ? 'variant-a' : 'variant-b';
    return (await startApp(harness, app, { ...environment, PORT: String(port) }))[0];
  };
  return { harness, failures, database, environment, start };
};

afterAll(stopSharedServer);

/** nginx must be installed (Debian: apt-get install nginx-light). */
const withNginx = it.skipIf(!NGINX);

withNginx('nginx loses and doubles nothing while one of two processes is killed, and another replaced', async () => {
  const { harness, failures, database, start } = await openTopology();
  const started = await Promise.all(PLACES.map(async (place) => [place, await start(place)] as const));
  const processes = Object.fromEntries(started) as Record<Place, Instance>;
  const ports = Object.fromEntries(started.map(([place, { port }]) => [place, port]));
  const nginx = await startNginx(harness, ports);
  const through = [
    { ...processes['variant-a-1'], port: nginx.ports.A },
    { ...processes['variant-b-1'], port: nginx.ports.B },
  ] as const;
  const session = await createApi(harness).join(through[0], person('mia@example.org'));
  const parents = startParents(harness, { session, instances: () => through, writers: 6, keepAlive: false });
  await parents.until('added', 90);
  await processes['variant-a-1'].kill('SIGKILL');
  await parents.until('added', 90);

  await nginx.takeOut('variant-b-1');
  await processes['variant-b-1'].kill('SIGTERM');
  expect(await processes['variant-b-1'].exitCode).toBe(0);
  await parents.until('added', 90);

  await Promise.all((['variant-a-1', 'variant-b-1'] as const).map((place) => start(place, ports[place])));
  const since = nginx.log().length;
  await nginx.takeOut();
  const hasAnswered = (place: Place) => {
    const lines = nginx.log().slice(since);
    return lines.some(({ status, upstream }) => status === 200 && upstream.endsWith(`:${ports[place]}`));
  };
  await waitUntil(() => hasAnswered('variant-a-1') && hasAnswered('variant-b-1'));
  await parents.stop();
  await judgeChildren(harness, database, parents.added.values());
  expect(failures).toEqual([]);
  const failed = nginx.log().filter(({ upstreamStatus }) => upstreamStatus.startsWith('502'));
  expect(new Set(failed.map(({ variant }) => variant)), 'only the killed process was missed').toEqual(new Set(['a']));
});

withNginx('nginx passes all bodies on, refuses in the words of the service, and tells the true address', async () => {
  const { harness, start } = await openTopology(FEW_REGISTRATIONS);
  const [a, b] = await Promise.all([start('variant-a-2'), start('variant-b-2')]);
  const { ports } = await startNginx(harness, { 'variant-a-2': a.port, 'variant-b-2': b.port });
  await expectPassedOn(ports.A, 'body');
  await expectPassedOn(ports.B, 'response');
  await expectTrueAddress(ports.B);
});

withNginx('nginx serves the portal, whose forms are sent, and says in a sentence that nobody serves it', async () => {
  const { harness, environment } = await openTopology();
  const { port, kill } = await startPortal(harness, environment);
  const { ports } = await startNginx(harness, { 'portal-2': port });
  const origin = `http://localhost:${ports.portal}`;
  const asked = { url: `${origin}/sign-in`, headers: { Origin: origin } };
  expect((await fetch(asked.url)).status).toBe(200);
  // The form is taken, and the person is not known: what was typed is shown again.
  const body = new URLSearchParams({ email: 'mia@example.org', password: 'kW4!paper-rainbow' });
  const sent = await fetch(asked.url, { ...asked, method: 'POST', redirect: 'manual', body });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/sign-in\?form=/)]);
  await kill('SIGTERM');
  const unserved = await fetch(asked.url);
  expect([unserved.status, await unserved.text()]).toEqual([503, expect.stringMatching(/^The service did not answer/)]);
});

withNginx.each([
  ['GET', {}, 2],
  ['HEAD', {}, 2],
  ['QUERY', {}, 2],
  ['POST', { 'Idempotency-Key': 'k' }, 2],
  ['POST', {}, 1],
  ['DELETE', { 'Idempotency-Key': 'k' }, 1],
])('nginx does nothing twice: of two processes that hang up, it sends %s %j to %i', async (method, headers, times) => {
  const harness = createHarness(() => undefined);
  onTestFinished(harness.end);
  let sent = 0;
  const hangingUp = createServer(({ socket }) => {
    sent += 1;
    socket.destroy();
  });
  harness.defer(() => hangingUp.close());
  await once(hangingUp.listen(0, '127.0.0.1'), 'listening');
  const { port } = hangingUp.address() as AddressInfo;
  const { ports } = await startNginx(harness, Object.fromEntries(PLACES.map((place) => [place, port])));
  const reply = await send(ports.A, { method, path: '/api/Case', headers, body: {} });
  expect([reply.status, reply.code, sent]).toEqual([503, 'STORE_UNAVAILABLE', times]);
  if (method !== 'HEAD') envelopeExpectation('body')(reply);
});
