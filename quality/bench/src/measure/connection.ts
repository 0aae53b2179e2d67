import { once } from 'node:events';
import { connect } from 'node:net';
import type { Request } from '../http.ts';

/** The bytes of a request, as a client that keeps its connection sends them. */
export const bytesOf = ({ method = 'GET', path, headers = {}, body = '' }: Request): Buffer => {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: 'localhost', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
};

export type Connection = {
  /** Sends one request and waits for the end of its reply; milliseconds from the one to the other. */
  readonly ask: (request: Buffer) => Promise<number>;
  readonly close: () => void;
};

/** As it must begin: it is no refusal, and says how long it is. */
const HEAD = /^HTTP\/1\.1 200 .*?\r\ncontent-length: (\d+)\r\n(?:.*?\r\n)?\r\n/is;

/**
 * One client's connection, with as little as possible between the socket and the clock: Node's own client takes as long as
 * the service does. Rejects for a reply that is not 200.
 */
export const openConnection = async (port: number): Promise<Connection> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let waiting: PromiseWithResolvers<number> | undefined;
  let reply = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    reply += chunk;
    if (!reply.includes('\r\n\r\n')) return;
    const head = HEAD.exec(reply);
    if (head && reply.length < head[0].length + Number(head[1])) return;
    if (head) waiting?.resolve(performance.now());
    else waiting?.reject(new Error(`A request was not answered as it must be: ${reply}`));
    reply = '';
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The service closed the connection.')));
  return {
    ask: async (request) => {
      waiting = Promise.withResolvers<number>();
      const sent = performance.now();
      socket.write(request);
      return (await waiting.promise) - sent;
    },
    close: () => socket.destroy(),
  };
};
