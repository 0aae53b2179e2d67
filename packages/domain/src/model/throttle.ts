import type { EmailAddress } from './email.ts';
import { HOUR, type Instant, later, MINUTE } from './values.ts';

/** What is counted under a key. */
export type Attempts = {
  readonly count: number;
  /** From when on it may be tried again. */
  readonly notBefore: Instant;
  /** When the count is forgotten. */
  readonly forgottenAt: Instant;
  /** Of each attempt under way, until when it is waited for: its process may have died. */
  readonly underWay: readonly Instant[];
};

export type Throttle = {
  /** Milliseconds from the last count, or the first, until the next attempt. */
  readonly wait: (count: number) => number;
  /** How many attempts may be under way at once, when none has to wait. */
  readonly room: (count: number) => number;
  /** Milliseconds after which the count is forgotten. */
  readonly memory: number;
  /** From which count on the time runs. */
  readonly since: 'first' | 'last';
};

/** The name under which the failures of a login are counted, whether or not anybody has that address. */
export const loginOf = (email: EmailAddress): string => `login of ${email}`;

const SECOND = 1000;
const FREE_FAILURES = 5;
const LONGEST_DELAY = 15 * MINUTE;

/** Five failures are free; each one more doubles the wait before the next try, from 1 second up to 15 minutes. */
export const growingDelay: Throttle = {
  wait: (count) => (count < FREE_FAILURES ? 0 : Math.min(LONGEST_DELAY, SECOND * 2 ** (count - FREE_FAILURES))),
  room: (count) => Math.max(1, FREE_FAILURES - count),
  memory: 24 * HOUR,
  since: 'last',
};

/** So many in each span of time, which begins with the first of them. */
export const atMostPer = (span: number, most: number): Throttle => ({
  wait: (count) => (count < most ? 0 : span),
  room: (count) => Math.max(1, most - count),
  memory: span,
  since: 'first',
});

export const NOTHING: Attempts = { count: 0, notBefore: 0 as Instant, forgottenAt: 0 as Instant, underWay: [] };

/** Longer than any call takes. */
export const LONGEST_ATTEMPT = MINUTE;

/**
 * What counts at this moment. No clock that is right sets a moment further ahead than the throttle's own times, so what
 * lies further ahead is brought back to them. Clocks of processes may differ by as much as an attempt may take.
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

export const endOfAttempt = (now: Instant): Instant => later(now, LONGEST_ATTEMPT);

export const beginOne = (before: Attempts, until: Instant): Attempts => ({
  ...before,
  forgottenAt: before.count > 0 ? before.forgottenAt : until,
  underWay: [...before.underWay, until],
});

/** Attempts that are waited for until the same moment are alike. */
export const endOne = (before: Attempts, until: Instant): Attempts => {
  const nth = before.underWay.indexOf(until);
  return { ...before, underWay: before.underWay.filter((_, index) => index !== nth) };
};

export const withoutCount = ({ underWay }: Attempts): Attempts => ({
  ...NOTHING,
  forgottenAt: Math.max(0, ...underWay) as Instant,
  underWay,
});
