import type { EmailAddress } from '@health-case/domain/model/email';
import { PASSWORD_COUNTS_FOR } from '@health-case/domain/model/login-proof';
import { type AccountId, DAY, MINUTE } from '@health-case/domain/model/values';
import type { TextSeal } from '@health-case/domain/ports/security';
import type { Caller } from '@health-case/domain/use-cases/declaration';

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
