import { type Account, type Credentials, isConfirmed } from '../model/account.ts';
import type { MailKind } from '../model/mail.ts';
import { OBJECTION } from '../model/staff.ts';
import { atMostPer, countingAt, countOne } from '../model/throttle.ts';
import { type AccountId, later } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, type Refusal, refuse, refused } from '../result.ts';
import type { Platform } from './declaration.ts';
import { putMail, tellOthers } from './mails.ts';

type Clock = Pick<Platform, 'clock'>;

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

/** One entry for all: whoever ends another manager may be somebody whom the last one has made a manager for it. */
const [ENDED, ENDED_LATELY] = ['manager ended', atMostPer(OBJECTION, 1)];

/** In a unit that has locked the managers. */
export const noteEnding = async ({ actor, id }: OfStaff, { throttles }: Stores, { clock }: Clock): Promise<void> => {
  const attempts = countOne(countingAt(clock.now(), ENDED_LATELY), clock.now(), ENDED_LATELY);
  if (actor.id !== id) await throttles.save([{ key: ENDED, attempts }]);
};

/**
 * D-40: a manager gets no part in the cases of a doctor, as assistant, deputy or receiver, by the own act: that doctor or
 * another manager does it. Where none of them can log in, nor could for a while, the manager does it alone, with a reason
 * that the parents are told. Asked only where the act is in the manager's own favour.
 */
export const ownInterest = async (
  { accounts, throttles }: Reads,
  { id }: Account,
  doctorId: AccountId,
  { clock }: Clock,
) => {
  if (id === doctorId) return ok(undefined);
  const others = (await accounts.managers()).some((manager) => manager.id !== id);
  const doctor = await accounts.credentialsOf(doctorId);
  if (others || (doctor && doctor.disabledAt === undefined)) return refuse('OWN_INTEREST');
  const now = clock.now();
  const { notBefore } = countingAt(now, ENDED_LATELY, (await throttles.find([ENDED]))[0]);
  const wait = Math.max(notBefore, doctor?.disabledAt ? later(doctor.disabledAt, OBJECTION) : 0) - now;
  if (wait <= 0) return ok(undefined);
  return refused<Refusal<'OWN_INTEREST'>>({ code: 'OWN_INTEREST', retryAfterSeconds: Math.ceil(wait / 1000) });
};

/** D-40: whether no other manager can log in. Of units that end managers, one waits for the other. */
export const isLastManager = async ({ accounts }: Reads, { id, isManager }: Pick<Account, 'id' | 'isManager'>) =>
  isManager && (await accounts.managers()).every((manager) => manager.id === id);

export const managerIds = async ({ accounts }: Reads): Promise<readonly AccountId[]> =>
  (await accounts.managers()).map(({ id }) => id);

type Told = { readonly to: readonly AccountId[]; readonly by: Account };

/** D-40: tells those whom an act of a manager concerns. */
export const tell = (kind: MailKind, { to, by }: Told, stores: Stores, ports: Platform): Promise<void> =>
  tellOthers(kind, { to: [...new Set(to)], except: by.id }, stores, ports);

/** D-41: whose deputy cannot log in any more has none, and is told. */
export const endDeputy = async (id: AccountId, stores: Stores, ports: Platform): Promise<void> => {
  const covers = await stores.covers.ofAccount(id, ports.calendar.dayOf(ports.clock.now()));
  for (const { deputyId, doctorId, id: cover } of covers) {
    if (deputyId !== id) continue;
    await stores.covers.remove(cover);
    await putMail('cover changed', { accountId: doctorId }, stores, ports);
  }
};

/** Logs the account out everywhere and lets nobody log in to it. Its data and its records stay. */
export const disable = async (
  { account: { id, isManager }, disabledAt }: Pick<Credentials, 'account' | 'disabledAt'>,
  stores: Stores,
  ports: Platform,
) => {
  const { accountCodes, accounts, helps, sessions } = stores;
  await accounts.setDisabled(id, disabledAt ?? ports.clock.now());
  await endDeputy(id, stores, ports);
  await accountCodes.removeAll(id, 'proof');
  // P-39: its owner can neither sign in nor keep the address. Of a manager, nobody knows what was meant.
  await (isManager ? helps.removePending() : helps.remove(id, 'pending'));
  return { sessionsEnded: await sessions.endAll(id) };
};

/** Whoever was a manager is none then, unless there is no other who could say so again. */
export const enable = async ({ id, isManager }: Account, { accounts }: Stores): Promise<void> => {
  if (isManager && (await accounts.managers()).length > 0) await accounts.setManager(id, false);
  await accounts.setDisabled(id, undefined);
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
