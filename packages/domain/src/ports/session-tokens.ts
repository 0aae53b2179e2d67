import type { SessionDigest, SessionToken } from '../model/session.ts';

/** D-09: tokens of 32 random bytes, base64url, and the digest that the store keeps of each. */
export interface SessionTokens {
  issue(): SessionToken;
  /** `undefined` for a text that no issued token can be. */
  digestOf(text: string): SessionDigest | undefined;
}
