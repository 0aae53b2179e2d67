import type { CodeDigest } from './account.ts';
import type { DeviceName } from './device.ts';
import { type AccountId, DAY, type Instant, MINUTE } from './values.ts';

/**
 * The password counts until the second factor is given on the next page, and the second factor while it is trusted. `owner`:
 * both were given again in a session (D-50).
 */
export const PROVEN = ['password', 'second factor', 'owner'] as const;

/** D-29: what a browser has proven where a login takes two steps. It holds the code, the store only the digest. */
export type LoginProof = {
  readonly digest: CodeDigest;
  readonly accountId: AccountId;
  readonly of: (typeof PROVEN)[number];
  readonly provenAt: Instant;
  readonly expiresAt: Instant;
  readonly device?: DeviceName | undefined;
};

/** In milliseconds. */
export const PASSWORD_COUNTS_FOR = 10 * MINUTE;
/** In milliseconds. */
export const TRUSTED_FOR = 30 * DAY;
