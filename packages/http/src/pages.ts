import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

type File = { readonly bytes: Buffer; readonly tag: string; readonly headers: ReplyHeaders };

const fileOf = (bytes: Buffer, headers: ReplyHeaders): File => ({
  bytes,
  headers,
  tag: createHash('sha256').update(bytes).digest('base64url'),
});

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

const asset = (name: string, type: string, place: () => string) => ({
  name,
  read: once(async () => fileOf(await readFile(place()), { 'Content-Type': type })),
});

/** The files of the reference page: its own, and those of the package that it is made with. */
const ASSETS = [
  asset('page.css', STYLE, () => join(REFERENCE, 'page.css')),
  asset('page.js', SCRIPT, () => join(REFERENCE, 'page.js')),
  asset('swagger-ui.css', STYLE, () => fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css'))),
  asset('swagger-ui-bundle.js', SCRIPT, () =>
    fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  ),
];

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

/** Each file is named with its digest, so that a copy of it can be kept for good. */
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
const replyWith = ({ bytes, tag, headers: own }: File, { url, headers: given }: IncomingMessage): Response => {
  const isNamed = url?.endsWith(`?v=${tag}`) ?? false;
  const headers = {
    ...own,
    ...everyPage(),
    'Cache-Control': isNamed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: `"${tag}"`,
  };
  const known = given['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === `"${tag}"`);
  return known ? new Response(null, { status: 304, headers }) : new Response(new Uint8Array(bytes), { headers });
};
