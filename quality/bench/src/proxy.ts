import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Run } from './servers.ts';

/** A proxy before a database, in a process of its own. It delays what passes by so many milliseconds each way. */
export const startProxy = async ({ harness }: Run, database: string, delay: number) => {
  const url = new URL(database);
  // It ends when this process ends, as the channel is closed then.
  const proxy = fork(import.meta.filename, [url.hostname, url.port, String(delay)]);
  harness.defer(() => proxy.kill());
  const [port] = (await once(proxy, 'message')) as [number];
  url.port = String(port);
  return { url: url.href };
};

/** How long the proxy sleeps while bytes wait, in milliseconds. A timer of Node would be a millisecond late. */
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
    if (waiting.push({ due: performance.now() + delay - NAP, to, bytes }) === 1) setImmediate(send);
  };
};

const serve = async (host: string, port: number, delay: number): Promise<void> => {
  const passOn = createDelay(delay);
  const serveOne = (client: Socket): void => {
    const server = connect({ host, port, noDelay: true });
    client.on('data', (bytes: Buffer) => passOn(server, bytes));
    server.on('data', (bytes: Buffer) => passOn(client, bytes));
    client.on('close', () => server.destroy()).on('error', () => undefined);
    server.on('close', () => client.destroy()).on('error', () => undefined);
  };
  const proxy = createServer({ noDelay: true }, serveOne).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  process.on('disconnect', () => process.exit());
  process.send?.((proxy.address() as AddressInfo).port);
};

if (import.meta.main) {
  const [host = '', port, delay] = process.argv.slice(2);
  await serve(host, Number(port), Number(delay));
}
