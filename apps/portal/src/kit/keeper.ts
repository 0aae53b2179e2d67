import type { EmailAddress } from '@health-case/domain/model/email';
import { PASSWORD_COUNTS_FOR } from '@health-case/domain/model/login-proof';
import { type AccountId, DAY, MINUTE } from '@health-case/domain/model/values';
import type { TextCipher } from '@health-case/domain/ports/security';
import type { Caller } from '@health-case/domain/use-cases/declaration';

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
