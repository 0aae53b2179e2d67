import { type Refusal, refuseUntil } from './errors.ts';
import {
  type Attempts,
  countingAt,
  endOfAttempt,
  endOne,
  LONGEST_ATTEMPT,
  NOTHING,
  type Throttle,
} from './model/throttle.ts';
import { type Instant, later } from './model/values.ts';
import type { ThrottleStore } from './ports/storage.ts';
import { ok, type Result } from './result.ts';

/** What is counted, under which key and by which rule; and whether a success wipes out what was counted before. */
export type Limit = { readonly key: string; readonly throttle: Throttle; readonly wipedBySuccess?: boolean };

/** What an attempt changes in what is counted under a key. */
export type Change = (before: Attempts, limit: Limit, now: Instant) => Attempts;

/** Until when the attempt that was let in counts as under way, or that it must not be made now. */
export type Answer = Result<Instant, Refusal<'THROTTLED'>>;

/** Each time attempts are let in, at most so many forgotten entries leave the store, so they cannot pile up. */
const SWEPT_AT_ONCE = 10;

/** Lets attempts in as far as their limits have room: one after another, each by its limits. No answer for who has to wait. */
export const letIn = async (
  throttles: ThrottleStore,
  asking: readonly (readonly Limit[])[],
  enter: Change,
  now: Instant,
): Promise<readonly (Answer | undefined)[]> => {
  const found = new Map<string, Attempts>();
  const counted = new Map<string, Attempts>();
  const answers: (Answer | undefined)[] = [];
  for (const limits of asking) {
    for (const { key, throttle } of limits) {
      if (found.has(key)) continue;
      const attempts = (await throttles.find(key)) ?? NOTHING;
      found.set(key, attempts);
      counted.set(key, countingAt(now, throttle, attempts));
    }
    answers.push(answerTo(limits, counted, enter, now));
  }
  for (const [key, attempts] of counted) {
    if (JSON.stringify(attempts) !== JSON.stringify(found.get(key))) await put(throttles, key, attempts);
  }
  // Attempts may still be under way that began before the count beside them was forgotten.
  if (answers.some((answer) => answer?.ok)) await throttles.sweep(later(now, -LONGEST_ATTEMPT), SWEPT_AT_ONCE);
  return answers;
};

const answerTo = (
  limits: readonly Limit[],
  counted: Map<string, Attempts>,
  enter: Change,
  now: Instant,
): Answer | undefined => {
  const all = limits.map((limit) => ({ limit, before: counted.get(limit.key) ?? NOTHING }));
  const notBefore = Math.max(...all.map(({ before }) => before.notBefore)) as Instant;
  if (notBefore > now) return refuseUntil('THROTTLED', now, notBefore);
  if (all.some(({ limit, before }) => before.underWay.length >= limit.throttle.room(before.count))) return undefined;
  for (const { limit, before } of all) counted.set(limit.key, enter(before, limit, now));
  return ok(endOfAttempt(now));
};

const put = async (throttles: ThrottleStore, key: string, attempts: Attempts): Promise<void> =>
  attempts.count > 0 || attempts.underWay.length > 0 ? throttles.save(key, attempts) : throttles.remove(key);

/** Ends an attempt that was let in. */
export const letOut = async (
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
