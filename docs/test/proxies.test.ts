import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exchange, send } from '../../packages/http/testing/client.ts';
import { freePort } from '../../packages/storage-prisma/testing/free-port.ts';
import { toolAt } from '../../quality/campaigns/test/support/nginx.ts';
import { blocksOf } from './support/guide.ts';
import { haveTools, startServing } from './support/programs.ts';

/** The programs that docs/proxies.md configures, the language of their blocks, and their arguments before the file. */
const PROXIES = [
  ['haproxy', 'haproxy', ['-db', '-f']],
  ['caddy', 'caddyfile', ['run', '--adapter', 'caddyfile', '--config']],
] as const;

type Seen = { readonly method: string | undefined; readonly body: string; readonly forwardedFor: unknown };

/** A server that keeps what it is sent in `seen`, and answers or hangs up; always ready. Resolves to its port. */
const startServer = async (seen: Seen[], hangsUp: boolean): Promise<number> => {
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url === '/readyz') return outgoing.end('{}');
    const { method, headers } = incoming;
    seen.push({ method, body: await text(incoming), forwardedFor: headers['x-forwarded-for'] });
    return hangsUp ? outgoing.destroy() : outgoing.end('{}');
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};

describe.each(PROXIES)('%s as docs/proxies.md configures it', (name, language, args) => {
  const isMissing = !haveTools([name], 'what docs/proxies.md says of it');

  const startProxy = async (hangsUp: boolean): Promise<{ readonly port: number; readonly seen: readonly Seen[] }> => {
    const seen: Seen[] = [];
    const [one, other] = [await startServer(seen, hangsUp), await startServer(seen, hangsUp)];
    const [port, folder] = [await freePort(), scratchFolder()];
    const file = join(folder, 'configuration');
    const shown = blocksOf('docs/proxies.md').find((block) => block.language === language)?.text ?? '';
    const configuration = shown
      .replaceAll('10.0.0.11:3000', `127.0.0.1:${one}`)
      .replaceAll('10.0.0.12:3000', `127.0.0.1:${other}`)
      .replaceAll(':3000', `:${port}`);
    writeFileSync(file, `${configuration}\n`);
    const env = { ...process.env, HOME: folder, CADDY_ADMIN: 'off' };
    await startServing({ command: toolAt(name) ?? '', args: [...args, file], cwd: folder, env, ports: [port] });
    return { port, seen };
  };

  it.skipIf(isMissing)('passes on the bodies of all methods and the address of the client', async () => {
    const { port, seen } = await startProxy(false);
    const body = { id: 'the session' };
    const methods = ['GET', 'QUERY', 'POST', 'DELETE'];
    for (const method of methods) await send(port, { method, path: '/api/Doc', body });
    await send(port, { path: '/api/Doc', body, chunksOf: 3 });
    expect(seen).toEqual(
      [...methods, 'GET'].map((method) => ({ method, body: JSON.stringify(body), forwardedFor: '127.0.0.1' })),
    );
  });

  it.skipIf(isMissing).each(['GET', 'QUERY', 'POST', 'DELETE'])('sends a %s with a body only once', async (method) => {
    const { port, seen } = await startProxy(true);
    const headers = ['Host: a.example.org', 'Connection: close', 'Idempotency-Key: k', 'Content-Length: 2'];
    const reply = await exchange(port, `${method} /api/Doc HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{}`);
    expect(reply).toMatch(/^HTTP\/1.1 502 /);
    expect(seen).toHaveLength(1);
  });
});
