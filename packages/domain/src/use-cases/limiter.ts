import { ifAvailable } from '../errors.ts';
import { waitAtMost } from '../loop.ts';
import type { Account } from '../model/account.ts';
import {
  type AttemptLimit,
  type Attempts,
  atMostPer,
  beginOne,
  countingAt,
  countOne,
  endOne,
  hasRoom,
  NETWORK_MEMORY,
  type Throttle,
  withoutCount,
} from '../model/throttle.ts';
import { HOUR, type Instant, later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { KeptAttempts, Stores } from '../ports/storage.ts';
import { ok, type Refusal, type Refused, type Result, throttledFor } from '../result.ts';
import type { AnyOutcome, Given, Limits, Made, Platform } from './declaration.ts';
import { hasherQueueOf, LONGEST_WAIT, noSlot, overloaded, type Slot } from './hasher-queue.ts';

const MOST_WAITING = 64;

/** Milliseconds. Only the store shows that an attempt has ended in another process. */
const POLL_INTERVAL = 100;

/**
 * Ends an attempt in the unit of work of its call: `stores` are those of the unit. Ask first in the unit, as `lockHourly`
 * says. Call the returned function if the call succeeds.
 */
type EndInUnit = (stores: Stores) => Promise<() => Promise<void>>;

/** An attempt that was admitted. */
export type Begun = {
  /** Gives the hasher's slot to others, once the passwords are hashed. Called again after each further preparation. */
  readonly leaveHasher?: () => void;
  /** Within the unit of work of a success. */
  readonly endAttempt?: EndInUnit;
  /** What was read meanwhile, if it was. */
  readonly ahead?: unknown;
};

type Make = (begun: Begun) => Promise<Made>;

/** Only an admitted attempt makes its call. `limits` are those that hold for it. */
type Admitted = {
  readonly state: 'admitted';
  readonly begun: Instant;
  readonly limits: readonly AttemptLimit[];
  /** What each key has by now, where none had an entry. Then it was not looked up whether the network is known. */
  readonly alone?: Attempts | undefined;
  readonly ahead?: unknown;
};
/** The attempt must wait: others are under way under `key`, or have waited for it longer. */
type Waiting = { readonly state: 'waiting'; readonly limits: readonly AttemptLimit[]; readonly key: string };
type Throttled = { readonly state: 'refused'; readonly outcome: Refused<Refusal<'THROTTLED'>> };

/** The answer to an attempt that asks for admission. A waiting attempt asks again. */
type Answer = Admitted | Waiting | Throttled;

/**
 * Makes a call if its limits allow it. An attempt is asked for, may wait, is admitted or refused, and ends. An attempt
 * under way counts like a failed one, so calls in parallel cannot pass a limit together. A call that throws is no
 * failure. A call that the hasher has no room for is refused before the store is asked.
 */
export const createLimiter = (
  ports: Ports,
  { of, failures, hashes }: Limits<Given>,
  ahead?: (input: Given, stores: Stores) => Promise<unknown>,
) => {
  const queue = hashes && hasherQueueOf(ports);
  const { admit, end, endInUnit, announceChange } = createAdmissions(ports, failures);

  const makeAdmitted = async (asking: Asking, make: Make): Promise<Made> => {
    const attempt = await admit(asking);
    if (attempt.state === 'refused') return { outcome: attempt.outcome };
    const begun = { leaveHasher: asking.slot.leave, ahead: attempt.ahead };
    if (!failures) return make(begun);
    let made: Made | undefined;
    try {
      let runs = 0;
      const endAttempt: EndInUnit = (stores) => {
        runs += 1;
        return endInUnit(stores, attempt, runs === 1);
      };
      made = await make({ ...begun, endAttempt });
      return made;
    } finally {
      // An outage here must not hide the outcome. The attempt then stays under way until its time is over.
      if (!made?.isCounted) await ifAvailable(() => end(attempt, made?.outcome));
      announceChange();
    }
  };

  return async (input: Given, make: Make): Promise<Made> => {
    const slot = queue && hashes ? queue.arrive(input.address, hashes(input)) : noSlot();
    try {
      const limits = of(input, ports);
      if (limits.length === 0) {
        await slot.take();
        slot.reach();
      }
      // Without an answer it is read again, where an outage is told.
      const look = (stores: Stores) => ahead?.(input, stores).catch(() => undefined);
      const made =
        limits.length > 0 ? await makeAdmitted({ limits, slot, look }, make) : await make({ leaveHasher: slot.leave });
      if (made.outcome.ok) slot.succeed();
      return made;
    } finally {
      slot.leave();
    }
  };
};

type Asking = {
  readonly limits: readonly AttemptLimit[];
  readonly slot: Slot;
  readonly look: (stores: Stores) => Promise<unknown> | undefined;
};

/** Waiting happens outside of any unit of work. Under one key attempts are admitted in order of arrival. */
const createAdmissions = ({ storage, clock }: Ports, failures: Limits<Given>['failures']) => {
  const enter = failures ? beginOne : countOne;
  /** In order of arrival. */
  const waiting = new Map<Slot, Waiting>();
  /** Keys that had an entry when they were seen last: for them, `enterAlone` is not tried. */
  const used = new Set<string>();
  let change = Promise.withResolvers<void>();

  const announceChange = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };

  /** The keys that others have waited for before this one. */
  const keysBefore = (slot: Slot): ReadonlySet<string> => {
    const keys = new Set<string>();
    for (const [other, { key }] of waiting) {
      if (other === slot) break;
      keys.add(key);
    }
    return keys;
  };

  const ask = async ({ limits, slot, look }: Asking): Promise<Answer> => {
    const waited = waiting.get(slot);
    const keys = keysBefore(slot);
    if (waited?.limits.some(({ key }) => keys.has(key))) return waited;
    await slot.take();
    const isTaken = (key: string): boolean => keysBefore(slot).has(key);
    let ahead: Promise<unknown> | undefined;
    const asked = await storage.write((stores) => {
      ahead = look(stores);
      return tryToEnter(stores, { limits, enter, isTaken, used, now: clock.now() });
    });
    const answer = asked.ok ? asked.value : asked.refusal;
    if (answer.state === 'waiting') slot.leave();
    else slot.reach();
    return answer.state === 'admitted' ? { ...answer, ahead: await ahead } : answer;
  };

  const admit = async (asking: Asking): Promise<Admitted | Throttled> => {
    const { slot } = asking;
    const since = clock.now();
    try {
      for (;;) {
        const { promise: changed } = change;
        const answer = await ask(asking);
        if (answer.state !== 'waiting') return answer;
        const hasRoom = waiting.has(slot) || waiting.size < MOST_WAITING;
        if (!hasRoom || Math.abs(clock.now() - since) > LONGEST_WAIT) {
          throw overloaded('Too many attempts wait for others under the same limit.');
        }
        waiting.set(slot, answer);
        await waitAtMost(POLL_INTERVAL, changed, clock);
      }
    } finally {
      if (waiting.delete(slot)) announceChange();
    }
  };

  /** Begins to read the counts. Returns the function that writes them. No `outcome`: the call threw. */
  const settle = (stores: Stores, { limits, begun }: Admitted, outcome: AnyOutcome | undefined) => {
    const isFailure = outcome?.ok === false && failures?.includes(outcome.refusal.code);
    const finding = findAttempts(stores, limits, clock.now());
    // A unit that fails meanwhile does not await it.
    finding.catch(() => undefined);
    return async (): Promise<void> => {
      const [now, [found, waived]] = [clock.now(), await finding];
      const settled = limits.map(({ key, of, throttle, resetBySuccess, countsSuccess }, index): KeptAttempts => {
        const ended = endOne(countingAt(now, throttle, found[index]), begun);
        if (waived[index]) return { key, of, attempts: ended };
        const left = outcome?.ok && resetBySuccess ? withoutCount(ended) : ended;
        const counts = isFailure || (outcome?.ok && countsSuccess);
        return { key, of, attempts: counts ? countOne(ended, now, throttle) : left };
      });
      await put(stores, settled, used);
    };
  };
  /** `isFirst`: the unit has not run before. Then nothing else is expected to have happened under the keys. */
  const endInUnit = async (stores: Stores, attempt: Admitted, isFirst: boolean) => {
    const { limits, alone } = attempt;
    const keys = limits.map(({ key }) => key);
    const isEnded = isFirst && alone !== undefined && (await stores.throttles.end(keys, alone));
    return isEnded ? async () => undefined : settle(stores, attempt, ok(undefined));
  };

  return {
    admit,
    announceChange,
    end: (attempt: Admitted, outcome: AnyOutcome | undefined) =>
      storage.write(async (stores) => ok(await settle(stores, attempt, outcome)())),
    endInUnit,
  };
};

