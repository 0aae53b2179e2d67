import type { EmailAddress } from './email.ts';
import { HOUR, type Instant, later, MINUTE } from './values.ts';

/** The attempts counted under a key. */
export type Attempts = {
  readonly count: number;
  /** When the next attempt is allowed. */
  readonly notBefore: Instant;
  /** When the count expires. */
  readonly forgottenAt: Instant;
  /** When each attempt under way expires: its process may have died. */
  readonly underWay: readonly Instant[];
};

export type Throttle = {
  /** Milliseconds from the count until the next attempt. */
  readonly wait: (count: number) => number;
  /** How many attempts may be under way at once while none has to wait. */
  readonly room: (count: number) => number;
  /** Milliseconds after which the count expires. */
  readonly memory: number;
  /** The count from which both times run. */
  readonly since: 'first' | 'last';
};

/** What is counted under which key, by which rule, and whether a success resets the count. */
export type Limit = { readonly key: string; readonly throttle: Throttle; readonly resetBySuccess?: boolean };

/** The key of the failed logins of an address, whether or not an account has it. */
export const loginOf = (email: EmailAddress): string => `login of ${email}`;

const SECOND = 1000;
const FREE_FAILURES = 5;
const LONGEST_DELAY = 15 * MINUTE;

/** Five failures are free. Each further one doubles the wait, from 1 second up to 15 minutes. */
export const growingDelay: Throttle = {
  wait: (count) => (count < FREE_FAILURES ? 0 : Math.min(LONGEST_DELAY, SECOND * 2 ** (count - FREE_FAILURES))),
  room: (count) => Math.max(1, FREE_FAILURES - count),
  memory: 24 * HOUR,
  since: 'last',
};

/** At most so many attempts in a span of milliseconds, which begins with the first. */
export const atMostPer = (span: number, most: number): Throttle => ({
  wait: (count) => (count < most ? 0 : span),
  room: (count) => Math.max(1, most - count),
  memory: span,
  since: 'first',
});

export const NOTHING: Attempts = { count: 0, notBefore: 0 as Instant, forgottenAt: 0 as Instant, underWay: [] };

/** In milliseconds. Longer than any call takes. */
export const LONGEST_ATTEMPT = MINUTE;

/**
 * The attempts that count now. A moment further ahead than the throttle's own times comes from a wrong clock and is brought
 * back to them. The clocks of two processes may differ by as much as an attempt may take.
 */
export const countingAt = (now: Instant, { wait, memory }: Throttle, found: Attempts): Attempts => {
  const underWay = found.underWay.filter((until) => until > now && until <= later(now, 2 * LONGEST_ATTEMPT));
  if (found.forgottenAt <= now) return withoutCount({ ...found, underWay });
  const notBefore = earlier(found.notBefore, later(now, wait(found.count)));
  return { count: found.count, notBefore, forgottenAt: earlier(found.forgottenAt, later(now, memory)), underWay };
};

const earlier = (one: Instant, other: Instant): Instant => Math.min(one, other) as Instant;

export const countOne = (before: Attempts, { wait, memory, since }: Throttle, now: Instant): Attempts => {
  const count = before.count + 1;
  const forgottenAt = since === 'first' && before.count > 0 ? before.forgottenAt : later(now, memory);
  return { ...before, count, forgottenAt, notBefore: later(forgottenAt, wait(count) - memory) };
};

export const beginOne = (before: Attempts, until: Instant): Attempts => ({
  ...before,
  forgottenAt: before.count > 0 ? before.forgottenAt : until,
  underWay: [...before.underWay, until],
});

/** Attempts that expire at the same moment are interchangeable. */
export const endOne = (before: Attempts, until: Instant): Attempts => {
  const nth = before.underWay.indexOf(until);
  return { ...before, underWay: before.underWay.filter((_, index) => index !== nth) };
};

export const withoutCount = ({ underWay }: Attempts): Attempts => ({
  ...NOTHING,
  forgottenAt: Math.max(0, ...underWay) as Instant,
  underWay,
});
