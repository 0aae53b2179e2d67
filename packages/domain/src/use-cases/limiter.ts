import { ifAvailable } from '../errors.ts';
import type { Attempts, Limit } from '../model/throttle.ts';
import {
  beginOne,
  countingAt,
  countOne,
  endOne,
  hasRoom,
  LONGEST_ATTEMPT,
  NETWORK_MEMORY,
  withoutCount,
} from '../model/throttle.ts';
import { type Instant, later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Stores } from '../ports/storage.ts';
import { ok, type Refusal, type Result, throttledFor } from '../result.ts';
import type { AnyOutcome, Given, Limits, Made } from './declaration.ts';
import { LONGEST_WAIT, openPlace, overloaded, type Place, turnsOf } from './turns.ts';

const MOST_WAITING = 64;

/** In milliseconds. Only the store shows that an attempt has ended in another process. */
const POLL_INTERVAL = 100;

/** Each admission removes a few forgotten entries. */
const SWEPT_AT_ONCE = 10;

/** It calls `hashed` when it has hashed its passwords. */
type Call = (hashed: () => void) => Promise<Made>;

/**
 * Makes a call if its limits allow it. An attempt under way counts like a failed one, so calls in parallel cannot pass a
 * limit together. A call that throws is no failure. A call that the hasher has no room for is refused before the store is asked.
 */
export const createLimiter = (ports: Ports, { of, failures, hashes }: Limits<Given>) => {
  const turns = hashes && turnsOf(ports);
  const { admit, end } = createAdmissions(ports, failures);

  const limited = async (asked: readonly Limit[], place: Place, call: Call): Promise<Made> => {
    const admission = await admit(asked, place);
    if (!admission.ok) return { outcome: admission };
    const { begun, limits } = admission.value;
    let made: Made | undefined;
    try {
      made = await call(place.leave);
      return made;
    } finally {
      // An outage here must not hide the outcome. The attempt then stays under way until its time is over.
      if (failures) await ifAvailable(() => end(limits, begun, made?.outcome));
    }
  };

  return async (input: Given, call: Call): Promise<Made> => {
    const place = turns && hashes ? turns.arrive(input.address, hashes(input)) : openPlace();
    try {
      const limits = of(input, ports);
      if (limits.length === 0) await place.take();
      const made = limits.length > 0 ? await limited(limits, place, call) : await call(place.leave);
      if (made.outcome.ok) place.succeed();
      return made;
    } finally {
      place.leave();
    }
  };
};

/** When the attempt began, and the limits that hold for it. */
type Admission = Result<{ readonly begun: Instant; readonly limits: readonly Limit[] }, Refusal<'THROTTLED'>>;

/** The limits that hold for an attempt, and the key of the one that has no room at present. */
type Blocked = { readonly limits: readonly Limit[]; readonly key: string };

/**
 * Where a limit has no room because of attempts under way, the next attempt waits for their end, outside of any unit of work. Under one key
 * they are admitted in order of arrival.
 */
