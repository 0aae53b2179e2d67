import { describe, expect, it } from 'vitest';
import { exchange, send } from '../../packages/http/testing/client.ts';
import { type ReverseProxy, startProxy } from './support/proxied.ts';
import { haveTools, toolAt } from './support/tools.ts';

const PROXIES: readonly ReverseProxy[] = [
  { language: 'haproxy', program: toolAt('haproxy') ?? '', args: (file) => ['-db', '-f', file] },
  {
    language: 'caddyfile',
    program: toolAt('caddy') ?? '',
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

for (const proxy of PROXIES) {
  const name = proxy.language === 'haproxy' ? 'haproxy' : 'caddy';
  const isHere = haveTools([name], `what docs/proxies.md says of it`);

  describe.skipIf(!isHere)(`${name} as docs/proxies.md configures it`, () => {
    it('passes on the bodies of all methods, and tells who calls', async () => {
      const { port, seen } = await startProxy(proxy, { hangsUp: false });
      const body = { id: 'the session' };
      for (const method of ['GET', 'QUERY', 'POST', 'DELETE']) await send(port, { method, path: '/api/Doc', body });
      await send(port, { path: '/api/Doc', body, chunksOf: 3 });
      expect(
        seen()
          .map(({ method }) => method)
          .sort(),
      ).toEqual(['DELETE', 'GET', 'GET', 'POST', 'QUERY']);
      expect(seen().map((one) => JSON.parse(one.body))).toEqual(Array(5).fill(body));
      expect(seen().map(({ forwardedFor }) => forwardedFor)).toEqual(Array(5).fill('127.0.0.1'));
    });

    it.each(['GET', 'QUERY', 'POST', 'DELETE'])('sends a %s with a body no second time', async (method) => {
      const { port, seen } = await startProxy(proxy, { hangsUp: true });
      const headers = ['Host: a.example.org', 'Connection: close', 'Idempotency-Key: k', 'Content-Length: 2'];
      const reply = await exchange(port, `${method} /api/Doc HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{}`);
      expect(reply).toMatch(/^HTTP\/1.1 502 /);
      expect(seen()).toHaveLength(1);
    });
  });
}
