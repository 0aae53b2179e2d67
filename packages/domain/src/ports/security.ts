import type {
  InvitationCode,
  InvitationDigest,
  Password,
  PasswordAttempt,
  PasswordHash,
  SessionDigest,
  SessionToken,
} from '../model/account.ts';

/** D-08: the most common passwords that are long enough to be set, and repeats and sequences of characters. */
export interface CommonPasswords {
  /** Ignores the case of letters. */
  includes(password: Password): Promise<boolean>;
}

/** D-15: codes of 128 random bits, and the digest of each that the store holds. */
export interface InvitationCodes {
  issue(): InvitationCode;
  /** `undefined` for a text that cannot be a code. Ignores white space around it. */
  digestOf(text: string): InvitationDigest | undefined;
}

/** Throws `Unavailable` when too many calls wait. */
export interface PasswordHasher {
  /** How many calls it accepts at once, those that wait included. */
  readonly room: number;
  /** Two hashes of one password differ. */
  hash(password: Password): Promise<PasswordHash>;
  /**
   * Without a hash (no such account) it takes as long as with one, and never matches (D-16). `outdated`: the hash is
   * weaker than a new one, so the caller should hash the password again.
   */
  verify(attempt: PasswordAttempt, hash: PasswordHash | undefined): Promise<PasswordCheck>;
}

export type PasswordCheck = { readonly matches: boolean; readonly outdated: boolean };

/** D-09: tokens of 32 random bytes, base64url, and the digest of each that the store holds. */
export interface SessionTokens {
  issue(): SessionToken;
  /** `undefined` for a text that cannot be a token. */
  digestOf(text: string): SessionDigest | undefined;
}

/** A key as a store keeps it: encrypted under the service's secret key, and so of no use without that. */
export type WrappedKey = { readonly id: string; readonly purpose: 'seal' | 'fingerprint'; readonly wrapped: string };

/** D-14: encrypts fields at rest. `context` names the row and the field: a text opens only in the context it was sealed for. */
export interface FieldCipher {
  seal(plaintext: string, context: string): string;
  open(sealed: string, context: string): string;
  /** Which of the keys sealed the text: the one in use, one before it, or one that this cipher was not given. */
  keyOf(sealed: string): 'current' | 'former' | 'unknown';
  /** A keyed hash: equal for equal texts in one context; without the key it tells nothing of the text. */
  fingerprint(text: string, context: string): string;
}

/** Makes and unlocks the keys of a store. Rejects with one sentence for the operator if its secret key does not fit. */
export interface Keyring {
  /** Keys for a store that has none yet. */
  create(): Promise<readonly WrappedKey[]>;
  /** A further key to seal with. */
  createNext(): Promise<WrappedKey>;
  /** Takes the keys in the order in which they were stored: the last one to seal with is the one in use. */
  unlock(keys: readonly WrappedKey[]): Promise<FieldCipher>;
}
