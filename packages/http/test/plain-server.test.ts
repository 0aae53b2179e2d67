import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../src/server/server.ts';
import { exchange, open } from '../testing/client.ts';
import { get, HOST, nextAccepted } from './support/echo.ts';

/** A transport without envelopes, such as one of pages: its refusals are plain text. */
const startPages = async (limits = {}) => {
  const [began, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = new Hono()
    .get('/', (c) => c.html('<h1>Cases</h1>'))
    .get('/broken', () => Promise.reject(new Error('secret detail')))
    .get('/held', async (c) => {
      began.resolve();
      await held.promise;
      return c.text('at last');
    });
  app.onError((_, c) => c.text('Our fault.', 500));
  const refuse = ({ problem, sentence = problem }: { readonly problem: string; readonly sentence?: string }) => ({
    status: 400,
    headers: { 'Content-Type': 'text/plain' },
    body: sentence,
  });
  const server = await startServer({ host: '127.0.0.1', port: 0, fetch: app.fetch, refuse, limits });
  onTestFinished(() => server.stop(100));
  return { ...server, began: began.promise, release: held.resolve };
};

const CLOSING = 'Connection: close\r\n';

it('the server serves a transport without envelopes, and refuses in its words', async () => {
  const { port } = await startPages();
  expect(await exchange(port, get('/', CLOSING))).toMatch(/^HTTP\/1\.1 200 OK\r\n.*<h1>Cases<\/h1>$/s);
  expect(await exchange(port, get('/broken', CLOSING))).toMatch(/^HTTP\/1\.1 500 .*\r\n\r\nOur fault\.$/s);
  for (const [bytes, said] of [
    ['NONSENSE\r\n\r\n', 'malformed'],
    [get('/', `X: ${'x'.repeat(20_000)}\r\n`), 'headers too large'],
    [`CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, 'CONNECT'],
    ['GET / HTTP/1.1\r\n\r\n', 'HTTP/1.1 needs one Host header; send one and no more.'],
    [get('/', 'Expect: much\r\n'), 'The only expectation met here is 100-continue; leave out the Expect header.'],
  ] as const) {
    const reply = await exchange(port, bytes);
    expect(reply).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: text\/plain\r\n/);
    expect(reply.endsWith(`\r\n\r\n${said}`)).toBe(true);
  }
});

it('the server says in the words of its transport that a request comes too slowly', async () => {
  const { port } = await startPages({ headersTimeout: 50, requestTimeout: 50 });
  expect(await exchange(port, 'GET / HTTP/1.1\r\n')).toMatch(/\r\n\r\ntoo slow$/);
});

it('the server says in the words of its transport that there is no room', async () => {
  const { port } = await startPages({ connections: 1 });
  const accepted = nextAccepted();
  const { socket } = open(port);
  await accepted;
  expect(await exchange(port, get('/'))).toMatch(/\r\n\r\noverloaded$/);
  socket.destroy();
});

it('the server finishes what is under way when it is stopped', async () => {
  const { port, stop, began, release } = await startPages();
  const reply = exchange(port, get('/held'));
  await began;
  const stopped = stop(10_000);
  release();
  expect(await reply).toMatch(/\r\n\r\nat last$/);
  await stopped;
});
