import type { Role } from './account.ts';
import type { Brand } from './brand.ts';
import type { AccountId } from './ids.ts';
import type { Instant } from './instant.ts';

/** What the operator hands to a person: 128 random bits. Secret, and kept nowhere. */
export type InvitationCode = Brand<string, 'InvitationCode'>;
/** What the store holds instead: a digest that does not lead back to the code. */
export type InvitationDigest = Brand<string, 'InvitationDigest'>;

/** D-15: lets one person register in one role, until it expires. */
export type Invitation = {
  readonly digest: InvitationDigest;
  readonly role: Role;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
  readonly usedBy: AccountId | undefined;
};

export const isOpenTo = ({ role, expiresAt, usedBy }: Invitation, wanted: Role, now: Instant): boolean =>
  usedBy === undefined && role === wanted && now < expiresAt;
