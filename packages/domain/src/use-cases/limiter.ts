import { atMost } from '../at-most.ts';
import { ifAvailable, type Refusal, refuseUntil, Unavailable } from '../errors.ts';
import {
  type Attempts,
  beginOne,
  countingAt,
  countOne,
  endOne,
  type Limit,
  LONGEST_ATTEMPT,
  NOTHING,
  withoutCount,
} from '../model/throttle.ts';
import { type Instant, later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Stores } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';
import type { AnyOutcome, Limits, Origin } from './declaration.ts';

/** What an attempt changes in what is counted under a key. */
type Change = (before: Attempts, limit: Limit, now: Instant) => Attempts;
const begin: Change = (before, _, now) => beginOne(before, later(now, LONGEST_ATTEMPT));
const count: Change = (before, { throttle }, now) => countOne(before, throttle, now);
const reset: Change = (before, { resetBySuccess }) => (resetBySuccess ? withoutCount(before) : before);
const unchanged: Change = (before) => before;

const TOO_MANY_HASHES = { otherwise: 'Too many passwords wait to be hashed.', retryAfterSeconds: 5 };

type Call = () => Promise<AnyOutcome>;

/**
 * Makes a call if its limits allow it. An attempt under way takes up the room of a failure, so calls at the same time cannot
 * pass a limit together. Counts survive a restart. A call that throws counts only where every call counts. Calls that the
 * hasher has no room for are refused before anything is counted.
 */
export const createLimiter = <Input extends Origin>(
  ports: Ports,
  declared: Limits<Input> | undefined,
): ((input: Input, call: Call) => Promise<AnyOutcome>) => {
  if (!declared) return (_, call) => call();
  const { of, failures, hashes } = declared;
  const admissions = createAdmissions(ports, failures ? begin : count);

  const limited = async ([input, call]: readonly [Input, Call]): Promise<AnyOutcome> => {
    const limits = of(input, ports);
    if (limits.length === 0) return call();
    const admission = await admissions.ask(limits);
    if (!admission.ok) return admission;
    if (!failures) return call();
    let change = unchanged;
    try {
      const outcome = await call();
      if (outcome.ok) change = reset;
      else if (failures.includes(outcome.refusal.code)) change = count;
      return outcome;
    } finally {
      // An outage here must not hide the outcome. The attempt then stays under way until its time is over.
      await ifAvailable(() => admissions.end(limits, admission.value, change));
    }
  };
  // An attempt that waits for its admission takes up no room of the hasher.
  const most = () => ports.passwords.room + admissions.waiting();
  const bounded = hashes ? atMost({ ...TOO_MANY_HASHES, most }, limited) : limited;
  return (input, call) => bounded([input, call]);
};

/** Milliseconds after which an attempt that waits for others is refused. */
export const ADMISSION_TIMEOUT = 15_000;

const MOST_WAITING = 64;

/** Milliseconds. When an attempt ends in another process, only the store shows it. */
const POLL_INTERVAL = 100;

/** Until when the admitted attempt counts as under way, or the refusal. */
type Admission = Result<Instant, Refusal<'THROTTLED'>>;
type Waiting = PromiseWithResolvers<Admission> & { readonly limits: readonly Limit[]; readonly since: Instant };

/**
 * Admits attempts in the order in which they ask. An attempt whose limits have no room only because of others under way waits
 * for their end, outside of any unit of work, for `ADMISSION_TIMEOUT` at most, and as one of `MOST_WAITING`.
 */
