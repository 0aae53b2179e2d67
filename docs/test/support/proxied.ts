import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { freePort } from '../../../packages/storage-prisma/testing/free-port.ts';
import { blocksOf } from './guide.ts';
import { startServing } from './serving.ts';
import { scratchFolder } from './tools.ts';

/** What came through the proxy. */
type Seen = { readonly method: string; readonly body: string; readonly forwardedFor: string };

/** Tells whoever calls what it saw, or hangs up on them; always ready. */
const startEcho = async (hangsUp: boolean) => {
  const seen: Seen[] = [];
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url === '/readyz') return outgoing.end('{}');
    const body = await text(incoming);
    seen.push({ method: incoming.method ?? '', body, forwardedFor: String(incoming.headers['x-forwarded-for']) });
    if (hangsUp) return outgoing.destroy();
    return outgoing.end(JSON.stringify(seen.at(-1)));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { seen, port: (server.address() as AddressInfo).port };
};

/** A proxy as docs/proxies.md configures it, and how it is started with a file. */
export type ReverseProxy = {
  readonly language: string;
  readonly program: string;
  readonly args: (file: string) => readonly string[];
};

/** Runs it before two servers. */
export const startProxy = async (
  { language, program, args }: ReverseProxy,
  { hangsUp }: { readonly hangsUp: boolean },
) => {
  const [one, other] = [await startEcho(hangsUp), await startEcho(hangsUp)];
  const [port, folder] = [await freePort(), scratchFolder()];
  const file = join(folder, 'configuration');
  const shown = blocksOf('docs/proxies.md').find((block) => block.language === language)?.text ?? '';
  const configuration = shown
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${one.port}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${other.port}`)
    .replaceAll(':3000', `:${port}`);
  writeFileSync(file, `${configuration}\n`);
  const env = { ...process.env, HOME: folder, CADDY_ADMIN: 'off' };
  await startServing({ command: program, args: args(file), cwd: folder, env, ports: [port] });
  return { port, seen: () => [...one.seen, ...other.seen] };
};
