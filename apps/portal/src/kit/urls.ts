import type { IncomingMessage } from 'node:http';
import { headerOf } from '@health-case/http/server/headers';
import type { Context } from 'hono';
import { cookieIn, keepCookie } from './cookies.ts';
import type { Visit } from './form.ts';
import type { Env } from './options.ts';

/** What stands in a query as it is: ids, and words. */
const PLAIN = /^[\w.-]*$/;
const escaped = (value: string): string => String(new URLSearchParams({ '': value })).slice(1);

/** An address with what it is asked for; what is empty is left out. `path` may have a query of its own. */
export const withQuery = (path: string, asked: Readonly<Record<string, string | false | undefined>>): string => {
  let address = path;
  for (const [name, value] of Object.entries(asked)) {
    if (value) address += `${address.includes('?') ? '&' : '?'}${name}=${PLAIN.test(value) ? value : escaped(value)}`;
  }
  return address;
};

/** Where browsers reach the portal by a connection that nobody can listen to. */
const LOOPBACK = /^(localhost\.?|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

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

/** It is longer than each address that the portal makes. A redirect to a longer one has headers that no client reads. */
const LONGEST_PATH = 1000;

/** Where a form was sent from or leads, if it is a page of the portal: never `//`, behind which browsers read another host. */
export const pathHere = (text = ''): string | undefined =>
  text.length <= LONGEST_PATH && /^\/(?![/\\])[\w/-]*(\?[\w=&.-]*)?$/.test(text) ? text : undefined;

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

/** A list that a browser has seen last, and the cases of one child that were opened from it. */
const listsIn = (visit: Visit): readonly (string | undefined)[] =>
  Buffer.from(cookieIn(visit.c, 'lists') ?? '', 'base64url')
    .toString()
    .split(' ')
    .map((list) => listHere(visit, list));

const isOfChild = ({ req }: Context<Env>): boolean => req.path === '/cases' && req.query('child') !== undefined;

/** D-46: what is done from a list leads back to it, with its filter and at its part. */
export const rememberList = (visit: Visit): void => {
  const { c, lists: all } = visit;
  if (c.req.method !== 'GET' || !all.has(c.req.path)) return;
  const { url, path } = c.req;
  const here = url.includes('?') ? addressWithout(url, ...TOLD, 'form', 'step') : path;
  const lists = isOfChild(c) ? [listsIn(visit)[0] ?? '', here] : [here];
  const kept = Buffer.from(lists.join(' ')).toString('base64url');
  if (kept !== cookieIn(c, 'lists')) keepCookie(c, 'lists', kept);
};

/** The list that led here, also over the forms of a page, at its part and with its filter; or another page. */
export const listBefore = (visit: Visit, otherwise: string): string => {
  const { c, origin } = visit;
  const from = URL.parse(headerOf(c.env.incoming, 'referer') ?? '');
  const before = from?.origin === origin ? pathAndQuery(from.href) : undefined;
  const [list, ofChild] = listsIn(visit);
  if (listHere(visit, before) && !(isOfChild(c) && /^\/cases\?(.*&)?child=/.test(before ?? '')))
    return before ?? otherwise;
  if (before === otherwise) return otherwise;
  return (isOfChild(c) ? undefined : ofChild) ?? list ?? otherwise;
};

/** A list of the portal, at its part and with its filter. */
export const listHere = ({ lists }: Pick<Visit, 'lists'>, text: string | undefined): string | undefined => {
  const path = pathHere(text);
  return lists.has(path?.split('?')[0] ?? '') ? path : undefined;
};

/** To come back to a page of the portal. What was done by the form that led to it is not told again. */
export const pathAndQuery = (address: string): string => addressWithout(address, ...TOLD);
const TOLD = ['done', 'again', 'closed', 'reopened', 'left', 'ticked'];

/** A list from its beginning, with what it is asked for. */
export const listFromStart = (address: string, ...without: readonly string[]): string =>
  addressWithout(address, 'after', 'before', ...TOLD, ...without);

const addressWithout = (address: string, ...names: readonly string[]): string => {
  const url = new URL(address);
  const { pathname } = url;
  // Without a query no object is made of it.
  if (url.search === '') return pathname;
  const { searchParams } = url;
  for (const name of names) searchParams.delete(name);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
};
