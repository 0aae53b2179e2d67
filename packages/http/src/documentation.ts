import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { Described } from './api-document/document.ts';
import type { ReplyHeaders } from './envelope.ts';

/** The API document and the reference page, for readers: the only replies that are no envelope (P-24). */
type Document = {
  readonly path: string;
  readonly answer: (incoming: IncomingMessage) => Promise<Response>;
};

/** Each is made, read or even loaded with the first request for it. */
export const documentsOf = (described: Described): readonly Document[] => {
  const files = [
    ['/openapi.json', once(() => apiDocument(described))],
    ['/docs', once(referencePage)],
    ...ASSETS.map(({ name, read }) => [`/docs/${name}`, read] as const),
  ] as const;
  return files.map(([path, read]) => ({ path, answer: async (incoming) => replyWith(await read(), incoming) }));
};

/** Redirects a browser from the root to the reference page, and no other client. */
export const redirectOf = async (c: Context): Promise<Response | undefined> => {
  const { accepts } = await import('hono/accepts');
  const supports = ['application/json', 'text/html'];
  if (accepts(c, { header: 'Accept', supports, default: 'application/json' }) !== 'text/html') return undefined;
  const headers = { Location: '/docs', 'Cache-Control': 'no-store', Vary: 'Accept', ...commonHeaders() };
  return new Response(null, { status: 302, headers });
};

type Coding = 'br' | 'gzip' | 'identity';
type File = {
  readonly coded: Readonly<Record<Coding, Buffer>>;
  readonly tag: string;
  readonly headers: ReplyHeaders;
};

const fileOf = async (bytes: Buffer, headers: ReplyHeaders): Promise<File> => ({
  coded: { br: await promisify(brotliCompress)(bytes), gzip: await promisify(gzip)(bytes), identity: bytes },
  headers,
  tag: createHash('sha256').update(bytes).digest('base64url'),
});

/** RFC 9110, 12.5.3: the shortest coding that the client names and accepts. */
const codingFor = (accepted: string | string[] = ''): Coding => {
  const taken = String(accepted)
    .toLowerCase()
    .split(',')
    .map((one) => one.replaceAll(/\s/g, ''))
    .filter((one) => !/;q=0(?:\.0*)?$/.test(one))
    .map((one) => one.split(';')[0]);
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding)) ?? 'identity';
};

const once = (make: () => Promise<File>): (() => Promise<File>) => {
  let made: Promise<File> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
};

const apiDocument = async (described: Described): Promise<File> => {
  const { createApiDocument } = await import('./api-document/document.ts');
  return fileOf(Buffer.from(JSON.stringify(createApiDocument(described))), { 'Content-Type': 'application/json' });
};

const REFERENCE = join(import.meta.dirname, '../reference');
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

const ASSETS = ['page.css', 'page.js', 'elements.js', 'operation.js', 'send.js'].map((name) => ({
  name,
  read: once(async () =>
    fileOf(await readFile(join(REFERENCE, name)), { 'Content-Type': name.endsWith('.css') ? STYLE : SCRIPT }),
  ),
}));

/** The page runs and reads only what this host serves; no text in it can run as a script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** It names its files with their digest, so that browsers can cache them for ever. */
const referencePage = async (): Promise<File> => {
  let html = await readFile(join(REFERENCE, 'page.html'), 'utf8');
  for (const { name, read } of ASSETS) html = html.replace(`"docs/${name}"`, `"docs/${name}?v=${(await read()).tag}"`);
  return fileOf(Buffer.from(html), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
};

const commonHeaders = (): ReplyHeaders => ({ 'X-Content-Type-Options': 'nosniff', 'Request-Id': randomUUID() });

/** Browsers revalidate a cached copy each time, unless the URL has the digest of its content. */
const replyWith = ({ coded, tag, headers: own }: File, { url, headers: given }: IncomingMessage): Response => {
  const hasDigest = url?.endsWith(`?v=${tag}`) ?? false;
  const coding = codingFor(given['accept-encoding']);
  // Each coding has its own tag, because its bytes differ (RFC 9110, 8.8.3.3).
  const etag = coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`;
  const headers = {
    ...own,
    ...commonHeaders(),
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    'Cache-Control': hasDigest ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    // Origin, as CORS_ORIGINS may let pages of other origins read it.
    Vary: 'Accept-Encoding, Origin',
  };
  const known = given['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
  return known
    ? new Response(null, { status: 304, headers })
    : new Response(new Uint8Array(coded[coding]), { headers });
};
