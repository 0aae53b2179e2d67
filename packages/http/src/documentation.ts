import { createHash, randomUUID } from 'node:crypto';
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
    ['/openapi.json', cached(() => apiDocument(described))],
    ['/docs', cached(referencePage)],
    ...ASSETS.map(([name, type]) => [`/docs/${name}`, cached(() => assetOf(name, type))] as const),
  ]);

/** The file is made or read with the first request for it, and kept. */
const cached = (make: () => Promise<File>): Answer => {
  let file: File | undefined;
  return async (incoming) => {
    file ??= await make();
    return replyWith(file, incoming);
  };
};

/** Redirects a browser from the root to the reference page, and no other client. */
export const redirectOf = (c: Context): Response | undefined => {
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

const fileOf = async (content: Buffer | string, headers: ReplyHeaders): Promise<File> => {
  const bytes = Buffer.from(content);
  return {
    coded: { br: await promisify(brotliCompress)(bytes), gzip: await promisify(gzip)(bytes), identity: bytes },
    headers,
    tag: createHash('sha256').update(bytes).digest('base64url'),
  };
};

const apiDocument = async (described: Described): Promise<File> => {
  const { createApiDocument } = await import('./api-document/document.ts');
  const introduction = await readFile(join(REFERENCE, 'introduction.md'), 'utf8');
  return fileOf(JSON.stringify(createApiDocument(described, introduction)), { 'Content-Type': 'application/json' });
};

const REFERENCE = join(import.meta.dirname, '../reference');
const ASSETS = [
  ['page.css', 'text/css'],
  ['page.js', 'text/javascript'],
] as const;

const assetOf = async (name: string, type: string): Promise<File> =>
  fileOf(await readFile(join(REFERENCE, name)), { 'Content-Type': `${type}; charset=utf-8` });

/** The page runs and reads only what this host serves; no text in it can run as a script. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** It names its files with their digest, so that browsers can cache them for ever. */
const referencePage = async (): Promise<File> => {
  let html = await readFile(join(REFERENCE, 'page.html'), 'utf8');
  for (const [name, type] of ASSETS) {
    html = html.replace(`"docs/${name}"`, `"docs/${name}?v=${(await assetOf(name, type)).tag}"`);
  }
  return fileOf(html, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
};

/** RFC 9110, 12.5.3: the shortest coding that the client names and accepts. */
const codingFor = (accepted: string | string[] = ''): Coding => {
  const entries = String(accepted).toLowerCase().replaceAll(/\s/g, '').split(',');
  const taken = entries.filter((entry) => !/;q=0(?:\.0*)?$/.test(entry)).map((entry) => entry.split(';')[0]);
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding)) ?? 'identity';
};

const commonHeaders = (): ReplyHeaders => ({ 'X-Content-Type-Options': 'nosniff', 'Request-Id': randomUUID() });

/** Browsers revalidate a cached copy each time, unless the URL has the digest of its content. */
const replyWith = ({ coded, tag, headers: own }: File, { url, headers: given }: IncomingMessage): Response => {
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
  return isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(new Uint8Array(coded[coding]), { headers });
};
