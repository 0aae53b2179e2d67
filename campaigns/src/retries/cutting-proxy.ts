import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Ground } from '../ground/ground.ts';

export type CuttingProxy = {
  readonly port: number;
  /** The replies that no client has seen, by the Idempotency-Key of their requests. */
  readonly dropped: ReadonlyMap<string, readonly string[]>;
};

/**
 * Stands before a process and passes on what clients send. When the reply has come, it keeps the reply to itself and
 * cuts the connection: the call was carried out, and its client cannot know. One connection carries one call.
 */
export const startCuttingProxy = async ({ ending }: Ground, target: () => number): Promise<CuttingProxy> => {
  const dropped = new Map<string, readonly string[]>();
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const service = connect({ port: target(), host: '127.0.0.1' });
    const cut = (): void => {
      client.destroy();
      service.destroy();
    };
    for (const socket of [client, service]) {
      open.add(socket);
      socket.on('error', cut);
      socket.once('close', () => open.delete(socket));
      socket.once('close', cut);
    }
    const sent = textOf(client);
    const received = textOf(service);
    client.pipe(service);
    service.on('data', () => {
      if (!isWhole(received())) return;
      const key = /^idempotency-key: (\S+)/im.exec(sent())?.[1] ?? '';
      dropped.set(key, [...(dropped.get(key) ?? []), received()]);
      cut();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.defer(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, dropped };
};

const textOf = (socket: Socket): (() => string) => {
  let all = '';
  socket.on('data', (chunk: Buffer) => {
    all += chunk;
  });
  return () => all;
};

/** Replies that create something have their length in front. */
const isWhole = (reply: string): boolean => {
  const [head = '', ...rest] = reply.split('\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return length !== undefined && Buffer.byteLength(rest.join('\r\n\r\n')) >= Number(length);
};
