import type { CodeDigest } from '../../model/account.ts';
import type { EmailAddress } from '../../model/email.ts';
import type { Help, StaffInvitation, StaffWork } from '../../model/staff.ts';
import type { AccountId, Instant } from '../../model/values.ts';

/** D-40: what managers do with doctors and assistants. */
export type StaffReads = {
  /** An address has one at most. A unit locks what it finds. */
  readonly staffInvitations: {
    find(email: EmailAddress): Promise<StaffInvitation | undefined>;
    findByCode(digest: CodeDigest): Promise<StaffInvitation | undefined>;
    /** In the order of the addresses. */
    all(): Promise<readonly StaffInvitation[]>;
  };
  /** P-39: an account has the last one. Locks nothing: whoever changes one has found the account before. */
  readonly helps: {
    find(id: AccountId): Promise<Help | undefined>;
    /** Addresses that were given at the instant or before, the first ones. */
    due(givenUntil: Instant, size: number): Promise<readonly Help[]>;
  };
  readonly staffWork: {
    /** Of each of the accounts, in any order. */
    of(ids: readonly AccountId[]): Promise<readonly StaffWork[]>;
  };
};

export type StaffStores = StaffReads & {
  readonly staffInvitations: {
    /** In place of the one to that address. */
    save(invitation: StaffInvitation): Promise<void>;
    remove(email: EmailAddress): Promise<void>;
    removeAllBy(manager: AccountId): Promise<void>;
    /** Returns how many. */
    sweep(expiredBefore: Instant, atMost: number): Promise<number>;
  };
  readonly helps: {
    /** In place of the one before. */
    save(help: Help): Promise<void>;
    /** `pending`: if it is an address that the account does not have yet. */
    remove(id: AccountId, which?: 'pending'): Promise<void>;
    /** Of all accounts. */
    removePending(): Promise<void>;
  };
};
