import type { Instant } from '../model/instant.ts';
import type { Invitation, InvitationDigest } from '../model/invitation.ts';

export interface InvitationReads {
  find(digest: InvitationDigest): Promise<Invitation | undefined>;
  /** At most `size` that were issued at the instant or later, oldest first. */
  issuedFrom(from: Instant, size: number): Promise<readonly Invitation[]>;
}

export interface InvitationStore extends InvitationReads {
  insert(invitation: Invitation): Promise<void>;
  /** Replaces the state of an invitation that is there. */
  save(invitation: Invitation): Promise<void>;
}