const createAdmissions = ({ storage, clock }: Ports, enter: Change) => {
  let queue: Waiting[] = [];
  let isServing = false;
  let waiting = 0;
  let wake = (): void => undefined;

  const serve = async (): Promise<void> => {
    isServing = true;
    while (queue.length > 0) {
      const woken = Promise.withResolvers<void>();
      wake = woken.resolve;
      const asking = queue;
      queue = [];
      const left = await admitAll(asking);
      waiting = left.length;
      queue = [...left, ...queue];
      if (queue.length > 0) await Promise.race([woken.promise, clock.sleep(POLL_INTERVAL)]);
    }
    isServing = false;
  };

  /** Returns the attempts that go on waiting. */
  const admitAll = async (asking: readonly Waiting[]): Promise<readonly Waiting[]> => {
    try {
      const limits = asking.map((one) => one.limits);
      const admitted = await storage.write(async ({ throttles }) =>
        ok(await admit(throttles, limits, enter, clock.now())),
      );
      return settle(asking, admitted.ok ? admitted.value : [], clock.now());
    } catch (error) {
      for (const { reject } of asking) reject(error);
      return [];
    }
  };

  return {
    waiting: (): number => waiting,

    ask: (limits: readonly Limit[]): Promise<Admission> => {
      const asking = { limits, since: clock.now(), ...Promise.withResolvers<Admission>() };
      queue.push(asking);
      wake();
      if (!isServing) void serve();
      return asking.promise;
    },

    /** `until` is what the admission answered. */
    end: async (limits: readonly Limit[], until: Instant, change: Change): Promise<void> => {
      await storage.write(async ({ throttles }) => {
        const now = clock.now();
        for (const limit of limits) {
          const before = countingAt(now, limit.throttle, (await throttles.find(limit.key)) ?? NOTHING);
          await put(throttles, limit.key, change(endOne(before, until), limit, now));
        }
        return ok(undefined);
      });
      wake();
    },
  };
};

const settle = (
  asking: readonly Waiting[],
  admissions: readonly (Admission | undefined)[],
  now: Instant,
): readonly Waiting[] => {
  const left: Waiting[] = [];
  for (const [nth, one] of asking.entries()) {
    const admission = admissions[nth];
    if (admission) one.resolve(admission);
    else if (left.length < MOST_WAITING && Math.abs(now - one.since) <= ADMISSION_TIMEOUT) left.push(one);
    else one.reject(new Unavailable('overloaded', TOO_MANY_WAIT, { retryAfterSeconds: 5 }));
  }
  return left;
};

const TOO_MANY_WAIT = 'Too many attempts wait for others under the same limit.';

/** Each admission removes a few forgotten entries from the store, so that they do not pile up. */
const SWEPT_AT_ONCE = 10;

/** Admits attempts as far as their limits have room, one after another. `undefined` for an attempt that has to wait. */
const admit = async (
  throttles: Stores['throttles'],
  attempts: readonly (readonly Limit[])[],
  enter: Change,
  now: Instant,
): Promise<readonly (Admission | undefined)[]> => {
  const found = new Map<string, Attempts>();
  const counted = new Map<string, Attempts>();
  const admissions: (Admission | undefined)[] = [];
  for (const limits of attempts) {
    for (const { key, throttle } of limits) {
      if (found.has(key)) continue;
      const stored = (await throttles.find(key)) ?? NOTHING;
      found.set(key, stored);
      counted.set(key, countingAt(now, throttle, stored));
    }
    admissions.push(admitOne(limits, counted, enter, now));
  }
  for (const [key, count] of counted) {
    if (JSON.stringify(count) !== JSON.stringify(found.get(key))) await put(throttles, key, count);
  }
  // A forgotten count may stand beside attempts that are still under way, so it is removed later.
  if (admissions.some((admission) => admission?.ok)) {
    await throttles.sweep(later(now, -LONGEST_ATTEMPT), SWEPT_AT_ONCE);
  }
  return admissions;
};

const admitOne = (
  limits: readonly Limit[],
  counted: Map<string, Attempts>,
  enter: Change,
  now: Instant,
): Admission | undefined => {
  const all = limits.map((limit) => ({ limit, before: counted.get(limit.key) ?? NOTHING }));
  const notBefore = Math.max(...all.map(({ before }) => before.notBefore)) as Instant;
  if (notBefore > now) return refuseUntil('THROTTLED', now, notBefore);
  if (all.some(({ limit, before }) => before.underWay.length >= limit.throttle.room(before.count))) return undefined;
  for (const { limit, before } of all) counted.set(limit.key, enter(before, limit, now));
  return ok(later(now, LONGEST_ATTEMPT));
};

const put = async (throttles: Stores['throttles'], key: string, attempts: Attempts): Promise<void> =>
  attempts.count > 0 || attempts.underWay.length > 0 ? throttles.save(key, attempts) : throttles.remove(key);
