import type { CodeDigest, Role } from './account.ts';
import type { EmailAddress } from './email.ts';
import { type AccountId, DAY, HOUR, type Instant } from './values.ts';

/** In milliseconds. */
export const STAFF_INVITATION_LIFETIME = 7 * DAY;

/** D-40: for whoever reads the mails of the address, to register with it in the role. */
export type StaffInvitation = {
  readonly email: EmailAddress;
  readonly role: Exclude<Role, 'Par'>;
  readonly invitedBy: AccountId;
  readonly invitedAt: Instant;
  readonly expiresAt: Instant;
  /** Of the code that was mailed last. */
  readonly digest?: CodeDigest | undefined;
};

/** P-39: an address that a manager gives is the account's after so many milliseconds. */
export const ADDRESS_WAITS = 72 * HOUR;

export const HELP_KINDS = ['address', 'factor'] as const;
/** P-39: how managers have last helped the owner of an account to get in again, and when. */
export type Help = {
  readonly accountId: AccountId;
  readonly kind: (typeof HELP_KINDS)[number];
  /** The address that the account is to have, until it has it. */
  readonly email: EmailAddress | undefined;
  readonly at: Instant;
};

/** What a manager sees of somebody's work: counts and days, and nothing of a child. */
export type StaffWork = {
  readonly id: AccountId;
  /** To the day; none for 90 days. */
  readonly lastLoginAt: Instant | undefined;
  readonly ongoingCases: number;
  /** What waits for a decision of the doctor, and since when the first of it. */
  readonly waiting: number;
  readonly waitingSince: Instant | undefined;
};
