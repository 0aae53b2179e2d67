import type { CodeDigest } from './account.ts';
import { type AccountId, type Instant, MINUTE } from './values.ts';

/** The password counts until the second factor is given on the next page. */
export const PROVEN = ['password'] as const;

/**
 * D-29: what a browser has proven of an account where a login takes two steps. Of the code that the browser holds, the store has the digest alone.
 */
export type LoginProof = {
  readonly digest: CodeDigest;
  readonly accountId: AccountId;
  readonly of: (typeof PROVEN)[number];
  readonly provenAt: Instant;
  readonly expiresAt: Instant;
};

/** In milliseconds. */
export const PASSWORD_COUNTS_FOR = 10 * MINUTE;
