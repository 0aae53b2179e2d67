import type { SessionLifetimes } from '@health-case/domain/model/account';
import type { AccountId } from '@health-case/domain/model/values';
import type { TextSeal } from '@health-case/domain/ports/security';

/** As a form is sent. */
type Typed = Readonly<Record<string, string>>;

/** In characters: with the form that asks to sign in, it fits what may be sent. */
const MOST_KEPT = 24 * 1024;
const OWNER = 'owner of a form';

/**
 * Keeps what was typed until its sender has signed in again. It lies in the page, which somebody else may read and send:
 * so it is sealed, and opens for the account that typed it alone, in the form that it was typed into.
 */
export const createKeeper = (seal: TextSeal, { most }: Pick<SessionLifetimes, 'most'>) => {
  const contextOf = (account: string, path: string) => JSON.stringify(['what was typed', account, path]);
  /** Whose form it was, also once the session is gone. */
  const ownerOf = ({ owner = '' }: Typed): string | undefined => seal.open(owner, OWNER);
  return {
    /** Goes along with each form of an account. */
    ownedBy: (account: AccountId): string => seal.seal(account, OWNER),
    isOwnedBy: (typed: Typed, account: AccountId): boolean => ownerOf(typed) === account,
    /** `undefined`: it is not known who has typed it, or it is too much. `sent`: all that came with the form. */
    keep: (sent: Typed, path: string, kept: Typed): string | undefined => {
      const owner = ownerOf(sent);
      const text = JSON.stringify({ at: Date.now(), kept });
      return owner === undefined || text.length > MOST_KEPT ? undefined : seal.seal(text, contextOf(owner, path));
    },
    /** `undefined`: somebody else has typed it, in another form, or longer ago than a session may last. */
    take: (sealed: string, path: string, account: AccountId): Typed | undefined => {
      const text = seal.open(sealed, contextOf(account, path));
      const { at, kept }: { at: number; kept?: Typed } = text === undefined ? { at: 0 } : JSON.parse(text);
      return Date.now() - at > most ? undefined : kept;
    },
  };
};

export type Keeper = ReturnType<typeof createKeeper>;
