import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../src/server/server.ts';
import { exchange } from '../testing/client.ts';
import { get, HOST } from './support/echo.ts';

const CLOSING = 'Connection: close\r\n';

// How it times out, bounds its connections and stops, connections.test.ts proves.
it('the server serves a transport without envelopes, such as one of pages, and refuses in its words', async () => {
  const app = new Hono()
    .get('/', (c) => c.html('<h1>Cases</h1>'))
    .get('/broken', () => Promise.reject(new Error('secret detail')));
  app.onError((_, c) => c.text('Our fault.', 500));
  const refuse = ({ problem, sentence = problem }: { readonly problem: string; readonly sentence?: string }) => {
    return { status: 400, headers: { 'Content-Type': 'text/plain' }, body: sentence };
  };
  const { port, stop } = await startServer({ host: '127.0.0.1', port: 0, fetch: app.fetch, refuse });
  onTestFinished(() => stop(100));
  expect(await exchange(port, get('/', CLOSING))).toMatch(/^HTTP\/1\.1 200 OK\r\n.*<h1>Cases<\/h1>$/s);
  expect(await exchange(port, get('/broken', CLOSING))).toMatch(/^HTTP\/1\.1 500 .*\r\n\r\nOur fault\.$/s);
  for (const [bytes, said] of [
    ['NONSENSE\r\n\r\n', 'malformed'],
    [get('/', `X: ${'x'.repeat(20_000)}\r\n`), 'headers too large'],
    [`CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, 'method'],
    ['GET / HTTP/1.1\r\n\r\n', 'HTTP/1.1 needs one Host header; send one and no more.'],
    [get('/', 'Expect: much\r\n'), 'The only expectation met here is 100-continue; leave out the Expect header.'],
  ] as const) {
    const reply = await exchange(port, bytes);
    expect(reply).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: text\/plain\r\n/);
    expect(reply.endsWith(`\r\n\r\n${said}`)).toBe(true);
  }
});
