import type { Language } from '@health-case/domain/model/account';
import type { EmailAddress } from '@health-case/domain/model/email';
import { PASSWORD_COUNTS_FOR } from '@health-case/domain/model/login-proof';
import { type AccountId, DAY, MINUTE } from '@health-case/domain/model/values';
import type { TextCipher } from '@health-case/domain/ports/security';
import type { Caller } from '@health-case/domain/use-cases/declaration';
import { headerOf } from '@health-case/http/server/headers';
import type { Context } from 'hono';
import { parse } from 'hono/utils/cookie';
import type { Env } from './service.ts';

/** As a form is sent. */
type Typed = Readonly<Record<string, string>>;

/** A sign-in of which the password was right. */
type Begun = { readonly email: EmailAddress; readonly ticket: string };

const OWNER = 'owner of a form';
/** How many are kept: to encrypt one takes as long as a row of a table. */
const OWNERS = 1000;

/** For how long a page finds again what it shows once, in milliseconds. */
export const SHOWN_FOR = 15 * MINUTE;

/**
 * Encrypts what leaves the process: what was typed or searched, and what is shown once. It is decrypted for the same
 * account in the same form or on the same page alone; what is shown once, in the same session alone.
 */
export const createKeeper = (cipher: TextCipher) => {
  const owners = new Map<AccountId, string>();
  const draftOf = (account: AccountId, path: string, id: string) => JSON.stringify(['draft', account, path, id]);
  const DRAFTS = 'drafts of a stranger';
  const shownTo = ({ actor, session }: Caller, path: string) =>
    JSON.stringify(['what was shown', actor.id, session, path]);
  const begunFrom = (address: string) => JSON.stringify(['a sign-in', address]);
  const searchedBy = (account: AccountId, path: string) => JSON.stringify(['what was searched', account, path]);
  const put = (kept: unknown, context: string) => cipher.encrypt(JSON.stringify({ at: Date.now(), kept }), context);
  const open = <Kept>(encrypted: string, context: string, longest = Number.POSITIVE_INFINITY): Kept | undefined => {
    const text = cipher.decrypt(encrypted, context);
    const { at, kept }: { at: number; kept?: Kept } = text === undefined ? { at: 0 } : JSON.parse(text);
    return Date.now() - at > longest ? undefined : kept;
  };
  return {
    ownedBy: (account: AccountId): string => {
      if (!owners.has(account) && owners.size === OWNERS) owners.clear();
      const owner = owners.get(account) ?? cipher.encrypt(account, OWNER);
      owners.set(account, owner);
      return owner;
    },
    ownerOf: ({ owner = '' }: Typed) => cipher.decrypt(owner, OWNER) as AccountId | undefined,
    /** For the store. */
    draft: (kept: unknown, ...of: Parameters<typeof draftOf>): string => put(kept, draftOf(...of)),
    drafted: <Kept>(encrypted: string, ...of: Parameters<typeof draftOf>) => open<Kept>(encrypted, draftOf(...of)),
    /** For the browser of somebody who has not signed in. */
    drafts: (kept: unknown): string => put(kept, DRAFTS),
    draftsIn: <Kept>(encrypted: string) => open<Kept>(encrypted, DRAFTS, DAY),
    /** For the address of what was found: a bookmark of it opens for this account alone, on this page, at any time. */
    search: (text: string, ...by: [account: AccountId, path: string]): string =>
      cipher.encrypt(text, searchedBy(...by)),
    searched: (encrypted: string, ...by: [account: AccountId, path: string]) =>
      cipher.decrypt(encrypted, searchedBy(...by)),
    /** For the second page of a sign-in, from the address alone whence the first was sent. */
    begin: (login: Begun, from: string): string => put(login, begunFrom(from)),
    begun: (encrypted: string, from: string) => open<Begun>(encrypted, begunFrom(from), PASSWORD_COUNTS_FOR),
    show: (caller: Caller, path: string, shown: Typed): string => put(shown, shownTo(caller, path)),
    /** `undefined`: it was shown to another session, on another page, or too long ago. */
    shown: (encrypted: string, caller: Caller, path: string) =>
      open<Typed>(encrypted, shownTo(caller, path), SHOWN_FOR),
  };
};

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
