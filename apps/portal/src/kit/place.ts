import type { IncomingMessage } from 'node:http';
import { headerOf } from '@health-case/http/server/headers';

/** Where browsers reach the portal by a connection that nobody can listen to. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** Without what makes no difference: capitals, the default port of https, the dot of a whole name (RFC 9110, 4.2.3). */
const comparable = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:443$/, '')
    .replace(/\.(?=:|$)/, '');

/** PUBLIC_URL, where TLS protects what is sent there. */
export const safeUrl = (publicUrl: string | undefined): URL | undefined => {
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  return url?.protocol === 'https:' ? url : undefined;
};

/**
 * The origin of the page that a request is for: behind TLS that of PUBLIC_URL, otherwise this machine. `undefined` for
 * any other host: passwords and cookies would travel in the clear, or a stranger's name was pointed here.
 */
export const originOf = (incoming: IncomingMessage, publicUrl: string | undefined): string | undefined => {
  const host = headerOf(incoming, 'host')?.toLowerCase() ?? '';
  const known = safeUrl(publicUrl);
  if (known && comparable(host) === known.host) return known.origin;
  return LOOPBACK.test(host) ? `http://${host}` : undefined;
};

/**
 * Whether this is the portal of one machine, without TLS. A page of another origin says so when it sends a form: it came
 * through a proxy that names this machine as its host.
 */
export const isInClear = (incoming: IncomingMessage, publicUrl: string | undefined): boolean => {
  const origin = safeUrl(publicUrl) ? undefined : originOf(incoming, publicUrl);
  return origin !== undefined && (headerOf(incoming, 'origin') ?? origin) === origin;
};

/** It is longer than each address that the portal makes. A redirect to a longer one has headers that no client reads. */
const LONGEST_PATH = 1000;

/** Whether an address is a path of the portal: never `//`, behind which browsers read another host. */
export const isPathHere = (text: string): boolean =>
  text.length <= LONGEST_PATH && /^\/(?![/\\])[\w/-]*(\?[\w=&.-]*)?$/.test(text);

/** Where a form was sent from or leads, if it is a page of the portal. */
export const pathHere = (text: string | undefined): string | undefined =>
  text !== undefined && isPathHere(text) ? text : undefined;

/**
 * Whether a page of this origin sent the form. Browsers say so in `Sec-Fetch-Site`, which no page can set; older ones in
 * `Origin` alone, and so does Firefox where somebody goes back and sends a form again.
 */
export const isFromHere = (incoming: IncomingMessage, origin: string | undefined): boolean => {
  const site = headerOf(incoming, 'sec-fetch-site');
  return site === undefined || site === 'none'
    ? origin !== undefined && headerOf(incoming, 'origin') === origin
    : site === 'same-origin';
};

const LISTS = ['/cases', '/new-cases', '/tasks', '/decisions', '/find', '/practice/children'];

/** The list that led here, at its part and with its filter; or a page from which one comes here otherwise. */
export const listBefore = (
  { c, origin }: { readonly c: { readonly env: { readonly incoming: IncomingMessage } }; readonly origin: string },
  otherwise: string,
): string => {
  const from = URL.parse(headerOf(c.env.incoming, 'referer') ?? '');
  return from?.origin === origin && LISTS.includes(from.pathname) ? pathAndQuery(from.href) : otherwise;
};

/** A list of the portal, at its part and with its filter. */
export const listHere = (text: string | undefined): string | undefined => {
  const path = pathHere(text);
  return LISTS.includes(path?.split('?')[0] ?? '') ? path : undefined;
};

/** To come back to a page of the portal. What was done by the form that led to it is not told again. */
export const pathAndQuery = (address: string): string =>
  addressWithout(address, 'done', 'closed', 'reopened', 'left', 'ticked');

export const addressWithout = (address: string, ...names: readonly string[]): string => {
  const { pathname, searchParams } = new URL(address);
  for (const name of names) searchParams.delete(name);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
};
