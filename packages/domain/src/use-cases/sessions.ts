import { type Account, hasEnded, isConfirmed, isUseWorthWriting, type SessionDigest } from '../model/account.ts';
import { type AccountId, type Instant, MINUTE } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Stores } from '../ports/storage.ts';
import { ok, type Refusal, type Result, refuse, throttledFor } from '../result.ts';
import { isProven } from './credentials.ts';
import type { Caller } from './declaration.ts';

/**
 * The session and its account, unless it has ended by time (D-09). What else ends one removes it: `logins.ts`,
 * `own-account.ts`, `proofs.ts` (reset), `closing.ts` (disabled, closed, erased), `operator.ts`. It counts as no use.
 */
export const liveSession = async ({ storage, rules, clock, calendar }: Ports, digest: SessionDigest) => {
  const found = await storage.read.sessions.find(digest);
  const now = clock.now();
  if (!found || hasEnded(found.session, rules.sessionLifetimes, now)) return undefined;
  const { account, session, coversUntil } = found;
  const today = coversUntil && calendar.dayOf(now);
  return { session, account: today && today <= coversUntil ? { ...account, coversOn: today } : account };
};

/** What a call is spared. By default nothing. */
export type Spared = {
  /** P-22: the limit of calls: an owner whose session was stolen must be able to end it, however often it was used. */
  readonly callLimit?: boolean;
  /** D-29: that the account needs a second factor: it must be able to turn one on. */
  readonly secondFactor?: boolean;
  /** D-40: that a doctor or an assistant has to be confirmed: one's own account is there before. */
  readonly confirmation?: boolean;
};

/** D-29: whether the account has to turn on a second factor first, also if it has passkeys: its password counts, too. */
const needsFactor = ({ role, secondFactor }: Account, wanted: Ports['rules']['secondFactor']): boolean =>
  wanted === 'staff' && role !== 'Par' && !secondFactor;

/** `left`: milliseconds until the session ends, however it is used. `isProven`: the address of the account (D-28). */
export type Resumed = Caller & { readonly left: number; readonly isProven: boolean };

/** D-09: unknown, ended and malformed tokens are refused alike. Each use counts as a call (P-22), unless it is spared. */
export const resumeSession = (ports: Ports) => {
  const { clock, rules, sessionTokens } = ports;
  const countCall = createCallLimit(ports);
  const touch = createTouches(ports);
  return async (
    token: string,
    spared: Spared = {},
  ): Promise<Result<Resumed, Refusal<'NOT_CONFIRMED' | 'SECOND_FACTOR_NEEDED' | 'SESSION_INVALID' | 'THROTTLED'>>> => {
    const digest = sessionTokens.digestOf(token);
    const found = digest && (await liveSession(ports, digest));
    if (!found) return refuse('SESSION_INVALID');
    const { account, session } = found;
    const now = clock.now();
    if (isUseWorthWriting(session, rules.sessionLifetimes, now)) touch(session.digest, now);
    const throttled = spared.callLimit ? undefined : countCall(account.id);
    if (throttled) return throttled;
    if (!spared.secondFactor && needsFactor(account, rules.secondFactor)) return refuse('SECOND_FACTOR_NEEDED');
    if (!spared.confirmation && !isConfirmed(account)) return refuse('NOT_CONFIRMED');
    const left = session.startedAt + rules.sessionLifetimes.most - now;
    return ok({ actor: account, session: session.digest, left, isProven: isProven(account, ports) });
  };
};

const TOUCHED_AT_ONCE = 100;

/**
 * Writes when sessions were last used. Calls do not wait for it: reads must be fast also while the store cannot write.
 * One write runs at a time, for many sessions. If it fails, the next use of the session is written.
 */
const createTouches = ({ storage }: Ports) => {
  const used = new Map<SessionDigest, Instant>();
  let isWriting = false;

  const writeAll = async (): Promise<void> => {
    while (used.size > 0) {
      // In one order, so that two processes do not wait for each other.
      const batch = [...used].slice(0, TOUCHED_AT_ONCE).sort(([one], [other]) => (one < other ? -1 : 1));
      const write = async ({ sessions }: Stores) => {
        for (const [digest, at] of batch) await sessions.touch(digest, at);
        return ok(undefined);
      };
      // If the store fails, the calls themselves tell it.
      await storage.write(write).catch(() => undefined);
      for (const [digest] of batch) used.delete(digest);
    }
  };

  return (digest: SessionDigest, now: Instant): void => {
    if (!used.has(digest)) used.set(digest, now);
    if (isWriting) return;
    isWriting = true;
    void writeAll().then(() => {
      isWriting = false;
    });
  };
};

/** P-22: counts in the memory of this process. */
export const createCallLimit = ({ clock, rules }: Ports) => {
  const most = rules.ratesPerMinute.calls;
  let [begun, counts] = [clock.now(), new Map<AccountId, number>()];
  return (id: AccountId) => {
    const now = clock.now();
    if (now < begun || now - begun >= MINUTE) [begun, counts] = [now, new Map()];
    const count = (counts.get(id) ?? 0) + 1;
    if (most > 0 && count > most) return throttledFor(begun + MINUTE - now);
    counts.set(id, count);
    return undefined;
  };
};
