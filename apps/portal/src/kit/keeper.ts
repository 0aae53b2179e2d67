import type { SessionLifetimes } from '@health-case/domain/model/account';
import { type AccountId, MINUTE } from '@health-case/domain/model/values';
import type { TextSeal } from '@health-case/domain/ports/security';
import type { Caller } from '@health-case/domain/use-cases/declaration';

/** As a form is sent. */
type Typed = Readonly<Record<string, string>>;

/** In characters: with the form that asks to sign in, it fits what may be sent. */
const MOST_KEPT = 24 * 1024;
const OWNER = 'owner of a form';

/** For how long a page finds again what it shows once, in milliseconds. */
export const SHOWN_FOR = 15 * MINUTE;

/**
 * Keeps what was typed until its sender has signed in again, and what is shown once. It lies in the page, or in the
 * browser, where somebody else may read and send it: so it is sealed, and opens for the account that typed it alone, in
 * the form that it was typed into; or for the session that it was shown to, on its page.
 */
export const createKeeper = (seal: TextSeal, { most }: Pick<SessionLifetimes, 'most'>) => {
  const contextOf = (account: string, path: string) => JSON.stringify(['what was typed', account, path]);
  const shownTo = ({ actor, session }: Caller, path: string) =>
    JSON.stringify(['what was shown', actor.id, session, path]);
  const searchedBy = (account: string, path: string) => JSON.stringify(['what was searched', account, path]);
  const put = (kept: Typed) => JSON.stringify({ at: Date.now(), kept });
  const open = (sealed: string, context: string, longest: number): Typed | undefined => {
    const text = seal.open(sealed, context);
    const { at, kept }: { at: number; kept?: Typed } = text === undefined ? { at: 0 } : JSON.parse(text);
    return Date.now() - at > longest ? undefined : kept;
  };
  /** Whose form it was, also once the session is gone. */
  const ownerOf = ({ owner = '' }: Typed): string | undefined => seal.open(owner, OWNER);
  return {
    /** Goes along with each form of an account. */
    ownedBy: (account: AccountId): string => seal.seal(account, OWNER),
    isOwnedBy: (typed: Typed, account: AccountId): boolean => ownerOf(typed) === account,
    /** `undefined`: it is not known who has typed it, or it is too much. `sent`: all that came with the form. */
    keep: (sent: Typed, path: string, kept: Typed): string | undefined => {
      const owner = ownerOf(sent);
      const text = put(kept);
      return owner === undefined || text.length > MOST_KEPT ? undefined : seal.seal(text, contextOf(owner, path));
    },
    /** `undefined`: somebody else has typed it, in another form, or longer ago than a session may last. */
    take: (sealed: string, path: string, account: AccountId): Typed | undefined =>
      open(sealed, contextOf(account, path), most),
    /** For the address of what was found: a bookmark of it opens for this account alone, on this page, at any time. */
    search: (text: string, account: AccountId, path: string): string => seal.seal(text, searchedBy(account, path)),
    searched: (sealed: string, account: AccountId, path: string): string | undefined =>
      seal.open(sealed, searchedBy(account, path)),
    show: (caller: Caller, path: string, shown: Typed): string => seal.seal(put(shown), shownTo(caller, path)),
    /** `undefined`: it was shown to another session, on another page, or too long ago. */
    shown: (sealed: string, caller: Caller, path: string): Typed | undefined =>
      open(sealed, shownTo(caller, path), SHOWN_FOR),
  };
};

export type Keeper = ReturnType<typeof createKeeper>;
