import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Application } from '@health-case/domain/application';
import { ok } from '@health-case/domain/result';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { Variant } from './endpoint.ts';
import type { WireResult } from './refusals.ts';
import { type Answer, type Cached, commonHeaders, digest, isKnown, pageHeaders } from './server/cached.ts';
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

type Published = { readonly content: string; readonly headers: Readonly<Record<string, string>> };
type Read = (path: Readonly<Record<string, string>>, incoming: IncomingMessage) => Promise<WireResult<Response>>;

/** RFC 9111. A revocation must show at once, so a kept list is asked for again each time; keys change rarely. */
const KEYS = { 'Content-Type': 'application/jwk-set+json' };
const FOR_AN_HOUR = { 'Cache-Control': 'public, max-age=3600' };
/** A cache that keeps an empty list would not know the key of the first certificate. */
const NO_KEYS = { 'Cache-Control': 'no-cache' };
const STATUS = { 'Content-Type': 'application/statuslist+jwt', 'Cache-Control': 'public, no-cache' };

/** RFC 8288: who keeps all lists learns here of the next one, instead of asking for one that may not exist. */
const nextOf = (number: number) => ({ Link: `<${number + 1}>; rel="next"`, 'Access-Control-Expose-Headers': 'Link' });

/** D-26, by path: what anyone, on any origin, reads to verify. No envelope, but for refusals (P-24). */
export const publishedOf = (application: Application): ReadonlyMap<string, Read> =>
  new Map<string, Read>([
    [
      '/.well-known/jwks.json',
      async (_, incoming) => {
        const { value: keys } = await application.listPublicKeys();
        const headers = { ...KEYS, ...(keys.length > 0 ? FOR_AN_HOUR : NO_KEYS) };
        return ok(publish({ content: JSON.stringify({ keys }), headers }, incoming));
      },
    ],
    [
      '/status/:list{[0-9]{1,9}}',
      async ({ list }, incoming) => {
        const number = Number(list);
        const read = await application.readStatusList({ number });
        if (!read.ok) return read;
        const { signed, isNewest } = read.value;
        return ok(publish({ content: signed, headers: { ...STATUS, ...(!isNewest && nextOf(number)) } }, incoming));
      },
    ],
  ]);

/** The pages of other origins verify too, and learn why they cannot. */
export const TO_EVERY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };

/** The reply, or only its head if the reader has the same content already. */
const publish = ({ content, headers: own }: Published, incoming: IncomingMessage): Response => {
  const ETag = `"${digest(content)}"`;
  const headers = { ...own, ETag, ...TO_EVERY_ORIGIN, ...commonHeaders() };
  return isKnown(incoming, ETag) ? new Response(null, { status: 304, headers }) : new Response(content, { headers });
};