type Entering = {
  readonly limits: readonly AttemptLimit[];
  readonly enter: typeof countOne;
  /** Whether others wait for room under the key. */
  readonly isTaken: (key: string) => boolean;
  readonly used: Set<string>;
  readonly now: Instant;
};

/** What the keys have, and of each limit whether it is waived as the network is known. */
const findAttempts = ({ throttles, knownNetworks }: Stores, limits: readonly AttemptLimit[], now: Instant) => {
  const isWaived = async ({ unlessKnown }: AttemptLimit): Promise<boolean> => {
    const last = unlessKnown === undefined ? undefined : await knownNetworks.find(unlessKnown);
    return last !== undefined && last > later(now, -NETWORK_MEMORY);
  };
  return Promise.all([throttles.find(limits.map(({ key }) => key)), Promise.all(limits.map(isWaived))]);
};

/** Most often no key has an entry. Until the attempt ends, it counts in its network, too, though that may be a known one. */
const enterAlone = async (
  { throttles }: Stores,
  { limits, enter, isTaken, used, now }: Entering,
): Promise<Admitted | undefined> => {
  const mayBeFirst = limits.every(({ key, countsSuccess }) => !countsSuccess && !used.has(key) && !isTaken(key));
  const entered = limits.map(({ key, of, throttle }): KeptAttempts => {
    return { key, of, attempts: enter(countingAt(now, throttle), now, throttle) };
  });
  const isAlone = mayBeFirst && (await throttles.begin(entered));
  return isAlone ? { state: 'admitted', begun: now, limits, alone: entered[0]?.attempts } : undefined;
};

