import type { InvitationCode, InvitationDigest } from '../model/invitation.ts';

/** D-15: codes of 128 random bits, and the digest that the store keeps of each. */
export interface InvitationCodes {
  issue(): InvitationCode;
  /** `undefined` for a text that no issued code can be. White space around it does not matter. */
  digestOf(text: string): InvitationDigest | undefined;
}
