import type { Language } from '@health-case/domain/model/account';
import { DAY } from '@health-case/domain/model/values';
import { headerOf } from '@health-case/http/server/headers';
import type { Context } from 'hono';
import { parse } from 'hono/utils/cookie';
import type { Env } from './options.ts';

/*
 * The cookies of the portal. They are bound to the host and to TLS by their prefix. Where a page of this machine comes in
 * the clear (`isInClear`) they are not, as WebKit keeps none there that asks for TLS. The session is the same as that of
 * the calls (D-09), and ends as theirs do.
 */

const ATTRIBUTES = {
  bound: '; Path=/; HttpOnly; Secure; SameSite=Lax',
  inClear: '; Path=/; HttpOnly; SameSite=Lax',
} as const;
/** `lists`: addresses of those that were seen last. `shown`, `forms`: encrypted. */
type Name = 'session' | 'lists' | 'language' | 'shown' | 'forms' | 'trusted';
type Found = { readonly bound: string | undefined; readonly inClear: string | undefined };

/** Of Node's request and to its reply: Hono's makes objects of the Fetch standard, which cost more than all else before a page. */
const cookiesOf = (c: Context<Env>): Readonly<Record<string, string>> => {
  const known = c.get('cookies') ?? parse(headerOf(c.env.incoming, 'cookie') ?? '');
  c.set('cookies', known);
  return known;
};

const nameOf = (where: keyof Found, name: Name): string => `${where === 'bound' ? '__Host-' : 'portal-'}${name}`;

const found = (c: Context<Env>, name: Name): Found => {
  const { [nameOf('bound', name)]: bound, [nameOf('inClear', name)]: inClear } = cookiesOf(c);
  return { bound: bound || undefined, inClear: (c.env.isInClear && inClear) || undefined };
};

export const cookieIn = (c: Context<Env>, name: Name): string | undefined => {
  const { bound, inClear } = found(c, name);
  return bound ?? inClear;
};

/** `seconds`: how long the browser keeps it. */
const send = (c: Context<Env>, where: keyof Found, name: Name, value: string, seconds?: number): void => {
  const age = seconds === undefined ? '' : `; Max-Age=${Math.trunc(seconds)}`;
  const cookie = `${nameOf(where, name)}=${encodeURIComponent(value)}${age}${ATTRIBUTES[where]}`;
  c.env.outgoing.appendHeader('Set-Cookie', cookie);
};

/** `lasts`: milliseconds. Without them it is gone when the browser is closed. */
export const keepCookie = (c: Context<Env>, name: Name, value: string, lasts?: number): void => {
  const inClear = c.env.isInClear;
  send(c, inClear ? 'inClear' : 'bound', name, value, lasts && lasts / 1000);
  // It would count instead.
  if (inClear && found(c, name).bound !== undefined) send(c, 'bound', name, '', 0);
};

export const dropCookie = (c: Context<Env>, name: Name): void => {
  const { bound, inClear } = found(c, name);
  if (inClear !== undefined) send(c, 'inClear', name, '', 0);
  if (bound !== undefined) send(c, 'bound', name, '', 0);
};

/** Whoever comes next by this browser comes back to no list. */
export const dropSession = (c: Context<Env>): void => {
  dropCookie(c, 'session');
  dropCookie(c, 'lists');
};

/** D-29: a code for each account that trusts the browser. They are no ids of sessions, and last longer. */
export const trustedIn = (c: Context<Env>): readonly string[] => cookieIn(c, 'trusted')?.split('.') ?? [];

/** It counts for this request, too. */
export const keepLanguage = (c: Context<Env>, language: Language): void => {
  c.set('language', language);
  keepCookie(c, 'language', language, 365 * DAY);
};

/** What somebody who has not signed in has typed goes. */
export const dropDraftsIn = (c: Context<Env>): void => {
  c.set('drafts', '');
  dropCookie(c, 'forms');
};
