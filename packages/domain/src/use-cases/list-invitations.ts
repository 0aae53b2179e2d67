import type { Invitation } from '../model/account.ts';
import type { Instant } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = { readonly from: Instant; readonly limit: number };
export type InvitationState = 'open' | 'used' | 'expired';
type Listed = Invitation & { readonly state: InvitationState };

/** For the operator: what was issued from the moment on, oldest first, at most `limit`. The codes themselves are nowhere. */
export const listInvitations =
  ({ storage, clock }: Ports) =>
  async ({ from, limit }: Input): Promise<Result<readonly Listed[], never>> => {
    const now = clock.now();
    const found = await storage.read.invitations.issuedFrom(from, limit);
    return ok(found.map((invitation) => ({ ...invitation, state: stateOf(invitation, now) })));
  };

const stateOf = ({ usedBy, expiresAt }: Invitation, now: Instant): InvitationState => {
  if (usedBy !== undefined) return 'used';
  return now < expiresAt ? 'open' : 'expired';
};
