import type { Account, CodeDigest, Session, SessionDigest } from '../../model/account.ts';
import type { LoginProof } from '../../model/login-proof.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { SecondFactor } from '../../model/second-factor.ts';
import type { AccountId, Day, Instant } from '../../model/values.ts';

/** Sessions, and what a login takes beside the password. */
type FoundSession = { readonly session: Session; readonly account: Account; readonly coversUntil?: Day | undefined };

export type LoginReads = {
  readonly sessions: {
    /** Finds a session also after its end by time. `coversUntil`: the last day of all covers to which its account agreed. */
    find(digest: SessionDigest): Promise<FoundSession | undefined>;
    ofAccount(id: AccountId, request: { after: SessionDigest | undefined; size: number }): Promise<readonly Session[]>;
  };
  /** D-29. Locks nothing. */
  readonly loginProofs: {
    find(digest: CodeDigest): Promise<LoginProof | undefined>;
    /** Of the second factor, also those that have expired, the last first. */
    trusted(of: AccountId): Promise<readonly LoginProof[]>;
  };
  /** D-29. A unit locks what it finds, so a proof counts once. */
  readonly secondFactors: { find(of: AccountId): Promise<SecondFactor | undefined> };
};

export type LoginStores = LoginReads & {
  readonly sessions: {
    insert(session: Session): Promise<void>;
    touch(digest: SessionDigest, lastUsedAt: Instant): Promise<void>;
    end(digest: SessionDigest): Promise<void>;
    /** False if the account has no such session. */
    endOf(id: AccountId, digest: SessionDigest): Promise<boolean>;
    /** Removes all `loginProofs` of the account, too: nobody may go on whom a new password is to keep out. */
    endOthers(accountId: AccountId, keep: SessionDigest): Promise<void>;
    /** Returns how many sessions it has ended, those that have expired included. Removes all `loginProofs`, too. */
    endAll(of: AccountId | 'everybody'): Promise<number>;
    sweep(lastUsedBefore: Instant, atMost: number): Promise<number>;
  };
  /** D-29. */
  readonly loginProofs: {
    insert(proof: LoginProof): Promise<void>;
    /** Removes what it finds, so of several units one gets it. */
    take(digest: CodeDigest): Promise<LoginProof | undefined>;
    /** False if the account has none of its second factor. */
    remove(of: AccountId, digest: CodeDigest): Promise<boolean>;
    removeAll(of: AccountId): Promise<void>;
    sweep(expiredBefore: Instant, atMost: number): Promise<number>;
  };
  readonly secondFactors: {
    save(factor: SecondFactor): Promise<void>;
    remove(of: AccountId): Promise<void>;
    /** Encrypts the secrets of a page with the key in use, as `children.reencrypt` does. */
    reencrypt(
      request: PageRequest<AccountId>,
    ): Promise<{ readonly last: AccountId | undefined; readonly sealed: number }>;
  };
};
