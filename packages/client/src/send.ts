import { CallFailed } from './call-failed.ts';
import { type AnyResult, exchange, type Try } from './exchange.ts';
import { pause } from './pause.ts';
import type { Kind } from './rows.ts';

export type Sending = Try & { readonly kind: Kind; readonly retries: number };

/** Sends a request, and again where that is safe and may help, at most so many times more. */
export const send = async (sending: Sending): Promise<AnyResult> => {
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt(sending);
    if (tries > sending.retries || !mayBeSentAgain(sending.kind, outcome)) return settled(outcome);
    await pause(toldToWait(outcome) + Math.random() * Math.min(100 * 2 ** tries, LONGEST_BACKOFF), sending.signal);
  }
};

type Outcome = AnyResult | CallFailed;

const attempt = (sending: Sending): Promise<Outcome> =>
  exchange(sending).catch((error: unknown) => {
    if (error instanceof CallFailed) return error;
    throw error;
  });

const settled = (outcome: Outcome): AnyResult => {
  if (outcome instanceof CallFailed) throw outcome;
  return outcome;
};

/**
 * With `OVERLOADED` nothing has been kept, so whatever was asked can be asked again. After anything else that passes, the
 * request may have been carried out: then only what reads is sent again, and what has a key. `STORE_UNAVAILABLE` is no
 * exception, as it can hide a change that was kept.
 */
const mayBeSentAgain = (kind: Kind, outcome: Outcome): boolean => {
  if (outcome instanceof CallFailed) return kind !== 'once' && (outcome.status === undefined || outcome.status >= 500);
  if (outcome.ok || toldToWait(outcome) > LONGEST_WAIT) return false;
  const { code } = outcome.refusal;
  return code === 'OVERLOADED' || (kind !== 'once' && PASSING.has(code));
};
const PASSING: ReadonlySet<string> = new Set(['STORE_UNAVAILABLE', 'REQUEST_IN_FLIGHT']);

/** Milliseconds. What is told is waited for, and then a time by chance, so that clients do not come back together. */
const LONGEST_WAIT = 30_000;
const LONGEST_BACKOFF = 5_000;

const toldToWait = (outcome: Outcome): number =>
  outcome instanceof CallFailed || outcome.ok ? 0 : (outcome.refusal.retryAfterSeconds ?? 0) * 1000;
