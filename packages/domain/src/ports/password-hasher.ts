import type { PasswordHash } from '../model/account.ts';
import type { Password, PasswordAttempt } from '../model/password.ts';

/** Throws `Unavailable` when too many wait already. */
export interface PasswordHasher {
  /** How many it takes on at once, those that wait included. */
  readonly room: number;
  /** Two hashes of one password differ. */
  hash(password: Password): Promise<PasswordHash>;
  /**
   * Without a hash (no such account) it takes as long as with one, and never matches (D-16). `outdated`: the hash is
   * weaker than those made now, and is to be renewed while the password is at hand.
   */
  verify(attempt: PasswordAttempt, hash: PasswordHash | undefined): Promise<Verification>;
}

export type Verification = { readonly matches: boolean; readonly outdated: boolean };
