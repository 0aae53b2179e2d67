import type { Account } from '../model/account.ts';
import type { AccountId } from '../model/ids.ts';
import type { Instant } from '../model/instant.ts';
import type { Session, SessionDigest } from '../model/session.ts';

export interface SessionReads {
  /** The session whether or not it has outlived its time, with the account it belongs to. */
  find(digest: SessionDigest): Promise<{ readonly session: Session; readonly account: Account } | undefined>;
}

export interface SessionStore extends SessionReads {
  insert(session: Session): Promise<void>;
  /** Writes the last use; does nothing if the session is gone. */
  touch(digest: SessionDigest, lastUsedAt: Instant): Promise<void>;
  end(digest: SessionDigest): Promise<void>;
  /** Ends every session of the account but the one to keep. */
  endOthers(accountId: AccountId, keep: SessionDigest): Promise<void>;
  /** Ends every session of the account or of all accounts, also those that have expired, and returns their number. */
  endAll(of: AccountId | 'everybody'): Promise<number>;
  /** Removes at most `atMost` sessions that were last used before the instant, whomever they belong to. */
  sweep(lastUsedBefore: Instant, atMost: number): Promise<void>;
}
