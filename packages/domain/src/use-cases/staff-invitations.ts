import { type Account, isConfirmed } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import { isRefused } from '../model/mail.ts';
import { mapPages, type PageRequest, type Paging } from '../model/pages.ts';
import { STAFF_INVITATION_LIFETIME, type StaffInvitation } from '../model/staff.ts';
import { type AccountId, type Instant, later } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { disable } from './closing.ts';
import { codeLimits, isProven, mailingLimits } from './credentials.ts';
import type { ClientAddress, Platform } from './declaration.ts';
import { putMail, tellOthers } from './mails.ts';
import { byManager, managerIds, managing } from './managers.ts';
import { command, query } from './runner.ts';

/** Managers hear of a doctor or an assistant who waits once the address is proven: before, it may be anybody's. */
export const tellManagers = async (account: Account, stores: Stores, ports: Platform): Promise<void> => {
  if (isConfirmed(account) || !isProven(account, ports)) return;
  await tellOthers('account to confirm', { to: await managerIds(stores), except: account.id }, stores, ports);
};

type ByManager = { readonly actor: Account };
type OneAccount = ByManager & { readonly accountId: AccountId };

/** Whoever is still there and waits, or was confirmed meanwhile. */
const ofStaff = async (reads: Reads, { actor, accountId }: OneAccount) => {
  const manager = await byManager(reads, { actor });
  if (!manager.ok) return manager;
  const found = await reads.accounts.findAvailable(accountId);
  return found && found.role !== 'Par' ? ok(found) : refuse('ACCOUNT_NOT_FOUND');
};

/** D-28: names are typed by whoever registers, so it is the address by which people are known. */
const confirm = async (account: Account, by: 'manager' | 'operator', stores: Stores, ports: Platform) => {
  if (isConfirmed(account)) return ok(account);
  if (!isProven(account, ports)) return refuse('ADDRESS_NOT_PROVEN');
  await stores.accounts.setConfirmed(account.id, by);
  await putMail('account confirmed', { accountId: account.id }, stores, ports);
  return ok({ ...account, confirmed: by });
};

const confirmAccount = command({
  rule: ofStaff,
  run: async (_: OneAccount, stores, ports) => confirm(ports.found, 'manager', stores, ports),
  audit: { action: 'account confirmed', on: ({ accountId }) => accountId },
});

/** D-40: of whom nobody knows anything. The account is disabled, and its owner told. */
const declineAccount = command({
  rule: ofStaff,
  run: async ({ accountId }: OneAccount, stores, ports) => {
    const { found: account } = ports;
    if (isConfirmed(account)) return refuse('ACCOUNT_CONFIRMED');
    await disable({ account, disabledAt: undefined }, stores, ports);
    await putMail('account declined', { accountId }, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'account declined', on: ({ accountId }) => accountId },
  idempotency: {
    fields: ['accountId'],
    answerAgain: async (_, { accounts }, __, { accountId }) => !(await accounts.findAvailable(accountId)),
  },
});

/** Those whose address is proven can be confirmed. */
const listUnconfirmed = query({
  rule: byManager,
  run: async ({ paging }: ByManager & { readonly paging: Paging<AccountId> }, reads, { pagesWhileAllowed, rules }) => {
    const fetch = (request: PageRequest<AccountId>) => reads.accounts.unconfirmed(request);
    return ok(
      mapPages(pagesWhileAllowed(fetch, paging), async (page) =>
        page.map((account) => ({ ...account, isProven: isProven(account, { rules }) })),
      ),
    );
  },
  audit: 'staff',
});

/** One of these. */
const showUnconfirmed = query({
  rule: ofStaff,
  run: async (_: OneAccount, __, { found, rules }) => ok({ ...found, isProven: isProven(found, { rules }) }),
  audit: 'staff',
});

/** For the operator, also of an account that is disabled: that stays. */
const confirmByOperator = command({
  run: async ({ email }: Pick<Account, 'email'>, stores, ports) => {
    const known = await stores.accounts.credentialsByEmail(email);
    if (!known || known.account.role === 'Par') return refuse('ACCOUNT_NOT_FOUND');
    const confirmed = await confirm(known.account, 'operator', stores, ports);
    return confirmed.ok ? ok({ account: confirmed.value }) : confirmed;
  },
  audit: { action: 'account confirmed', on: (_, value) => value?.account.id },
});

export const operatorConfirmingUseCases = { confirmByOperator };

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
        ...{ email: one.email, role: one.role, expiresAt: one.expiresAt },
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
  confirmAccount,
  declineAccount,
  inviteStaff,
  listStaffInvitations,
  listUnconfirmed,
  showStaffInvitation,
  showUnconfirmed,
  withdrawStaffInvitation,
};
