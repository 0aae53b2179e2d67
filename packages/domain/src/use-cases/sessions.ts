import { ifAvailable, type Refusal, refuse, refuseUntil } from '../errors.ts';
import { hasEnded, isUseWorthWriting, type SessionDigest } from '../model/account.ts';
import { type Attempts, atMostPer, countingAt, countOne, NOTHING } from '../model/throttle.ts';
import { type AccountId, MINUTE } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';
import type { Caller } from './declaration.ts';

/** The session and its account, unless the session has ended. Does not count as a use of the session. */
export const liveSession = async (
  { storage, sessionLifetimes, clock }: Ports,
  digest: SessionDigest,
): ReturnType<Reads['sessions']['find']> => {
  const found = await storage.read.sessions.find(digest);
  return found && !hasEnded(found.session, sessionLifetimes, clock.now()) ? found : undefined;
};

/**
 * D-09: unknown, ended and malformed tokens are refused alike. Each use counts as a call of the account (P-22), except with
 * `always`: an owner whose session was stolen must still be able to end it.
 */
export const resumeSession = (ports: Ports) => {
  const { storage, sessionTokens, sessionLifetimes, clock } = ports;
  const countCall = createCallLimit(ports);
  return async (token: string, always = false): Promise<Result<Caller, Refusal<'SESSION_INVALID' | 'THROTTLED'>>> => {
    const digest = sessionTokens.digestOf(token);
    const found = digest && (await liveSession(ports, digest));
    if (!found) return refuse('SESSION_INVALID');
    const now = clock.now();
    if (isUseWorthWriting(found.session, sessionLifetimes, now)) {
      // A store that can only be read at present must still serve reads.
      await ifAvailable(() =>
        storage.write(async ({ sessions }) => ok(await sessions.touch(found.session.digest, now))),
      );
    }
    const counted = always ? ok(undefined) : countCall(found.account.id);
    return counted.ok ? ok({ actor: found.account, session: found.session.digest }) : counted;
  };
};

/** Beyond so many accounts, the count of the one whose minute began first is dropped. */
const MOST_COUNTED = 50_000;

/** P-22: calls of an account in a minute, counted in the memory of this process. */
export const createCallLimit = ({ clock, ratesPerMinute }: Pick<Ports, 'clock' | 'ratesPerMinute'>) => {
  const throttle = atMostPer(MINUTE, ratesPerMinute.calls);
  const counted = new Map<AccountId, Attempts>();
  return (id: AccountId): Result<undefined, Refusal<'THROTTLED'>> => {
    if (ratesPerMinute.calls === 0) return ok(undefined);
    const now = clock.now();
    const before = countingAt(now, throttle, counted.get(id) ?? NOTHING);
    const isRefused = before.notBefore > now;
    // A map keeps the order of insertion: an account whose minute begins goes to the end.
    if (before.count === 0) counted.delete(id);
    counted.set(id, isRefused ? before : countOne(before, throttle, now));
    const [oldest] = counted.keys();
    if (oldest !== undefined && counted.size > MOST_COUNTED) counted.delete(oldest);
    return isRefused ? refuseUntil('THROTTLED', now, before.notBefore) : ok(undefined);
  };
};
