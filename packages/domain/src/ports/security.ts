import type {
  InvitationCode,
  InvitationDigest,
  Password,
  PasswordAttempt,
  PasswordHash,
  SessionDigest,
  SessionToken,
} from '../model/account.ts';

/** D-08: the passwords that most people use, of those long enough to be set, and repeats and sequences of characters. */
export interface CommonPasswords {
  /** Whatever the case of its letters. */
  includes(password: Password): Promise<boolean>;
}

/** D-15: codes of 128 random bits, and the digest that the store keeps of each. */
export interface InvitationCodes {
  issue(): InvitationCode;
  /** `undefined` for a text that no issued code can be. White space around it does not matter. */
  digestOf(text: string): InvitationDigest | undefined;
}

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
  verify(attempt: PasswordAttempt, hash: PasswordHash | undefined): Promise<PasswordCheck>;
}

export type PasswordCheck = { readonly matches: boolean; readonly outdated: boolean };

/** D-09: tokens of 32 random bytes, base64url, and the digest that the store keeps of each. */
export interface SessionTokens {
  issue(): SessionToken;
  /** `undefined` for a text that no issued token can be. */
  digestOf(text: string): SessionDigest | undefined;
}
