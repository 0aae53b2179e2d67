import type { Account, CodeDigest } from '../../model/account.ts';
import type { JoinCode } from '../../model/child.ts';
import type { EmailAddress } from '../../model/email.ts';
import type { AccountId, ChildId, Instant } from '../../model/values.ts';

export type ParentsReads = {
  /** D-33: a child has at most one code for an address. A unit locks what it finds. */
  readonly joinCodes: {
    /** In any order, those that have expired included. Locks nothing. */
    ofChild(childId: ChildId): Promise<readonly JoinCode[]>;
  };
};

export type ParentsStores = ParentsReads & {
  readonly joinCodes: {
    find(digest: CodeDigest): Promise<JoinCode | undefined>;
    /** Replaces the code for the same child and address, or the child's on paper. */
    save(code: JoinCode): Promise<void>;
    remove(digest: CodeDigest): Promise<void>;
    removePaper(childId: ChildId): Promise<void>;
    removeAllTo(email: EmailAddress): Promise<void>;
    /** Those that the account has sent: whoever has a code on paper keeps it. */
    removeAllBy(parent: AccountId): Promise<void>;
    /** Ends what the account was sent or has sent to become a parent of the child: codes, and mails that wait. */
    withdraw(childId: ChildId, account: Pick<Account, 'id' | 'email'>): Promise<void>;
    /** Ends what the address was sent to become a parent of the child: the code, and mails that wait or have failed. */
    withdrawTo(childId: ChildId, email: EmailAddress): Promise<void>;
    /** Returns how many it has removed. */
    sweep(expiredBefore: Instant, atMost: number): Promise<number>;
  };
};
