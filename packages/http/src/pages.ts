import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { Documented } from './api-document/api-document.ts';
import type { ReplyHeaders } from './envelope.ts';

/** What is served beside the calls, for readers: the one kind of reply that is no envelope (P-24). */
type Page = {
  readonly path: string;
  readonly answer: (incoming: IncomingMessage) => Promise<Response>;
};

/** Nothing of them is made, read or even loaded before somebody asks for it. */
export const pagesOf = (documented: Documented): readonly Page[] => {
  const files = [
    ['/openapi.json', once(() => apiDocument(documented))],
    ['/docs', once(referencePage)],
    ...ASSETS.map(({ name, read }) => [`/docs/${name}`, read] as const),
  ] as const;
  return files.map(([path, read]) => ({ path, answer: async (incoming) => replyWith(await read(), incoming) }));
};

/** Leads a browser from the root to the reference page; nobody else. */
export const redirectOf = async (c: Context): Promise<Response | undefined> => {
  const { accepts } = await import('hono/accepts');
  const supports = ['application/json', 'text/html'];
  if (accepts(c, { header: 'Accept', supports, default: 'application/json' }) !== 'text/html') return undefined;
  const headers = { Location: '/docs', 'Cache-Control': 'no-store', Vary: 'Accept', ...everyPage() };
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

/** RFC 9110, 12.5.3: the shortest that the client takes; a coding that it does not name is none that it asks for. */
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

const apiDocument = async (documented: Documented): Promise<File> => {
  const { createApiDocument } = await import('./api-document/api-document.ts');
  return fileOf(Buffer.from(JSON.stringify(createApiDocument(documented))), { 'Content-Type': 'application/json' });
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

/** The page runs and reads what this host serves, and nothing else; nothing in it can be run from a text. */
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

/** The files that it names are named with their digest, so that a copy of them can be kept for good. */
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

const everyPage = (): ReplyHeaders => ({ 'X-Content-Type-Options': 'nosniff', 'Request-Id': randomUUID() });

/** A copy is asked about each time, and not sent again while it is the right one; unless its address names its content. */
const replyWith = ({ coded, tag, headers: own }: File, { url, headers: given }: IncomingMessage): Response => {
  const isNamed = url?.endsWith(`?v=${tag}`) ?? false;
  const coding = codingFor(given['accept-encoding']);
  // Each coding has a tag of its own: they are other bytes (RFC 9110, 8.8.3.3).
  const etag = coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`;
  const headers = {
    ...own,
    ...everyPage(),
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    'Cache-Control': isNamed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    // Also of the origin, as CORS_ORIGINS may let pages read it.
    Vary: 'Accept-Encoding, Origin',
  };
  const known = given['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
  return known
    ? new Response(null, { status: 304, headers })
    : new Response(new Uint8Array(coded[coding]), { headers });
};
