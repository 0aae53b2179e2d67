import { Fault, refuse } from '../errors.ts';
import type { Invitation, Password, Role } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import { loginOf } from '../model/throttle.ts';
import { type Instant, later } from '../model/values.ts';
import { ok } from '../result.ts';
import { hashForNewAccount, insertAccount, type NewAccount } from './accounts.ts';
import { command, query } from './runner.ts';

type OfAccount = { readonly email: EmailAddress };

/** Needs no invitation: the operator could also issue one. */
export const createAccount = command({
  prepare: (input: NewAccount, reads, ports) => hashForNewAccount(input, reads, ports),
  run: (input: NewAccount, stores, ports, { prepared }) => insertAccount(input, stores, ports, prepared),
  audit: { action: 'account created', on: (_, account) => account?.id },
});

type SetPassword = OfAccount & { readonly newPassword: Password };

/** Without the old one. Ends every session of the account: somebody who knew the old password may hold one. */
export const setPassword = command({
  prepare: async ({ email, newPassword }: SetPassword, { accounts }, { passwords, commonPasswords }) => {
    const known = await accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    if (await commonPasswords.includes(newPassword)) return refuse('PASSWORD_COMMON');
    return ok({ account: known.account, passwordHash: await passwords.hash(newPassword) });
  },
  run: async (_: SetPassword, { accounts, sessions }, __, { prepared: { account, passwordHash } }) => {
    await accounts.setPassword(account.id, passwordHash);
    return ok({ account, sessionsEnded: await sessions.endAll(account.id) });
  },
  audit: { action: 'password set', on: (_, value) => value?.account.id },
});

/** Logs the account out everywhere and lets nobody log in to it. Its data and its records stay. */
export const disableAccount = command({
  run: async ({ email }: OfAccount, { accounts, sessions }, { clock }) => {
    const known = await accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    await accounts.setDisabled(known.account.id, known.disabledAt ?? clock.now());
    return ok({ account: known.account, sessionsEnded: await sessions.endAll(known.account.id) });
  },
  audit: { action: 'account disabled', on: (_, value) => value?.account.id },
});

/** Lets a disabled account log in again, with the password it had. */
export const enableAccount = command({
  run: async ({ email }: OfAccount, { accounts }) => {
    const known = await accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    await accounts.setDisabled(known.account.id, undefined);
    return ok({ account: known.account });
  },
  audit: { action: 'account enabled', on: (_, value) => value?.account.id },
});

/** Logs the account out everywhere. Its password stays. */
export const endSessions = command({
  run: async ({ email }: OfAccount, { accounts, sessions }) => {
    const known = await accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    return ok({ account: known.account, sessionsEnded: await sessions.endAll(known.account.id) });
  },
  audit: { action: 'sessions ended', on: (_, value) => value?.account.id },
});

/** Resets the count of failed logins, so that the next one need not wait. */
export const unlockLogin = command({
  run: async ({ email }: OfAccount, { accounts, throttles }, { clock }) => {
    const known = await accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    const key = loginOf(email);
    const counted = await throttles.find(key);
    await throttles.remove(key);
    const isRemembered = counted !== undefined && counted.forgottenAt > clock.now();
    return ok({ account: known.account, failuresForgotten: isRemembered ? counted.count : 0 });
  },
  audit: { action: 'login unlocked', on: (_, value) => value?.account.id },
});

/** `validFor` is in milliseconds. */
type IssueInvitation = { readonly role: Role; readonly validFor: number };

/** D-15: the code is answered once and cannot be had again. */
export const issueInvitation = command({
  run: async ({ role, validFor }: IssueInvitation, { invitations }, { invitationCodes, clock }) => {
    const code = invitationCodes.issue();
    const digest = invitationCodes.digestOf(code);
    if (digest === undefined) throw new Fault('An invitation code that was just issued has no digest.');
    const issuedAt = clock.now();
    await invitations.insert({ digest, role, issuedAt, expiresAt: later(issuedAt, validFor), usedBy: undefined });
    return ok(code);
  },
  audit: { action: 'invitation issued' },
});

export type InvitationState = 'open' | 'used' | 'expired';

/** Invitations issued from the instant on, oldest first, at most `limit`. The codes themselves are stored nowhere. */
export const listInvitations = query({
  run: async ({ from, limit }: { readonly from: Instant; readonly limit: number }, { invitations }, { clock }) => {
    const now = clock.now();
    const found = await invitations.issuedFrom(from, limit);
    return ok(found.map((invitation) => ({ ...invitation, state: stateOf(invitation, now) })));
  },
});

const stateOf = ({ usedBy, expiresAt }: Invitation, now: Instant): InvitationState => {
  if (usedBy !== undefined) return 'used';
  return now < expiresAt ? 'open' : 'expired';
};
