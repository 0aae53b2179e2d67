import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { keptAlive, request } from '../http.ts';

export type Transfer = { readonly firstByte: number; readonly bytes: number; readonly seconds: number };

/** Reads one reply off a socket and counts its bytes, for so many seconds at most; milliseconds to the first of them. */
export const readOnce = async (port: number, path: string, token: string, mostSeconds: number): Promise<Transfer> => {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const started = performance.now();
  let [firstByte, bytes] = [Number.NaN, 0];
  socket.on('data', (chunk: Buffer) => {
    if (bytes === 0) firstByte = performance.now() - started;
    bytes += chunk.length;
  });
  const cut = setTimeout(() => socket.destroy(), mostSeconds * 1000);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  );
  await once(socket, 'close');
  clearTimeout(cut);
  return { firstByte, bytes, seconds: (performance.now() - started) / 1000 };
};

/** Reads again and again until the time is over; bytes per second. */
export const readFor = async (port: number, path: string, token: string, seconds: number): Promise<number> => {
  const started = performance.now();
  const left = (): number => seconds - (performance.now() - started) / 1000;
  let bytes = 0;
  while (left() > 0.01) bytes += (await readOnce(port, path, token, left())).bytes;
  return bytes / ((performance.now() - started) / 1000);
};

/** Times a cheap request every 20 ms until told to stop; the slowest and the 99th percentile in milliseconds. */
export const timeCheapRequests = async (port: number, done: AbortSignal): Promise<{ most: number; p99: number }> => {
  const agent = keptAlive();
  const times: number[] = [];
  while (!done.aborted) {
    const started = performance.now();
    await request(port, { path: '/healthz' }, agent);
    times.push(performance.now() - started);
    await sleep(20);
  }
  agent.destroy();
  times.sort((one, other) => one - other);
  return { most: times.at(-1) ?? Number.NaN, p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN };
};
