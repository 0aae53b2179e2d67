import { hash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { createApiDocument } from './api-document/document.ts';
import type { ReplyHeaders } from './envelope.ts';

type Described = Parameters<typeof createApiDocument>[0];
type Answer = (incoming: IncomingMessage) => Promise<Response>;

/** By path: the API document and the reference page, for readers. The only replies without an envelope (P-24). */
export const documentsOf = (described: Described): ReadonlyMap<string, Answer> =>
  new Map([
    ['/openapi.json', cached(() => apiDocument(described), { 'Content-Type': 'application/json' })],
    ['/docs', cached(referencePage, PAGE_HEADERS)],
    ['/docs/page.css', cached(() => read('page.css'), { 'Content-Type': 'text/css; charset=utf-8' })],
    ['/docs/page.js', cached(() => read('page.js'), { 'Content-Type': 'text/javascript; charset=utf-8' })],
  ]);

/** Redirects a browser from the root to the reference page, and no other client. */
export const redirectOf = (c: Context): Response | undefined => {
  const supports = ['application/json', 'text/html'];
  if (accepts(c, { header: 'Accept', supports, default: 'application/json' }) !== 'text/html') return undefined;
  const headers = { Location: '/docs', 'Cache-Control': 'no-store', Vary: 'Accept', ...commonHeaders() };
  return new Response(null, { status: 302, headers });
};

const commonHeaders = (): ReplyHeaders => ({ 'X-Content-Type-Options': 'nosniff', 'Request-Id': randomUUID() });

const apiDocument = async (described: Described): Promise<string> => {
  const { createApiDocument } = await import('./api-document/document.ts');
  return JSON.stringify(createApiDocument(described, await read('introduction.md')));
};

const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, '../reference', name), 'utf8');
const digest = (content: string): string => hash('sha256', content, 'base64url');

/** It names its files with their digest, so that browsers can cache them for ever. */
const referencePage = async (): Promise<string> => {
  let html = await read('page.html');
  for (const name of ['page.css', 'page.js']) html = html.replace(name, `${name}?v=${digest(await read(name))}`);
  return html;
};

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // The page runs and reads only what this host serves; no text in it can run as a script.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

type Coding = 'br' | 'gzip' | 'identity';

/** RFC 9110, 12.5.3: the shortest coding that the client names and accepts. */
const codingFor = (accepted: string | string[] = ''): Coding => {
  const entries = String(accepted).toLowerCase().replaceAll(/\s/g, '').split(',');
  const taken = entries.filter((entry) => !/;q=0(?:\.0*)?$/.test(entry)).map((entry) => entry.split(';')[0]);
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding)) ?? 'identity';
};

const encode = async (content: string) => ({
  tag: digest(content),
  br: await promisify(brotliCompress)(content),
  gzip: await promisify(gzip)(content),
  identity: Buffer.from(content),
});

/**
 * The document is made or read with the first request for it, and kept. Browsers revalidate a cached copy each time, unless
 * the URL has the digest of its content.
 */
const cached = (make: () => Promise<string>, own: ReplyHeaders): Answer => {
  let document: Awaited<ReturnType<typeof encode>> | undefined;
  return async ({ url, headers: given }) => {
    document ??= await encode(await make());
    const { tag } = document;
    const coding = codingFor(given['accept-encoding']);
    // Each coding has its own tag, because its bytes differ (RFC 9110, 8.8.3.3).
    const ETag = coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`;
    const headers = {
      ...own,
      ...commonHeaders(),
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
      'Cache-Control': url?.endsWith(`?v=${tag}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag,
      // Origin, as CORS_ORIGINS may let pages of other origins read it.
      Vary: 'Accept-Encoding, Origin',
    };
    const isKnown = given['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === ETag);
    if (isKnown) return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(document[coding]), { headers });
  };
};
