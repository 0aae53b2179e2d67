import { describe, expect, it } from 'vitest';
import { send } from '../testing/client.ts';
import { openEcho } from './support/echo.ts';

const { port } = await openEcho();

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the root', () => {
  it('leads a browser to the reference page', async () => {
    for (const method of ['GET', 'HEAD']) {
      const reply = await send(port, { method, path: '/', headers: { Accept: HTML } });
      expect([reply.status, reply.text, reply.headers.location]).toEqual([302, '', '/docs']);
      expect(reply.headers).toMatchObject({ vary: 'Accept', 'cache-control': 'no-store' });
      expect(reply.headers['request-id']).toMatch(/./);
    }
  });

  it.each([
    ['nothing', undefined],
    ['anything', '*/*'],
    ['JSON', 'application/json'],
    ['JSON, and HTML only otherwise', 'text/html;q=0.5, application/json'],
    ['no HTML', 'text/html;q=0, */*'],
  ])('is nothing to who asks for %s', async (_, Accept) => {
    const reply = await send(port, { path: '/', headers: Accept === undefined ? {} : { Accept } });
    expect([reply.status, reply.code, reply.headers.vary]).toEqual([404, 'PATH_NOT_FOUND', 'Accept']);
  });
});

/** The page itself and its files are no JSON, so they are fetched by other means. */
const get = async (port: number, path: string, more = {}) => {
  const headers = { 'Accept-Encoding': 'identity', ...more };
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { status: reply.status, headers: Object.fromEntries(reply.headers), text: await reply.text() };
};

describe('the reference page', () => {
  it('lets the browser run and fetch what this host serves, and nothing else', async () => {
    const { status, headers, text } = await get(port, '/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'request-id': expect.stringMatching(/./),
    });
    expect(text).not.toMatch(/https?:|<script>|<style|style=|\son\w+=/);
  });

  it('is made of files that may be kept for good, as their addresses name their content', async () => {
    const { text } = await get(port, '/docs');
    const files = [...text.matchAll(/(?:href|src)="(docs\/[^"]+)"/g)].map(([, file]) => `/${file}`);
    expect(files).toHaveLength(2);
    for (const file of files) {
      const { status, headers } = await get(port, file);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(headers['content-type']).toBe(`text/${file.includes('.css') ? 'css' : 'javascript'}; charset=utf-8`);
      expect(headers['x-content-type-options']).toBe('nosniff');
      const [path = '', version = ''] = file.split('?v=');
      expect(headers['etag']).toBe(`"${version}"`);
      for (const other of [path, `${path}?v=other`]) {
        expect((await get(port, other)).headers['cache-control']).toBe('no-cache');
      }
      for (const known of ['*', `"${version}"`, `W/"${version}"`, `"other", W/"${version}"`]) {
        const again = await get(port, path, { 'If-None-Match': known });
        expect([again.status, again.text]).toEqual([304, '']);
      }
      for (const unknown of ['"other"', `"other-${version}"`, `"aW/${version}"`]) {
        expect((await get(port, path, { 'If-None-Match': unknown })).status).toBe(200);
      }
    }
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5, br;q=0', 'gzip'],
    ['deflate, *', undefined],
    ['', undefined],
  ])('comes in the shortest coding that the client takes, with a tag of its own: %s', async (accepted, coding) => {
    const plain = await get(port, '/docs');
    const { headers, text } = await get(port, '/docs', { 'Accept-Encoding': accepted });
    expect(text).toBe(plain.text);
    expect(headers).toMatchObject({ vary: 'Accept-Encoding, Origin' });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers['etag'] === plain.headers['etag']).toBe(coding === undefined);
    const again = (tag: unknown) => get(port, '/docs', { 'Accept-Encoding': accepted, 'If-None-Match': tag });
    expect((await again(headers['etag'])).status).toBe(304);
    expect((await again(plain.headers['etag'])).status).toBe(coding === undefined ? 304 : 200);
  });

  it('has no other files, and takes no other method', async () => {
    for (const path of ['/docs/', '/docs/page.html', '/docs/..%2fpackage.json', '/docs/page.js.map']) {
      const reply = await send(port, { path });
      expect([path, reply.status, reply.code]).toEqual([path, 404, 'PATH_NOT_FOUND']);
    }
    const reply = await send(port, { method: 'DELETE', path: '/docs' });
    expect([reply.status, reply.code, reply.headers.allow]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD']);
  });
});
