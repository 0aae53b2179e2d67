import type { Brand } from './brand.ts';
import type { AccountId } from './ids.ts';
import { type Instant, later, MINUTE } from './instant.ts';

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

export const hasEnded = (session: Session, { idle, most }: SessionLifetimes, now: Instant): boolean =>
  now >= later(session.lastUsedAt, idle) || now >= later(session.startedAt, most);

/** D-09: the last use is written once a minute, so that reading does not mean writing; in time even where sessions are short. */
export const isUseWorthWriting = (session: Session, { idle }: SessionLifetimes, now: Instant): boolean =>
  now >= later(session.lastUsedAt, Math.min(MINUTE, idle / 2));
