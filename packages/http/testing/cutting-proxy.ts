import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type CuttingProxy = {
  readonly port: number;
  /** The replies that no client has seen, by the Idempotency-Key of their requests; those without one under ''. */
  readonly dropped: ReadonlyMap<string, readonly string[]>;
  readonly stop: () => void;
};

/**
 * Stands before a process and passes on what clients send. When the reply to a request that it cuts has come, it keeps the
 * reply to itself and ends the connection: the call was carried out, and its client cannot know. One connection carries one call.
 */
export const startCuttingProxy = async (
  target: () => number,
  cuts: (request: string) => boolean = () => true,
): Promise<CuttingProxy> => {
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
    }
    client.once('close', cut);
    const [sent, received] = [textOf(client), textOf(service)];
    client.on('data', (chunk: Buffer) => service.write(oneCall(chunk), 'latin1'));
    service.on('data', () => {
      if (!isWhole(received())) return;
      if (!cuts(sent())) {
        client.end(received(), 'latin1');
        return;
      }
      const key = /^idempotency-key: (\S+)/im.exec(sent())?.[1] ?? '';
      dropped.set(key, [...(dropped.get(key) ?? []), received()]);
      cut();
    });
    service.once('close', () => client.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    dropped,
    stop: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
};

const oneCall = (chunk: Buffer): string =>
  chunk.toString('latin1').replace(/^connection: keep-alive$/im, 'Connection: close');

const textOf = (socket: Socket): (() => string) => {
  let all = '';
  socket.on('data', (chunk: Buffer) => {
    all += chunk.toString('latin1');
  });
  return () => all;
};

/** The replies that are looked at have their length in front. */
const isWhole = (reply: string): boolean => {
  const [head = '', ...rest] = reply.split('\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return length !== undefined && rest.join('\r\n\r\n').length >= Number(length);
};
