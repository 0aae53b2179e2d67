import { hash, timingSafeEqual } from 'node:crypto';
import type { Language } from '@health-case/domain/model/account';
import type { EmailAddress } from '@health-case/domain/model/email';
import { PASSWORD_COUNTS_FOR, TRUSTED_FOR } from '@health-case/domain/model/login-proof';
import { type AccountId, DAY, MINUTE } from '@health-case/domain/model/values';
import type { TextSeal } from '@health-case/domain/ports/security';
import type { Caller } from '@health-case/domain/use-cases/declaration';
import { headerOf } from '@health-case/http/server/headers';
import type { Context } from 'hono';
import { generateCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { Env } from './service.ts';

/** As a form is sent. */
type Typed = Readonly<Record<string, string>>;

/** A sign-in of which the password was right. */
type Begun = { readonly email: EmailAddress; readonly ticket: string };

const OWNER = 'owner of a form';

/** For how long a page finds again what it shows once, in milliseconds. */
export const SHOWN_FOR = 15 * MINUTE;

/**
 * Seals what leaves the process: what was typed or searched, and what is shown once. It opens in its place alone: for the
 * account, in the form or on the page, and where it was shown once, for the session.
 */
export const createKeeper = (seal: TextSeal) => {
  const draftOf = (account: AccountId, path: string, id: string) => JSON.stringify(['draft', account, path, id]);
  const DRAFTS = 'drafts of a stranger';
  const shownTo = ({ actor, session }: Caller, path: string) =>
    JSON.stringify(['what was shown', actor.id, session, path]);
  const begunFrom = (address: string) => JSON.stringify(['a sign-in', address]);
  const searchedBy = (account: AccountId, path: string) => JSON.stringify(['what was searched', account, path]);
  const put = (kept: unknown, context: string): string => seal.seal(JSON.stringify({ at: Date.now(), kept }), context);
  const open = <Kept>(sealed: string, context: string, longest = Number.POSITIVE_INFINITY): Kept | undefined => {
    const text = seal.open(sealed, context);
    const { at, kept }: { at: number; kept?: Kept } = text === undefined ? { at: 0 } : JSON.parse(text);
    return Date.now() - at > longest ? undefined : kept;
  };
  return {
    /** Goes along with each form of an account: whose it was, also once the session is gone. */
    ownedBy: (account: AccountId): string => seal.seal(account, OWNER),
    ownerOf: ({ owner = '' }: Typed) => seal.open(owner, OWNER) as AccountId | undefined,
    /** For the store. */
    draft: (kept: unknown, ...of: Parameters<typeof draftOf>): string => put(kept, draftOf(...of)),
    drafted: <Kept>(sealed: string, ...of: Parameters<typeof draftOf>) => open<Kept>(sealed, draftOf(...of)),
    /** For the browser of somebody who has not signed in. */
    drafts: (kept: unknown): string => put(kept, DRAFTS),
    draftsIn: <Kept>(sealed: string) => open<Kept>(sealed, DRAFTS, DAY),
    /** For the address of what was found: a bookmark of it opens for this account alone, on this page, at any time. */
    search: (text: string, ...by: [account: AccountId, path: string]): string => seal.seal(text, searchedBy(...by)),
    searched: (sealed: string, ...by: [account: AccountId, path: string]) => seal.open(sealed, searchedBy(...by)),
    /** For the second page of a sign-in, from the address alone whence the first was sent. */
    begin: (login: Begun, from: string): string => put(login, begunFrom(from)),
    begun: (sealed: string, from: string) => open<Begun>(sealed, begunFrom(from), PASSWORD_COUNTS_FOR),
    show: (caller: Caller, path: string, shown: Typed): string => put(shown, shownTo(caller, path)),
    /** `undefined`: it was shown to another session, on another page, or too long ago. */
    shown: (sealed: string, caller: Caller, path: string) => open<Typed>(sealed, shownTo(caller, path), SHOWN_FOR),
  };
};

export type Keeper = ReturnType<typeof createKeeper>;

/*
 * The cookies of the portal. They are bound to the host and to TLS by their prefix. Where a page of this machine comes in
 * the clear (`isInClear`) they are not, as WebKit keeps none there that asks for TLS. The session is the same as that of
 * the calls (D-09), and ends as theirs do.
 */

const OF_PAGES = { httpOnly: true, sameSite: 'Lax', path: '/' } as const;
const BOUND = { ...OF_PAGES, prefix: 'host', secure: true } as const;
type Name = 'session' | 'lists' | 'language' | 'shown' | 'forms' | 'trusted';
type Found = { readonly bound: string | undefined; readonly inClear: string | undefined };

/** Of Node's request and to its reply: Hono's makes objects of the Fetch standard, which cost more than all else before a page. */
const cookiesOf = (c: Context<Env>): Readonly<Record<string, string>> => {
  const known = c.get('cookies') ?? parse(headerOf(c.env.incoming, 'cookie') ?? '');
  c.set('cookies', known);
  return known;
};

const cookieIn = (c: Context<Env>, name: Name): Found => {
  const { [`__Host-${name}`]: bound, [`portal-${name}`]: inClear } = cookiesOf(c);
  return { bound: bound || undefined, inClear: (c.get('isInClear') && inClear) || undefined };
};

const textIn = (c: Context<Env>, name: Name): string | undefined => {
  const { bound, inClear } = cookieIn(c, name);
  return bound ?? inClear;
};

type Age = { readonly maxAge?: number };

const send = (c: Context<Env>, where: keyof Found, name: Name, value: string, age: Age): void => {
  const isBound = where === 'bound';
  const options = { ...(isBound ? BOUND : OF_PAGES), ...age };
  c.env.outgoing.appendHeader('Set-Cookie', generateCookie(isBound ? name : `portal-${name}`, value, options));
};
const GONE = { maxAge: 0 };

const put = (c: Context<Env>, name: Name, value: string, age: Age = {}): void => {
  const inClear = c.get('isInClear');
  send(c, inClear ? 'inClear' : 'bound', name, value, age);
  // It would count instead.
  if (inClear && cookieIn(c, name).bound !== undefined) send(c, 'bound', name, '', GONE);
};

export const sessionOf = (c: Context<Env>): string | undefined => textIn(c, 'session');
/** Without an age: it is gone when the browser is closed, and no later than the session itself. */
export const keepSession = (c: Context<Env>, token: string): void => {
  put(c, 'session', token);
  drop(c, 'lists');
};
const drop = (c: Context<Env>, name: Name): void => {
  const { bound, inClear } = cookieIn(c, name);
  if (inClear !== undefined) send(c, 'inClear', name, '', GONE);
  if (bound !== undefined) send(c, 'bound', name, '', GONE);
};
export const dropSession = (c: Context<Env>): void => {
  drop(c, 'session');
  drop(c, 'lists');
};

/** Which lists were seen last: addresses. */
export const listsOf = (c: Context<Env>): string => textIn(c, 'lists') ?? '';
export const keepLists = (c: Context<Env>, lists: string): void => {
  if (lists !== listsOf(c)) put(c, 'lists', lists);
};

/** D-29: a code for each account that trusts the browser, the last few. They are no ids of sessions, and last longer. */
const MOST_TRUSTING = 20;
export const trustedIn = (c: Context<Env>): readonly string[] => textIn(c, 'trusted')?.split('.') ?? [];
export const keepTrusted = (c: Context<Env>, code: string): void => {
  const codes = [...trustedIn(c), code].slice(-MOST_TRUSTING).join('.');
  put(c, 'trusted', codes, { maxAge: TRUSTED_FOR / 1000 });
};

const A_YEAR = 365 * 24 * 60 * 60;
export const chosenLanguageOf = (c: Context<Env>): string | undefined => c.get('language') ?? textIn(c, 'language');
/** It counts for this request, too. */
export const keepLanguage = (c: Context<Env>, language: Language): void => {
  c.set('language', language);
  put(c, 'language', language, { maxAge: A_YEAR });
};

/** Sealed: what a page shows once. */
export const shownIn = (c: Context<Env>): string => textIn(c, 'shown') ?? '';
export const keepShown = (c: Context<Env>, sealed: string): void =>
  put(c, 'shown', sealed, { maxAge: SHOWN_FOR / 1000 });

/** Sealed: what somebody who has not signed in has typed. It counts for this request, too. */
export const draftsIn = (c: Context<Env>): string => c.get('drafts') ?? textIn(c, 'forms') ?? '';
export const keepDrafts = (c: Context<Env>, sealed: string): void => {
  c.set('drafts', sealed);
  put(c, 'forms', sealed);
};
export const dropDraftsIn = (c: Context<Env>): void => {
  c.set('drafts', '');
  drop(c, 'forms');
};

/**
 * What every form of a session carries, so that no other site, and no tab of another account, can send one. It is made
 * of the token of the session, which it does not tell.
 */
export const formTokenOf = (sessionToken: string): string => hash('sha256', `form of ${sessionToken}`, 'base64url');

export const isFormToken = (given: string, sessionToken: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(formTokenOf(sessionToken))];
  return one.length === other.length && timingSafeEqual(one, other);
};
