import { type Refusal, refuseUntil } from './errors.ts';
import { type Attempts, atMostPer, countingAt, countOne, NOTHING } from './model/throttle.ts';
import { type AccountId, MINUTE } from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import type { Result } from './result.ts';
import type { Caller } from './use-cases/resume-session.ts';

/** Of more accounts than that, those whose minute began first are counted anew. */
const MOST_COUNTED = 50_000;

type Resume<Refused> = (token: string) => Promise<Result<Caller, Refused>>;
/** `always`: for the calls with which somebody gets rid of whoever calls with a stolen session. */
type LimitedResume<Refused> = (token: string, always?: boolean) => Promise<Result<Caller, Refused>>;

/** P-22: so many calls a minute of an account. Counted in the memory of this process, as every call comes by here. */
export const callLimited = <Refused extends Refusal>(
  { clock, ratesPerMinute }: Ports,
  resume: Resume<Refused>,
): LimitedResume<Refused | Refusal<'THROTTLED'>> => {
  if (ratesPerMinute.calls === 0) return resume;
  const throttle = atMostPer(MINUTE, ratesPerMinute.calls);
  const counted = new Map<AccountId, Attempts>();
  return async (token, always = false) => {
    const caller = await resume(token);
    if (!caller.ok || always) return caller;
    const { id } = caller.value.actor;
    const now = clock.now();
    const before = countingAt(now, throttle, counted.get(id) ?? NOTHING);
    const isRefused = before.notBefore > now;
    // Whose minute begins goes to the end.
    if (before.count === 0) counted.delete(id);
    counted.set(id, isRefused ? before : countOne(before, throttle, now));
    const [oldest] = counted.keys();
    if (oldest !== undefined && counted.size > MOST_COUNTED) counted.delete(oldest);
    return isRefused ? refuseUntil('THROTTLED', now, before.notBefore) : caller;
  };
};
