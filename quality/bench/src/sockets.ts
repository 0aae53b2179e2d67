import { once } from 'node:events';
import { connect } from 'node:net';
import type { Request } from './load.ts';
import { bearer } from './sizes.ts';

/** The bytes of a request. */
export const bytesOf = ({ method = 'GET', path, headers = {}, body = '' }: Request): Buffer => {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: 'localhost', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
};

export type Connection = {
  /** Sends a request and waits for the end of its reply; resolves to the milliseconds between. Rejects unless it is 200. */
  readonly ask: (request: Buffer) => Promise<number>;
  readonly close: () => void;
};

/** The head of a reply that is 200 and gives its length. */
const HEAD = /^HTTP\/1\.1 200 .*?\r\ncontent-length: (\d+)\r\n(?:.*?\r\n)?\r\n/is;

/** A connection of one client on a bare socket: Node's own client takes as long as the service does. */
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
    else waiting?.reject(new Error(`A request was answered by\n${reply}`));
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

/** The list of all doctors, asked for with session 0. */
export const ALL_DOCTORS = { path: '/api/Doc', headers: bearer(0) } as const;

export type Transfer = { readonly firstByte: number; readonly bytes: number; readonly seconds: number };

/** Reads the list of all doctors on a new connection and counts its bytes, for so many seconds at most. */
export const readDoctors = async (port: number, mostSeconds: number): Promise<Transfer> => {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const started = performance.now();
  let [firstByte, bytes] = [Number.NaN, 0];
  socket.on('data', (chunk: Buffer) => {
    if (bytes === 0) firstByte = performance.now() - started;
    bytes += chunk.length;
  });
  const timer = setTimeout(() => socket.destroy(), mostSeconds * 1000);
  socket.write(bytesOf({ ...ALL_DOCTORS, headers: { ...ALL_DOCTORS.headers, Connection: 'close' } }));
  await once(socket, 'close');
  clearTimeout(timer);
  return { firstByte, bytes, seconds: (performance.now() - started) / 1000 };
};

/** Reads the list again and again for so many seconds; resolves to megabytes per second. */
export const readDoctorsFor = async (port: number, seconds: number): Promise<number> => {
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1000;
  let bytes = 0;
  while (seconds - elapsed() > 0.01) bytes += (await readDoctors(port, seconds - elapsed())).bytes;
  return bytes / elapsed() / 1e6;
};
