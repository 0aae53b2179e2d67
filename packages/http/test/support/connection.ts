import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const HOST = 'Host: localhost\r\n';
export const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
export const post = (path: string, headers: string, body = '') =>
  `POST ${path} HTTP/1.1\r\n${HOST}${headers}\r\n\r\n${body}`;
/** The last request on a connection; answered 401. */
export const LAST = get('/who', 'Connection: close\r\n');

/** The statuses of the replies on one connection, in order. */
export const statusesIn = (received: string): readonly number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** A connection, and what the server has sent on it so far. With `paused`, nothing is read before `resume`. */
export const open = (port: number, options: { readonly allowHalfOpen?: boolean; readonly paused?: boolean } = {}) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...options }).on('error', () => undefined);
  const received: Buffer[] = [];
  const resume = () => socket.on('data', (chunk: Buffer) => received.push(chunk));
  if (!options.paused) resume();
  const text = () => Buffer.concat(received).toString();
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text())));
  return { socket, closed, resume, statuses: () => statusesIn(text()) };
};

/** The server's side of the next connection in this process. */
export const nextAccepted = (): Promise<Socket> =>
  new Promise((resolve) => {
    const take = (message: unknown): void => {
      unsubscribe('net.server.socket', take);
      resolve((message as { readonly socket: Socket }).socket);
    };
    subscribe('net.server.socket', take);
  });

/** Resolves when a number has stayed the same for a while. */
export const settled = async (current: () => number): Promise<void> => {
  for (let before = -1; before !== current(); ) {
    before = current();
    await sleep(300);
  }
};
