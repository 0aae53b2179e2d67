import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A way to a server that can be made to swallow everything: connections stay open and nobody answers, as when a machine or
 * a network between is gone without a word.
 */
export const openProxy = async (url: string) => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const pairs = new Set<{ swallowed: boolean }>();
  let swallowing = false;
  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair = { swallowed: swallowing };
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => void (pair.swallowed || to.write(chunk)));
      from.on('error', () => undefined);
      from.on('close', () => void (pair.swallowed || to.destroy()));
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const through = new URL(url);
  through.port = String((proxy.address() as AddressInfo).port);
  return {
    url: through.href,
    swallow: () => {
      swallowing = true;
      for (const pair of pairs) pair.swallowed = true;
    },
    /** New connections are served; nobody will ever answer on those there were. */
    serveAgain: () => {
      swallowing = false;
    },
  };
};
