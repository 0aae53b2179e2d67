import type { Account } from '../model/account.ts';
import { atMostPer, countingAt, countOne } from '../model/throttle.ts';
import { HOUR } from '../model/values.ts';
import type { Stores } from '../ports/storage.ts';
import { ok, throttledFor } from '../result.ts';
import type { Platform } from './declaration.ts';

/** D-43: what a parent's account may do in an hour. A handover counts as a case. */
const MOST_PER_HOUR = { cases: 30, children: 60 };

/**
 * Counts one in the unit of work that does it, so what is refused or answered again does not count. Ask first in a unit:
 * another unit of the account waits here, before it holds anything else. Call the returned function last: it counts, or
 * refuses.
 */
export const lockHourly = async (
  what: keyof typeof MOST_PER_HOUR,
  { id, role }: Account,
  { throttles }: Stores,
  { clock, rules }: Pick<Platform, 'clock' | 'rules'>,
) => {
  if (role !== 'Par' || rules.ratesPerMinute.calls === 0) return async () => ok(undefined);
  const [key, now] = [`${what} of ${id}`, clock.now()];
  const throttle = atMostPer(HOUR, MOST_PER_HOUR[what]);
  const counted = countingAt(now, throttle, (await throttles.find([key]))[0]);
  return async () => {
    if (counted.notBefore > now) return throttledFor(counted.notBefore - now);
    await throttles.save([{ key, attempts: countOne(counted, now, throttle) }]);
    return ok(undefined);
  };
};
