import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { ReplyHeaders } from './server.ts';

export type Answer = (incoming: IncomingMessage) => Promise<Response>;

/** What a page may do: run and read only what this host serves. No text in it can run as a script. */
export const pageHeaders = (sources: string): ReplyHeaders => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self'; ${sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
});

export const commonHeaders = (): ReplyHeaders => ({
  'X-Content-Type-Options': 'nosniff',
  'Request-Id': randomUUID(),
});

export const digest = (content: string): string => hash('sha256', content, 'base64url');

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
 * The document is made or read with the first request for it, and kept. Browsers revalidate a cached copy each time,
 * unless the URL has the digest of its content.
 */
export const cached = (make: () => Promise<string>, own: ReplyHeaders): Answer => {
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
    if (isKnown(given['if-none-match'], ETag)) return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(document[coding]), { headers });
  };
};

/** RFC 9110, 13.1.2: whether the client has what has this tag. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag) ?? false;
