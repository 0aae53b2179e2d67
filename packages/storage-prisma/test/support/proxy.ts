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
  let swallowing = false;
  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => void (swallowing || to.write(chunk)));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!swallowing) to.destroy();
      });
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
    },
    /** What was swallowed is lost with its connections; new ones are served. */
    letThrough: () => {
      swallowing = false;
      for (const socket of sockets) socket.destroy();
    },
  };
};
