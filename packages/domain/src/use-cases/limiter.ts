import { ifAvailable, Unavailable } from '../errors.ts';
import type { Attempts, Limit } from '../model/throttle.ts';
import { beginOne, countingAt, countOne, endOne, hasRoom, LONGEST_ATTEMPT, withoutCount } from '../model/throttle.ts';
import { type Instant, later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Stores } from '../ports/storage.ts';
import { ok, type Refusal, type Result, throttledFor } from '../result.ts';
import type { AnyOutcome, Given, Limits, Made } from './declaration.ts';

/** How many milliseconds an attempt waits for others. */
export const ADMISSION_TIMEOUT = 15_000;

const MOST_WAITING = 64;

/** In milliseconds. Only the store shows that an attempt has ended in another process. */
const POLL_INTERVAL = 100;

/** Each admission removes a few forgotten entries. */
const SWEPT_AT_ONCE = 10;

const overloaded = (message: string) => new Unavailable('overloaded', message, { retryAfterSeconds: 5 });

/** How many calls are under way, without those that wait to be admitted, and how many there is room for. */
type Calls = { active: number; readonly room: () => number };

/** All use cases that need a hasher share its room. */
const HASHING = new WeakMap<Ports['passwords'], Calls>();

const hashing = (passwords: Ports['passwords']): Calls => {
  const calls = HASHING.get(passwords) ?? { active: 0, room: () => passwords.room };
  HASHING.set(passwords, calls);
  return calls;
};

/**
 * Makes a call if its limits allow it. An attempt under way counts like a failed one, so calls in parallel cannot pass a
 * limit together. A call that throws is no failure. A call that the hasher has no room for is refused before it is counted.
 */
export const createLimiter = (ports: Ports, { of, failures, hashes }: Limits<Given>) => {
  const calls = hashes ? hashing(ports.passwords) : { active: 0, room: () => Number.POSITIVE_INFINITY };
  const { admit, end } = createAdmissions(ports, failures, calls);

  const limited = async (limits: readonly Limit[], call: () => Promise<Made>): Promise<Made> => {
    const begun = await admit(limits);
    if (!begun.ok) return { outcome: begun };
    let made: Made | undefined;
    try {
      made = await call();
      return made;
    } finally {
      // An outage here must not hide the outcome. The attempt then stays under way until its time is over.
      if (failures) await ifAvailable(() => end(limits, begun.value, made?.outcome));
    }
  };

  return async (input: Given, call: () => Promise<Made>): Promise<Made> => {
    if (calls.active >= calls.room()) throw overloaded('Too many passwords wait to be hashed.');
    calls.active += 1;
    try {
      const limits = of(input, ports);
      return limits.length > 0 ? await limited(limits, call) : await call();
    } finally {
      calls.active -= 1;
    }
  };
};

type Admission = Result<Instant, Refusal<'THROTTLED'>>;

/**
 * Where the room is full because of attempts under way, the next attempt waits for their end, outside of any unit of work. Under one key
 * they are admitted in order of arrival.
 */
const createAdmissions = ({ storage, clock }: Ports, failures: Limits<Given>['failures'], calls: Calls) => {
  const enter = failures ? beginOne : countOne;
  /** The limits of each attempt that waits, in order of arrival, and the key that has no room for it. */
  const waiting = new Map<readonly Limit[], string>();
  let change = Promise.withResolvers<void>();

  const announceChange = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };

  /** The admission, or the key that has no room at present. */
  const ask = async (limits: readonly Limit[]): Promise<Admission | string> => {
    for (const [ahead, key] of waiting) {
      if (ahead === limits) break;
      if (limits.some((limit) => limit.key === key)) return key;
    }
    // One that waited goes on waiting until there is room for it.
    const waitedFor = waiting.get(limits);
    if (waitedFor !== undefined && calls.active > calls.room()) return waitedFor;
    const asked = await storage.write((stores) => tryToEnter(stores, limits, enter, clock.now()));
    return asked.ok ? asked.value : asked;
  };

  const admit = async (limits: readonly Limit[]): Promise<Admission> => {
    const since = clock.now();
    try {
      for (;;) {
        const { promise: changed } = change;
        const asked = await ask(limits);
        if (typeof asked !== 'string') return asked;
        const hasPlace = waiting.has(limits) || waiting.size < MOST_WAITING;
        if (!hasPlace || Math.abs(clock.now() - since) > ADMISSION_TIMEOUT) {
          throw overloaded('Too many attempts wait for others under the same limit.');
        }
        waiting.set(limits, asked);
        calls.active -= 1;
        await Promise.race([changed, clock.sleep(POLL_INTERVAL)]);
        calls.active += 1;
      }
    } finally {
      if (waiting.delete(limits)) announceChange();
    }
  };

  /** A call that threw has no outcome. */
  const end = async (limits: readonly Limit[], begun: Instant, outcome: AnyOutcome | undefined): Promise<void> => {
    const isFailure = outcome?.ok === false && failures?.includes(outcome.refusal.code);
    await storage.write(async ({ throttles }) => {
      const now = clock.now();
      const found = await Promise.all(limits.map(({ key }) => throttles.find(key)));
      for (const [index, { key, throttle, resetBySuccess }] of limits.entries()) {
        const ended = endOne(countingAt(now, throttle, found[index]), begun);
        const left = outcome?.ok && resetBySuccess ? withoutCount(ended) : ended;
        await put(throttles, key, isFailure ? countOne(ended, now, throttle) : left);
      }
      return ok(undefined);
    });
    announceChange();
  };

  return { admit, end };
};

const tryToEnter = async (
  { throttles }: Stores,
  limits: readonly Limit[],
  enter: typeof countOne,
  now: Instant,
): Promise<Result<Admission | string, never>> => {
  const found = await Promise.all(limits.map(({ key }) => throttles.find(key)));
  const all = limits.map((limit, index) => {
    return { ...limit, stored: found[index], counting: countingAt(now, limit.throttle, found[index]) };
  });
  const notBefore = Math.max(...all.map(({ counting }) => counting.notBefore)) as Instant;
  const full = all.find(({ counting, throttle }) => !hasRoom(counting, throttle));
  const isAdmitted = notBefore <= now && !full;
  for (const { key, throttle, stored, counting } of all) {
    if (isAdmitted) await put(throttles, key, enter(counting, now, throttle));
    else if (stored && JSON.stringify(counting) !== JSON.stringify(stored)) await put(throttles, key, counting);
  }
  if (notBefore > now) return ok(throttledFor(notBefore - now));
  if (full) return ok(full.key);
  // An entry whose count has expired may still hold attempts under way. So it is removed only after `LONGEST_ATTEMPT`.
  await throttles.sweep(later(now, -LONGEST_ATTEMPT), SWEPT_AT_ONCE);
  return ok(ok(now));
};

const put = async (throttles: Stores['throttles'], key: string, attempts: Attempts): Promise<void> =>
  attempts.count > 0 || attempts.underWay.length > 0 ? throttles.save(key, attempts) : throttles.remove(key);
