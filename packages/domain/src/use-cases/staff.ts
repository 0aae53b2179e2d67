import { type Account, type Credentials, isConfirmed } from '../model/account.ts';
import { atMostPer, countingAt, countOne } from '../model/throttle.ts';
import { type AccountId, HOUR, later } from '../model/values.ts';
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

/** As `managing`, of whoever calls. */
export const byManager = (reads: Reads, { actor }: { readonly actor: Pick<Account, 'id'> }) => managing(reads, actor);

/** `id`: a doctor or an assistant. */
export type OfStaff = { readonly actor: Account; readonly id: AccountId };

/** D-40: how long a manager who was ended, or a doctor whose account was closed, may object before a manager alone gets cases. */
const OBJECTION = 72 * HOUR;
const LATELY = atMostPer(OBJECTION, 1);
/** One entry for all: a manager may make somebody a manager only to end another one. */
const ENDED = 'manager ended';
const newManager = (id: AccountId): string => `manager made ${id}`;
const makerOf = (id: AccountId): string => `manager maker ${id}`;

/** When the time to object ends, for each of these. */
const objectionEnds = async (keys: readonly string[], { throttles }: Reads, { clock }: Clock) =>
  (await throttles.find(keys)).map((found) => countingAt(clock.now(), LATELY, found).notBefore);

const noteLately = async (keys: readonly string[], { throttles }: Stores, { clock }: Clock): Promise<void> => {
  const attempts = countOne(countingAt(clock.now(), LATELY), clock.now(), LATELY);
  await throttles.save(keys.map((key) => ({ key, attempts })));
};

/** In a unit that has locked the managers, as the next one. */
export const noteEnding = async ({ actor, id }: OfStaff, stores: Stores, ports: Clock): Promise<void> => {
  if (actor.id !== id) await noteLately([ENDED], stores, ports);
};
export const noteMaking = ({ actor, id }: OfStaff, stores: Stores, ports: Clock): Promise<void> =>
  noteLately([newManager(id), makerOf(actor.id)], stores, ports);

const refusedUntil = (until: number, { clock }: Clock) => {
  const wait = until - clock.now();
  if (wait <= 0) return ok(undefined);
  return refused<Refusal<'OWN_INTEREST'>>({ code: 'OWN_INTEREST', retryAfterSeconds: Math.ceil(wait / 1000) });
};

/** Two managers could favour each other: a new manager gives nothing to managers, nor to whoever has made one lately. */
const favour = async (reads: Reads, actor: Account, gains: AccountId, ports: Clock) => {
  const [isNew = 0, isMaker = 0] = await objectionEnds([newManager(actor.id), makerOf(gains)], reads, ports);
  const isManager = (await reads.accounts.managers()).some(({ id }) => id === gains);
  return isManager || isMaker > ports.clock.now() ? refusedUntil(isNew, ports) : ok(undefined);
};

type Interest = { readonly actor: Account; readonly doctorId: AccountId; readonly gains: AccountId };

/**
 * D-40: a manager gets no part in the cases of a doctor, as assistant, deputy or receiver, by the own act: that doctor or
 * another manager does it. Where none of them can log in, nor could for a while, the manager does it alone, with a reason
 * that the parents are told. `gains`: whose part it is.
 */
export const interest = async (reads: Reads, { actor, doctorId, gains }: Interest, ports: Clock) => {
  if (actor.id === doctorId) return ok(undefined);
  if (actor.id !== gains) return favour(reads, actor, gains, ports);
  const others = (await reads.accounts.managers()).some(({ id }) => id !== actor.id);
  const doctor = await reads.accounts.credentialsOf(doctorId);
  if (others || (doctor && doctor.disabledAt === undefined)) return refuse('OWN_INTEREST');
  const [ended = 0] = await objectionEnds([ENDED], reads, ports);
  return refusedUntil(Math.max(ended, doctor?.disabledAt ? later(doctor.disabledAt, OBJECTION) : 0), ports);
};

/** D-40: whether no other manager can log in. Of units that end managers, one waits for the other. */
export const isLastManager = async ({ accounts }: Reads, { id, isManager }: Pick<Account, 'id' | 'isManager'>) =>
  isManager && (await accounts.managers()).every((manager) => manager.id === id);

export const managerIds = async ({ accounts }: Reads): Promise<readonly AccountId[]> =>
  (await accounts.managers()).map(({ id }) => id);

/** Tells managers of a doctor or a manager who was disabled: what waits there is to be given to somebody else. */
export const tellOfDisabled = async (
  { isManager, role }: Account,
  except: AccountId | undefined,
  stores: Stores,
  ports: Platform,
): Promise<void> => {
  if (!isManager && role !== 'Doc') return;
  await tellOthers('staff disabled', { to: await managerIds(stores), except }, stores, ports);
};

/**
 * D-41: a cover ends when its deputy can no longer log in, or one of its doctors is erased; the other doctor is told. A deputy
 * goes on for a doctor who is disabled.
 */
export const endCovers = async (
  as: 'deputy' | 'both',
  id: AccountId,
  stores: Stores,
  ports: Platform,
): Promise<void> => {
  const covers = await stores.covers.ofAccount(id, ports.calendar.dayOf(ports.clock.now()));
  for (const { deputyId, doctorId, id: cover } of covers) {
    if (as === 'deputy' && deputyId !== id) continue;
    await stores.covers.remove(cover);
    await putMail('cover changed', { accountId: deputyId === id ? doctorId : deputyId }, stores, ports);
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
  await endCovers('deputy', id, stores, ports);
  await accountCodes.removeAll(id, 'proof');
  // P-39: its owner can neither sign in nor keep the address. Any address that a disabled manager gave may be false.
  await (isManager ? helps.removePending() : helps.remove(id, 'pending'));
  return { sessionsEnded: await sessions.endAll(id) };
};

/** Whoever was a manager is none any more, if there is another one to say so again. */
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