const tryToEnter = async (stores: Stores, entering: Entering): Promise<Result<Answer, never>> => {
  const alone = await enterAlone(stores, entering);
  if (alone) return ok(alone);
  const { limits, enter, isTaken, used, now } = entering;
  const [found, waived] = await findAttempts(stores, limits, now);
  const all = limits.flatMap((limit, index) => {
    const stored = found[index];
    return waived[index] ? [] : [{ limit, stored, counting: countingAt(now, limit.throttle, stored) }];
  });
  const notBefore = Math.max(...all.map(({ counting }) => counting.notBefore)) as Instant;
  const full = all.find(({ counting, limit }) => isTaken(limit.key) || !hasRoom(counting, limit.throttle));
  const isAdmitted = notBefore <= now && !full;
  const entered = all.flatMap(({ limit: { key, of, throttle }, stored, counting }): KeptAttempts[] => {
    if (isAdmitted) return [{ key, of, attempts: enter(counting, now, throttle) }];
    return stored && JSON.stringify(counting) !== JSON.stringify(stored) ? [{ key, of, attempts: counting }] : [];
  });
  await put(stores, entered, used);
  // The unit is committed also if the attempt is refused, as it has corrected what was stored.
  if (notBefore > now) return ok({ state: 'refused', outcome: throttledFor(notBefore - now) });
  const holding = all.map(({ limit }) => limit);
  if (full) return ok({ state: 'waiting', limits: holding, key: full.limit.key });
  return ok({ state: 'admitted', begun: now, limits: holding });
};

const MOST_USED = 10_000;

const put = async ({ throttles }: Stores, all: readonly KeptAttempts[], used: Set<string>): Promise<void> => {
  const counts = ({ attempts }: KeptAttempts) => attempts.count > 0 || attempts.underWay.length > 0;
  if (used.size > MOST_USED) used.clear();
  for (const one of all) counts(one) ? used.add(one.key) : used.delete(one.key);
  await throttles.save(all.filter(counts));
  await throttles.remove(all.filter((one) => !counts(one)).map(({ key }) => key));
};

/** Counts under a key in the unit of what is counted. `wait`: milliseconds until one more is allowed; 0 if now. */
export const countedIn = async (
  key: string,
  throttle: Throttle,
  { throttles }: Stores,
  { clock }: Pick<Platform, 'clock'>,
) => {
  const now = clock.now();
  const counted = countingAt(now, throttle, (await throttles.find([key]))[0]);
  const count = () => throttles.save([{ key, attempts: countOne(counted, now, throttle) }]);
  return { wait: Math.max(0, counted.notBefore - now), count };
};

/** D-43: what a parent's account may do in an hour. A handover counts as a case. */
const MOST_PER_HOUR = { cases: 30, children: 60, corrections: 60, notes: 60 };

/**
 * Counts one in the unit of work that does it, so what is refused or answered again does not count. Ask first in a unit:
 * another unit of the account waits here, before it holds anything else. Call the returned function last: it counts, or
 * refuses.
 */
export const lockHourly = async (
  what: keyof typeof MOST_PER_HOUR,
  { id, role }: Account,
  stores: Stores,
  ports: Pick<Platform, 'clock' | 'rules'>,
) => {
  if (role !== 'Par' || ports.rules.ratesPerMinute.calls === 0) return async () => ok(undefined);
  const { wait, count } = await countedIn(`${what} of ${id}`, atMostPer(HOUR, MOST_PER_HOUR[what]), stores, ports);
  return async () => {
    if (wait > 0) return throttledFor(wait);
    await count();
    return ok(undefined);
  };
};
