import { type Account, isConfirmed } from '../model/account.ts';
import { atMostPer, countingAt, countOne } from '../model/throttle.ts';
import { type AccountId, HOUR, later } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, type Refusal, refuse, refused } from '../result.ts';
import type { Platform } from './declaration.ts';

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
