import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { send } from './client.ts';

export type CuttingProxy = {
  readonly port: number;
  /** The replies that no client has seen, by the Idempotency-Key of their requests; those without one under ''. */
  readonly dropped: ReadonlyMap<string, readonly string[]>;
  readonly stop: () => void;
};

/**
 * A proxy before a process. It drops the reply to a request that it cuts, and ends the connection: the call was carried out,
 * and its client cannot know. `cuts` gets a text that is the same for the same request.
 */
export const startCuttingProxy = async (
  target: () => number,
  cuts: (request: string) => boolean = () => true,
): Promise<CuttingProxy> => {
  const dropped = new Map<string, readonly string[]>();
  const server = createServer({ keepAliveTimeout: 1 }, async (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    const key = String(headers['idempotency-key'] ?? '');
    try {
      const body = (await text(incoming)) || undefined;
      const reply = await send(target(), { method, path, headers: { ...headers, connection: 'close' }, body });
      if (!cuts([method, path, key, body].join(' '))) {
        outgoing.writeHead(reply.status, reply.headers).end(reply.text);
        return;
      }
      dropped.set(key, [...(dropped.get(key) ?? []), reply.text]);
    } catch {
      // The client or the process has gone.
    }
    incoming.socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    dropped,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
