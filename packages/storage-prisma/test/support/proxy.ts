import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A way to a server that can be made to swallow everything: connections stay open and nobody answers, as when a machine
 * or a network between is gone without a word. `sent` is what the clients have sent. `cutAfter` passes on a text that a
 * client will send, and ends its connection before the answer.
 */
export const openProxy = async (url: string) => {
  const target = new URL(url);
  const pairs: { swallowed: boolean; readonly sockets: readonly Socket[] }[] = [];
  let [swallowing, sent] = [false, ''];
  let cutting: string | undefined;
  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair = { swallowed: swallowing, sockets: [near, far] };
    pairs.push(pair);
    near.on('data', (chunk: Buffer) => {
      sent += chunk.toString('latin1');
      if (cutting === undefined || !chunk.includes(cutting)) return;
      cutting = undefined;
      pair.swallowed = true;
      far.write(chunk);
      near.destroy();
    });
    const join = (from: Socket, to: Socket) => {
      from.on('data', (chunk: Buffer) => void (pair.swallowed || to.write(chunk)));
      from.on('error', () => undefined);
      from.on('close', () => void (pair.swallowed || to.destroy()));
    };
    join(near, far);
    join(far, near);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of pairs.flatMap(({ sockets }) => sockets)) socket.destroy();
    proxy.close();
  });
  return {
    url: Object.assign(new URL(url), { port: (proxy.address() as AddressInfo).port }).href,
    sent: () => sent,
    cutAfter: (text: string) => {
      cutting = text;
    },
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
