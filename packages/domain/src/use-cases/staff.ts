import { type Account, type Credentials, isConfirmed } from '../model/account.ts';
import type { MailKind } from '../model/mail.ts';
import { OBJECTION } from '../model/staff.ts';
import { type AccountId, later } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import type { Platform } from './declaration.ts';
import { putMail, tellOthers } from './mails.ts';

/** D-40: whether the caller runs the practice now: it may have ended since the session was looked up. */
export const managing = async ({ accounts }: Reads, { id }: Pick<Account, 'id'>) => {
  // A unit locks all of them ahead of others, so that what ends one waits for what another does.
  const account = (await accounts.managers()).find((manager) => manager.id === id);
  return account && isConfirmed(account) ? ok(account) : refuse('ROLE_NOT_ALLOWED');
};

/** `id`: a doctor or an assistant. */
export type OfStaff = { readonly actor: Account; readonly id: AccountId };

/** With whom a manager does something. */
export const onStaff = async (reads: Reads, { actor, id }: OfStaff) => {
  const manager = await managing(reads, actor);
  if (!manager.ok) return manager;
  const known = await reads.accounts.credentialsOf(id);
  return known && known.account.role !== 'Par' ? ok(known) : refuse('ACCOUNT_NOT_FOUND');
};

/**
 * D-40: a manager gets no part in the cases of a doctor, as assistant, deputy or receiver, by the own act: that doctor or
 * another manager does it. Where none of them can log in, and the doctor could not for a while, the manager does it alone,
 * with a reason that the parents are told. Asked only where the act is in the manager's own favour.
 */
export const ownInterest = async (
  { accounts }: Reads,
  { id }: Account,
  doctorId: AccountId,
  { clock }: Pick<Platform, 'clock'>,
) => {
  if (id === doctorId) return ok(undefined);
  const others = (await accounts.managers()).some((manager) => manager.id !== id);
  const doctor = await accounts.credentialsOf(doctorId);
  const mayObject = doctor && clock.now() < later(doctor.disabledAt ?? clock.now(), OBJECTION);
  return others || mayObject ? refuse('OWN_INTEREST') : ok(undefined);
};

/** D-40: whether no other manager can log in. Of units that end managers, one waits for the other. */
export const isLastManager = async ({ accounts }: Reads, { id, isManager }: Pick<Account, 'id' | 'isManager'>) =>
  isManager && (await accounts.managers()).every((manager) => manager.id === id);

type Told = { readonly to: readonly AccountId[]; readonly by: Account };

/** D-40: tells those whom an act of a manager concerns. */
export const tell = (kind: MailKind, { to, by }: Told, stores: Stores, ports: Platform): Promise<void> =>
  tellOthers(kind, { to: [...new Set(to)], except: by.id }, stores, ports);

/** Logs the account out everywhere and lets nobody log in to it. Its data and its records stay. */
export const disable = async (
  { account: { id, isManager }, disabledAt }: Pick<Credentials, 'account' | 'disabledAt'>,
  { accountCodes, accounts, helps, sessions }: Stores,
  { clock }: Pick<Platform, 'clock'>,
) => {
  await accounts.setDisabled(id, disabledAt ?? clock.now());
  await accountCodes.removeAll(id, 'proof');
  // P-39: its owner can neither sign in nor keep the address. Of a manager, nobody knows what was meant.
  await (isManager ? helps.removePending() : helps.remove(id, 'pending'));
  return { sessionsEnded: await sessions.endAll(id) };
};

/** For somebody who has lost the app and the recovery codes, or a device with passkeys. The account is told. */
export const removeFactor = async (account: Account, stores: Stores, ports: Platform) => {
  const accountId = account.id;
  await stores.secondFactors.remove(accountId);
  await stores.loginProofs.removeAll(accountId);
  if (account.secondFactor) {
    await stores.accounts.setSecondFactor(accountId, false);
    await putMail('second factor off', { accountId }, stores, ports);
  }
  const passkeysRemoved = await stores.passkeys.removeAll(accountId);
  if (passkeysRemoved > 0) await putMail('passkey removed', { accountId }, stores, ports);
  return { account, passkeysRemoved };
};
