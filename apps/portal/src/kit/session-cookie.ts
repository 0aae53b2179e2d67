import { hash, timingSafeEqual } from 'node:crypto';
import type { Language } from '@health-case/domain/model/account';
import { headerOf } from '@health-case/http/server/headers';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { SHOWN_FOR } from './keeper.ts';
import type { Env } from './service.ts';

/*
 * The cookies of the portal. They are bound to the host and to TLS by their prefix; browsers take localhost for safe.
 * The session is the same as that of the calls (D-09), and ends as theirs do.
 */

const OPTIONS = { prefix: 'host', httpOnly: true, sameSite: 'Lax', secure: true, path: '/' } as const;

/** Of Node's request: Hono's makes objects of the Fetch standard first, which cost more than all else before a page. */
const cookieIn = (c: Context<Env>, name: '__Host-session' | '__Host-language' | '__Host-shown'): string | undefined =>
  parse(headerOf(c.env.incoming, 'cookie') ?? '', name)[name] || undefined;

export const sessionOf = (c: Context<Env>): string | undefined => cookieIn(c, '__Host-session');
/** Without an age: it is gone when the browser is closed, and no later than the session itself. */
export const keepSession = (c: Context, token: string): void => setCookie(c, 'session', token, OPTIONS);
export const dropSession = (c: Context): unknown => deleteCookie(c, 'session', { ...OPTIONS });

const A_YEAR = 365 * 24 * 60 * 60;
export const chosenLanguageOf = (c: Context<Env>): string | undefined =>
  c.get('language') ?? cookieIn(c, '__Host-language');
/** It counts for this request, too. */
export const keepLanguage = (c: Context<Env>, language: Language): void => {
  c.set('language', language);
  setCookie(c, 'language', language, { ...OPTIONS, maxAge: A_YEAR });
};

/** Sealed: what a page shows once. */
export const shownIn = (c: Context<Env>): string => cookieIn(c, '__Host-shown') ?? '';
export const keepShown = (c: Context, sealed: string): void =>
  setCookie(c, 'shown', sealed, { ...OPTIONS, maxAge: SHOWN_FOR / 1000 });

/**
 * What every form of a session carries, so that no other site, and no tab of another account, can send one. It is made
 * of the token of the session, which it does not tell.
 */
export const formTokenOf = (sessionToken: string): string => hash('sha256', `form of ${sessionToken}`, 'base64url');

export const isFormToken = (given: string, sessionToken: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(formTokenOf(sessionToken))];
  return one.length === other.length && timingSafeEqual(one, other);
};
