import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Run } from './servers.ts';

/** Round trips so far: all, and those on connections that began a transaction. */
export type Trips = { readonly all: number; readonly inTransactions: number };

/**
 * A proxy before a database, in a process of its own. It counts round trips, and delays what passes by so many milliseconds
 * each way.
 */
export const startProxy = async ({ harness }: Run, database: string, delay: number) => {
  const url = new URL(database);
  // It ends when this process ends, as the channel is closed then.
  const proxy = fork(import.meta.filename, [url.hostname, url.port, String(delay)]);
  harness.defer(() => proxy.kill());
  const [port] = (await once(proxy, 'message')) as [number];
  url.port = String(port);
  const trips = async (): Promise<Trips> => {
    proxy.send('trips?');
    return ((await once(proxy, 'message')) as [Trips])[0];
  };
  return { url: url.href, trips };
};

/** How long the proxy sleeps at a time while bytes wait, in milliseconds. A timer of Node would be a millisecond late. */
const NAP = 0.15;
const clock = new Int32Array(new SharedArrayBuffer(4));

/** Passes bytes on after the delay, in their order. */
const createDelay = (delay: number) => {
  const waiting: { readonly due: number; readonly to: Socket; readonly bytes: Buffer }[] = [];
  const send = (): void => {
    Atomics.wait(clock, 0, 0, NAP);
    const now = performance.now();
    const late = waiting.findIndex(({ due }) => due > now);
    for (const { to, bytes } of waiting.splice(0, late === -1 ? waiting.length : late)) to.write(bytes);
    if (waiting.length > 0) setImmediate(send);
  };
  return (to: Socket, bytes: Buffer): void => {
    if (delay === 0) to.write(bytes);
    else if (waiting.push({ due: performance.now() + delay - NAP, to, bytes }) === 1) setImmediate(send);
  };
};

const serve = async (host: string, port: number, delay: number): Promise<void> => {
  const trips = { all: 0, inTransactions: 0 };
  const passOn = createDelay(delay);
  const serveOne = (client: Socket): void => {
    const server = connect({ host, port, noDelay: true });
    let [isAnswered, isWriter] = [true, false];
    client.on('data', (bytes: Buffer) => {
      isWriter ||= bytes.includes('BEGIN');
      // A round trip begins when the service speaks after the database has.
      if (isAnswered) trips.all += 1;
      if (isAnswered && isWriter) trips.inTransactions += 1;
      isAnswered = false;
      passOn(server, bytes);
    });
    server.on('data', (bytes: Buffer) => {
      isAnswered = true;
      passOn(client, bytes);
    });
    client.on('close', () => server.destroy()).on('error', () => undefined);
    server.on('close', () => client.destroy()).on('error', () => undefined);
  };
  const proxy = createServer({ noDelay: true }, serveOne).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  process.on('message', () => process.send?.(trips));
  process.on('disconnect', () => process.exit());
  process.send?.((proxy.address() as AddressInfo).port);
};

if (import.meta.main) {
  const [host = '', port, delay] = process.argv.slice(2);
  await serve(host, Number(port), Number(delay));
}
