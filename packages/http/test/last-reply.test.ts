import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startEcho } from './support/echo.ts';
import { get, HOST, LAST, nextAccepted, statusesIn } from './support/raw.ts';

/** A connection of which nothing is read until all that comes is asked for, until it is closed. */
const open = (port: number, options: { readonly allowHalfOpen?: boolean } = {}) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...options }).on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const readAll = async (): Promise<string> => {
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    await closed;
    return Buffer.concat(received).toString();
  };
  return { socket, closed, readAll };
};

describe('the last reply on a connection', () => {
  /** Sends a message, and then more of it while its reply is on the way; reads when all is sent. */
  const sendOn = async (port: number, message: string, more: string): Promise<string> => {
    const { socket, readAll } = open(port);
    socket.write(message);
    for (let piece = 0; piece < 5; piece += 1) {
      await turn();
      socket.write(more);
    }
    return readAll();
  };

  it.each([
    ['one who asked for the end', LAST, get('/who'), 401],
    ['one who asks for an upgrade', get('/who', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'), get('/who'), 401],
    [
      'one whose body is too large',
      `POST /echo HTTP/1.1\r\n${HOST}Content-Length: 9000000\r\n\r\n`,
      'x'.repeat(1_200_000),
      413,
    ],
    ['one whose message is none', 'GET nowhere HTTP/1.1\r\n\r\n', 'more of it', 400],
  ])('reaches a client that is still sending (RFC 9112, 9.6): %s', async (_, message, more, status) => {
    const { port } = await startEcho({}, { linger: 20_000 });
    expect(statusesIn(await sendOn(port, message, more))).toEqual([status]);
  });

  it('lets nobody stay who does not end the connection either', async () => {
    const { port } = await startEcho();
    const { socket, closed } = open(port, { allowHalfOpen: true });
    socket.write(LAST);
    await once(socket.resume(), 'end');
    const writing = setInterval(() => socket.write('x'), 20);
    await closed;
    clearInterval(writing);
  });

  it('is followed by no more than a megabyte that is read, however much comes', async () => {
    const { port } = await startEcho();
    const accepted = nextAccepted();
    const { socket, closed } = open(port, { allowHalfOpen: true });
    socket.write(LAST);
    await once(socket.resume(), 'end');
    const send = () => socket.write(Buffer.alloc(1_000_000), (error) => error || send());
    send();
    await closed;
    expect((await accepted).bytesRead).toBeLessThan(2_000_000);
  });
});

describe('CONNECT behind a long list, after which Node lets go of the socket', () => {
  const pages = async function* () {
    for (let page = 0; page < 200; page += 1) yield Array.from({ length: 5000 }, (_, nth) => nth);
  };
  const both = `${get('/list')}CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`;

  /** Asks for both, and reads nothing yet. */
  const ask = async (port: number) => {
    const accepted = nextAccepted();
    const { socket, readAll } = open(port);
    socket.write(both);
    await once(socket, 'readable');
    return { readAll, accepted: await accepted };
  };

  it('leaves the list whole, and is refused then', async () => {
    const { port } = await startEcho({ pages });
    const { readAll } = await ask(port);
    const received = await readAll();
    expect(statusesIn(received)).toEqual([200, 405]);
    expect(received.match(/"entry":4999}/g)).toHaveLength(200);
  });

  it('holds nobody who does not read, nor a graceful stop', async () => {
    const { port, stop } = await startEcho({ pages }, { stallTimeout: 300 });
    const stalled = await ask(port);
    await once(stalled.accepted, 'close');
    expect(statusesIn(await stalled.readAll())).toEqual([200]);
    const stuck = await ask(port);
    await stop(50);
    expect(statusesIn(await stuck.readAll())).toEqual([200]);
  });
});
