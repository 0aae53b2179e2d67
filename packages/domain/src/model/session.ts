import type { Brand } from './brand.ts';
import type { AccountId } from './ids.ts';
import { type Instant, MINUTE } from './instant.ts';

/** D-09: what a client holds: 32 random bytes, base64url. Secret, and kept nowhere. */
export type SessionToken = Brand<string, 'SessionToken'>;
/** What the store holds instead: a digest that does not lead back to the token. */
export type SessionDigest = Brand<string, 'SessionDigest'>;

export type Session = {
  readonly digest: SessionDigest;
  readonly accountId: AccountId;
  readonly startedAt: Instant;
  readonly lastUsedAt: Instant;
};

/** How long a session lives, in milliseconds: after its last use, and after its start however much it is used. */
export type SessionLifetimes = { readonly idle: number; readonly most: number };

/** Before or after: a moment far in the future is that of a wrong clock, and must not make a session live longer. */
const isFar = (now: Instant, moment: Instant, milliseconds: number): boolean => Math.abs(now - moment) >= milliseconds;

export const hasEnded = ({ lastUsedAt, startedAt }: Session, { idle, most }: SessionLifetimes, now: Instant): boolean =>
  isFar(now, lastUsedAt, idle) || isFar(now, startedAt, most);

/** D-09: the last use is written once a minute, so that reading does not mean writing; in time even where sessions are short. */
export const isUseWorthWriting = ({ lastUsedAt }: Session, { idle }: SessionLifetimes, now: Instant): boolean =>
  isFar(now, lastUsedAt, Math.min(MINUTE, idle / 2));
