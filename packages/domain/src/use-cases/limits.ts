import { type Refusal, refuseUntil } from '../errors.ts';
import {
  type Attempts,
  countingAt,
  endOfAttempt,
  endOne,
  LONGEST_ATTEMPT,
  NOTHING,
  type Throttle,
} from '../model/throttle.ts';
import { type Instant, later } from '../model/values.ts';
import type { ThrottleStore } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';

/** What is counted under which key, by which rule, and whether a success resets the count. */
export type Limit = { readonly key: string; readonly throttle: Throttle; readonly resetBySuccess?: boolean };

/** What an attempt changes in what is counted under a key. */
export type Change = (before: Attempts, limit: Limit, now: Instant) => Attempts;

/** Until when the admitted attempt counts as under way, or the refusal. */
export type Admission = Result<Instant, Refusal<'THROTTLED'>>;

/** Each admission removes a few forgotten entries from the store, so that they do not pile up. */
const SWEPT_AT_ONCE = 10;

/** Admits attempts as far as their limits have room, one after another. `undefined` for an attempt that has to wait. */
export const admit = async (
  throttles: ThrottleStore,
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
  return ok(endOfAttempt(now));
};

const put = async (throttles: ThrottleStore, key: string, attempts: Attempts): Promise<void> =>
  attempts.count > 0 || attempts.underWay.length > 0 ? throttles.save(key, attempts) : throttles.remove(key);

/** Ends an admitted attempt. `until` is what its admission answered. */
export const endAttempt = async (
  throttles: ThrottleStore,
  limits: readonly Limit[],
  until: Instant,
  { change, now }: { readonly change: Change; readonly now: Instant },
): Promise<void> => {
  for (const limit of limits) {
    const before = countingAt(now, limit.throttle, (await throttles.find(limit.key)) ?? NOTHING);
    await put(throttles, limit.key, change(endOne(before, until), limit, now));
  }
};
