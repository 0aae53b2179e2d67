import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { once } from '@health-case/domain/once';
import { headerOf } from './headers.ts';
import type { ReplyHeaders } from './server.ts';

export type Answer = (incoming: IncomingMessage) => Promise<Response>;

/** What a page may do: run and read only what this host serves. No text in it can run as a script. */
export const pageHeaders = (sources: string): ReplyHeaders => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self'; ${sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
});

export const commonHeaders = (): ReplyHeaders => ({ 'X-Content-Type-Options': 'nosniff', 'Request-Id': randomUUID() });

export const digest = (content: string): string => hash('sha256', content, 'base64url');

type Coding = 'br' | 'gzip' | 'identity';

/** RFC 9110, 12.5.3: the shortest coding that the client names and accepts. */
const codingFor = (accepted = ''): Coding => {
  const entries = accepted.toLowerCase().replaceAll(/\s/g, '').split(',');
  const taken = entries.filter((entry) => !/;q=0(?:\.0*)?$/.test(entry)).map((entry) => entry.split(';')[0]);
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding)) ?? 'identity';
};

const encode = async (content: string) => ({
  tag: digest(content),
  br: new Uint8Array(await promisify(brotliCompress)(content)),
  gzip: new Uint8Array(await promisify(gzip)(content)),
  identity: new TextEncoder().encode(content),
});

/** One after the other: each takes a thread of those that also hash passwords. */
const inTurn = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
};

export type Cached = (make: () => Promise<string>, own: ReplyHeaders) => Answer;

/**
 * The documents of a server. Each is made or read with the first request for it, and kept: all replies share its bytes.
 * Browsers revalidate a cached copy each time, unless the URL has the digest of its content.
 */
export const createCache = (): Cached => {
  const take = inTurn();
  return (make, own) => {
    const documentOf = once(() => take(async () => encode(await make())));
    return async (incoming) => {
      const document = await documentOf();
      const { tag } = document;
      const coding = codingFor(headerOf(incoming, 'accept-encoding'));
      // Each coding has its own tag, because its bytes differ (RFC 9110, 8.8.3.3).
      const ETag = coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`;
      const headers = {
        ...own,
        ...commonHeaders(),
        ...(coding !== 'identity' && { 'Content-Encoding': coding }),
        'Cache-Control': incoming.url?.endsWith(`?v=${tag}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ETag,
        // Origin, as CORS_ORIGINS may let pages of other origins read it.
        Vary: 'Accept-Encoding, Origin',
      };
      if (isKnown(incoming, ETag)) return new Response(null, { status: 304, headers });
      return new Response(document[coding], { headers });
    };
  };
};

/** RFC 9110, 13.1.2: whether the client has what has this tag. */
export const isKnown = (incoming: IncomingMessage, tag: string): boolean =>
  headerOf(incoming, 'if-none-match')
    ?.split(',')
    .some((one) => ['*', tag].includes(one.trim().replace(/^W\//, ''))) ?? false;
