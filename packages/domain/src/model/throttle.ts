import type { EmailAddress } from './email.ts';
import { HOUR, type Instant, later, MINUTE } from './instant.ts';

/** How often something was tried, from when on it may be tried again, and when all of it is forgotten. */
export type Attempts = { readonly count: number; readonly notBefore: Instant; readonly forgottenAt: Instant };

/** What trying once more comes to. */
export type Throttle = (before: Attempts | undefined, now: Instant) => Attempts;

/** The name under which the failures of a login are counted, whether or not anybody has that address. */
export const loginOf = (email: EmailAddress): string => `login of ${email}`;

const SECOND = 1000;
const FREE_FAILURES = 5;
const LONGEST_DELAY = 15 * MINUTE;

/** Five failures are free; each one more doubles the wait before the next try, from 1 second up to 15 minutes. */
export const growingDelay: Throttle = (before, now) => {
  const count = (before?.count ?? 0) + 1;
  const delay = count < FREE_FAILURES ? 0 : Math.min(LONGEST_DELAY, SECOND * 2 ** (count - FREE_FAILURES));
  return { count, notBefore: later(now, delay), forgottenAt: later(now, 24 * HOUR) };
};

/** So many a minute, counted from the first of them; 0 is no limit. */
export const perMinute =
  (most: number): Throttle =>
  (before, now) => {
    const count = (before?.count ?? 0) + 1;
    const forgottenAt = before?.forgottenAt ?? later(now, MINUTE);
    return { count, notBefore: most > 0 && count >= most ? forgottenAt : now, forgottenAt };
  };

/** What is left of attempts of which one turned out not to count. */
export const takenBack = ({ count, forgottenAt }: Attempts, now: Instant): Attempts => ({
  count: Math.max(0, count - 1),
  notBefore: now,
  forgottenAt,
});
