import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { Variant } from './endpoint.ts';
import { type Answer, type Cached, commonHeaders, digest, pageHeaders } from './server/cached.ts';
import { headerOf } from './server/headers.ts';

/** By path: the API document and the reference page, for readers. They have no envelope (P-24). */
export const documentsOf = (variant: Variant, cached: Cached): ReadonlyMap<string, Answer> =>
  new Map([
    ['/openapi.json', cached(() => apiDocument(variant), { 'Content-Type': 'application/json' })],
    ['/docs', cached(referencePage, pageHeaders("img-src 'self' data:; connect-src 'self'"))],
    ['/docs/page.css', cached(() => read('page.css'), { 'Content-Type': 'text/css; charset=utf-8' })],
    ['/docs/page.js', cached(() => read('page.js'), { 'Content-Type': 'text/javascript; charset=utf-8' })],
  ]);

/** Redirects a browser from the root to the reference page, and no other client. */
export const redirectOf = (c: Context): Response | undefined => {
  if (headerOf(c.env.incoming, 'accept') === undefined) return undefined;
  const supports = ['application/json', 'text/html'];
  if (accepts(c, { header: 'Accept', supports, default: 'application/json' }) !== 'text/html') return undefined;
  const headers = { Location: '/docs', 'Cache-Control': 'no-store', Vary: 'Accept', ...commonHeaders() };
  return new Response(null, { status: 302, headers });
};

const apiDocument = async (variant: Variant): Promise<string> => {
  const { createApiDocument } = await import('./api-document.ts');
  return JSON.stringify(createApiDocument(variant, await read('introduction.md')));
};

const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, '../reference', name), 'utf8');

/** It names its files with their digest, so that browsers can cache them for ever. */
const referencePage = async (): Promise<string> => {
  let html = await read('page.html');
  for (const name of ['page.css', 'page.js']) html = html.replace(name, `${name}?v=${digest(await read(name))}`);
  return html;
};
