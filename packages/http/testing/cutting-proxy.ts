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
 * A proxy before a process. It drops every reply and ends the connection: the call was carried out, and its client cannot
 * know.
 */
export const startCuttingProxy = async (target: () => number): Promise<CuttingProxy> => {
  const dropped = new Map<string, readonly string[]>();
  const server = createServer(async (incoming) => {
    const { method = '', url: path = '', headers, socket } = incoming;
    const key = String(headers['idempotency-key'] ?? '');
    try {
      const body = (await text(incoming)) || undefined;
      const reply = await send(target(), { method, path, headers: { ...headers, connection: 'close' }, body });
      dropped.set(key, [...(dropped.get(key) ?? []), reply.text]);
    } catch {
      // The client or the process has gone.
    }
    socket.destroy();
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
