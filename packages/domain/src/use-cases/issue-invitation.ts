import { Fault } from '../errors.ts';
import type { InvitationCode, Role } from '../model/account.ts';
import { later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

/** `validFor` is in milliseconds. */
type Input = { readonly role: Role; readonly validFor: number };

/** D-15, for the operator. The code is answered once and cannot be had again. */
export const issueInvitation =
  ({ storage, invitationCodes, clock }: Ports) =>
  ({ role, validFor }: Input): Promise<Result<InvitationCode, never>> =>
    storage.write(async ({ invitations }) => {
      const code = invitationCodes.issue();
      const digest = invitationCodes.digestOf(code);
      if (digest === undefined) throw new Fault('An invitation code that was just issued has no digest.');
      const issuedAt = clock.now();
      await invitations.insert({ digest, role, issuedAt, expiresAt: later(issuedAt, validFor), usedBy: undefined });
      return ok(code);
    });
