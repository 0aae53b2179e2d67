import type { Account } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import { isRefused } from '../model/mail.ts';
import { STAFF_INVITATION_LIFETIME, type StaffInvitation } from '../model/staff.ts';
import { type Instant, later } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { codeLimits, mailingLimits } from './credentials.ts';
import type { ClientAddress, Platform } from './declaration.ts';
import { putMail } from './mails.ts';
import { byManager, managing } from './managers.ts';
import { command, query } from './runner.ts';

const isOpen = ({ expiresAt }: StaffInvitation, { clock }: Pick<Platform, 'clock'>): boolean => clock.now() < expiresAt;

type OfAddress = { readonly actor: Account; readonly email: EmailAddress };

/**
 * D-40: in place of the invitation before to that address, which is sent again so. Of staff the manager sees the addresses,
 * so that one is taken is told at once; of a parent's account only whoever reads its mails learns it.
 */
const inviteStaff = command({
  rule: byManager,
  run: async ({ actor, email, role }: OfAddress & Pick<StaffInvitation, 'role'>, stores, ports) => {
    const known = await stores.accounts.credentialsByEmail(email);
    if (known && known.account.role !== 'Par') return refuse('EMAIL_TAKEN');
    const invitedAt = ports.clock.now();
    const expiresAt = later(invitedAt, STAFF_INVITATION_LIFETIME);
    await stores.staffInvitations.save({ email, role, invitedBy: actor.id, invitedAt, expiresAt });
    await putMail('staff invited', { to: email }, stores, ports);
    return ok(role);
  },
  audit: { action: 'staff invited', parts: (role) => [role] },
  idempotency: {
    fields: ['email', 'role'],
    answerAgain: async (_, reads, ports, { actor, email, role }) => {
      const manager = await managing(reads, actor);
      if (!manager.ok) return manager;
      const found = await reads.staffInvitations.find(email);
      return found && isOpen(found, ports) && found.role === role ? ok(role) : refuse('IDEMPOTENCY_KEY_REUSED');
    },
  },
  limits: { of: (input, ports) => mailingLimits('invitations', input, ports), failures: [] },
});

/** D-40: it ends with the manager who has sent it. */
export const inviting = async ({ invitedBy }: StaffInvitation, reads: Reads): Promise<Account | undefined> => {
  const account = await reads.accounts.find(invitedBy);
  const manager = account && (await managing(reads, account));
  return manager?.ok ? manager.value : undefined;
};

/** The invitation to staff that a code is of, while it is open. A unit locks it. */
export const invitationOf = async (code: string, reads: Reads, ports: Platform) => {
  const digest = ports.secretCodes.digestOf(code);
  const found = digest && (await reads.staffInvitations.findByCode(digest));
  return found && isOpen(found, ports) && (await inviting(found, reads)) ? found : undefined;
};

/** `mail`: what has become of it. `by`: who has invited, while that is a manager; else it is of no use. */
type PendingStaff = Pick<StaffInvitation, 'email' | 'role' | 'expiresAt'> & {
  readonly mail: 'refused' | 'given up' | 'sent' | 'waits';
  readonly by: Account | undefined;
};

/** Whether a server has refused the mail that invites staff to the address, since then, or none took it in time. */
const whyUnsent = async (email: EmailAddress, since: Instant, { mails }: Reads) => {
  const failed = (await mails.failedTo(undefined, email)).find(
    ({ kind, at }) => kind === 'staff invited' && at >= since,
  );
  return failed && (isRefused(failed) ? 'refused' : 'given up');
};

const listStaffInvitations = query({
  rule: byManager,
  run: async (_: { readonly actor: Account }, reads, ports) => {
    const open = (await reads.staffInvitations.all()).filter((one) => isOpen(one, ports));
    const pending = open.map(
      async (one): Promise<PendingStaff> => ({
        email: one.email,
        role: one.role,
        expiresAt: one.expiresAt,
        mail: (await whyUnsent(one.email, one.invitedAt, reads)) ?? (one.digest === undefined ? 'waits' : 'sent'),
        by: await inviting(one, reads),
      }),
    );
    return ok<readonly PendingStaff[]>(await Promise.all(pending));
  },
  audit: 'staff',
});

const withdrawStaffInvitation = command({
  rule: byManager,
  run: async ({ email }: OfAddress, stores, ports) => {
    const found = await stores.staffInvitations.find(email);
    if (!found || !isOpen(found, ports)) return refuse('INVITATION_NOT_FOUND');
    // The mail that waits finds it no more.
    await stores.staffInvitations.remove(email);
    return ok(undefined);
  },
  audit: { action: 'invitation of staff withdrawn' },
  idempotency: {
    fields: ['email'],
    stands: async (_, { email }, reads, ports) => {
      const found = await reads.staffInvitations.find(email);
      return !found || !isOpen(found, ports);
    },
  },
});

/** For whoever has the code of a mail: with which address and in which role it registers. Nothing is used. */
const showStaffInvitation = command({
  run: async ({ code }: ClientAddress & { readonly code: string }, stores, ports) => {
    const found = await invitationOf(code, stores, ports);
    return found ? ok({ email: found.email, role: found.role }) : refuse('CODE_INVALID');
  },
  // It tells what the mail of the code has told.
  audit: 'none',
  limits: codeLimits,
});

export const staffInvitationUseCases = {
  inviteStaff,
  listStaffInvitations,
  showStaffInvitation,
  withdrawStaffInvitation,
};
