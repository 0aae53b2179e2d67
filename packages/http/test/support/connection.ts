import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const HOST = 'Host: localhost\r\n';
export const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
export const post = (path: string, headers: string, body = '') =>
  `POST ${path} HTTP/1.1\r\n${HOST}${headers}\r\n\r\n${body}`;
/** The last request on a connection; answered 401. */
export const LAST = get('/who', 'Connection: close\r\n');

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
