import { expect, it } from 'vitest';
import type { Page } from './visitor.ts';

/** Names and addresses of the tests' people. */
const PERSONAL = /Person\d|Jansen|[@\uFF20]/;

const COOKIE = /^portal-(session|lists|language|shown|forms)=[\w.-]*$/;

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

const cookieFaults = (cookie: string): readonly string[] => {
  const [value = '', ...attributes] = cookie.split('; ');
  const bound = ['HttpOnly', 'Path=/', 'SameSite=Lax'].every((one) => attributes.includes(one));
  return COOKIE.test(value) && bound && !/domain/i.test(cookie) ? [] : ['a cookie that is not bound to the host'];
};

/**
 * What is wrong with a reply of the portal: it may be cached, runs what is not the portal's own, has a cookie that goes
 * elsewhere, or tells what browsers keep in a history. `secrets`: of the test, besides names and addresses.
 */
export const privacyFaults = ({ path, headers, inline, title, links }: Page, secrets: readonly string[] = []) => {
  const policy = headers.get('content-security-policy') ?? '';
  const kept = [title, ...links, headers.get('location') ?? ''].map(decoded);
  const faults = [
    headers.get('cache-control') === 'no-store' ? [] : 'may be cached',
    /default-src 'none'.*frame-ancestors 'none'/.test(policy) && !/unsafe|nonce|\*|https?:/.test(policy)
      ? []
      : 'has another policy',
    inline.map((tag) => `has something inline: ${tag}`),
    headers.getSetCookie().flatMap(cookieFaults),
    kept.flatMap((text) => (PERSONAL.test(text) ? `keeps ${text}` : [])),
    kept.flatMap((text) => secrets.filter((secret) => text.includes(secret)).map((secret) => `keeps ${secret}`)),
  ];
  return faults.flat().map((fault) => `${path} ${fault}`);
};

/** The last test of a file: of all that its portal has replied. */
export const itKeepsPrivate = ({ replies }: { readonly replies: readonly Page[] }, ...secrets: readonly string[]) =>
  it('every reply to all of this is kept by no browser, and tells nothing to its history', () => {
    expect(replies.length).toBeGreaterThan(0);
    expect(replies.flatMap((reply) => privacyFaults(reply, secrets))).toEqual([]);
  });