const createAdmissions = ({ storage, clock }: Ports, failures: Limits<Given>['failures']) => {
  const enter = failures ? beginOne : countOne;
  /** Those that wait, in order of arrival. */
  const waiting = new Map<Place, Blocked>();
  let change = Promise.withResolvers<void>();

  const announceChange = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };

  /** The keys that others have waited for before this one. */
  const keysBefore = (place: Place): ReadonlySet<string> => {
    const keys = new Set<string>();
    for (const [other, { key }] of waiting) {
      if (other === place) break;
      keys.add(key);
    }
    return keys;
  };

  const ask = async (limits: readonly Limit[], place: Place): Promise<Admission | Blocked> => {
    const waited = waiting.get(place);
    const keys = keysBefore(place);
    if (waited?.limits.some(({ key }) => keys.has(key))) return waited;
    await place.take();
    const isTaken = (key: string): boolean => keysBefore(place).has(key);
    const asked = await storage.write((stores) => tryToEnter(stores, { limits, enter, isTaken, now: clock.now() }));
    const answer = asked.ok ? asked.value : asked;
    if ('key' in answer) place.leave();
    return answer;
  };

  const admit = async (limits: readonly Limit[], place: Place): Promise<Admission> => {
    const since = clock.now();
    try {
      for (;;) {
        const { promise: changed } = change;
        const asked = await ask(limits, place);
        if ('ok' in asked) return asked;
        const hasPlace = waiting.has(place) || waiting.size < MOST_WAITING;
        if (!hasPlace || Math.abs(clock.now() - since) > LONGEST_WAIT) {
          throw overloaded('Too many attempts wait for others under the same limit.');
        }
        waiting.set(place, asked);
        await Promise.race([changed, clock.sleep(POLL_INTERVAL)]);
      }
    } finally {
      if (waiting.delete(place)) announceChange();
    }
  };

  /** A call that threw has no outcome. */
  const end = async (limits: readonly Limit[], begun: Instant, outcome: AnyOutcome | undefined): Promise<void> => {
    const isFailure = outcome?.ok === false && failures?.includes(outcome.refusal.code);
    await storage.write(async ({ throttles }) => {
      const now = clock.now();
      const found = await Promise.all(limits.map(({ key }) => throttles.find(key)));
      for (const [index, limit] of limits.entries()) {
        const { throttle, resetBySuccess } = limit;
        const ended = endOne(countingAt(now, throttle, found[index]), begun);
        const left = outcome?.ok && resetBySuccess ? withoutCount(ended) : ended;
        await put(throttles, limit, isFailure ? countOne(ended, now, throttle) : left);
      }
      return ok(undefined);
    });
    announceChange();
  };

  return { admit, end };
};

type Entering = {
  readonly limits: readonly Limit[];
  readonly enter: typeof countOne;
  /** Whether others wait for room under the key. */
  readonly isTaken: (key: string) => boolean;
  readonly now: Instant;
};

const tryToEnter = async (
  { throttles, knownNetworks }: Stores,
  { limits, enter, isTaken, now }: Entering,
): Promise<Result<Admission | Blocked, never>> => {
  const isWaived = async ({ unlessKnown }: Limit): Promise<boolean> => {
    const last = unlessKnown === undefined ? undefined : await knownNetworks.find(unlessKnown);
    return last !== undefined && last > later(now, -NETWORK_MEMORY);
  };
  const find = async (limit: Limit) => {
    const [stored, isOff] = await Promise.all([throttles.find(limit.key), isWaived(limit)]);
    return { limit, stored, isOff, counting: countingAt(now, limit.throttle, stored) };
  };
  const all = (await Promise.all(limits.map(find))).filter(({ isOff }) => !isOff);
  const notBefore = Math.max(...all.map(({ counting }) => counting.notBefore)) as Instant;
  const full = all.find(({ counting, limit }) => isTaken(limit.key) || !hasRoom(counting, limit.throttle));
  const isAdmitted = notBefore <= now && !full;
  for (const { limit, stored, counting } of all) {
    if (isAdmitted) await put(throttles, limit, enter(counting, now, limit.throttle));
    else if (stored && JSON.stringify(counting) !== JSON.stringify(stored)) await put(throttles, limit, counting);
  }
  if (notBefore > now) return ok(throttledFor(notBefore - now));
  const holding = all.map(({ limit }) => limit);
  if (full) return ok({ limits: holding, key: full.limit.key });
  // An entry whose count has expired may still hold attempts under way. So it is removed only after `LONGEST_ATTEMPT`.
  await throttles.sweep(later(now, -LONGEST_ATTEMPT), SWEPT_AT_ONCE);
  return ok(ok({ begun: now, limits: holding }));
};

const put = async (throttles: Stores['throttles'], { key, of }: Limit, attempts: Attempts): Promise<void> =>
  attempts.count > 0 || attempts.underWay.length > 0 ? throttles.save(key, attempts, of) : throttles.remove(key);
