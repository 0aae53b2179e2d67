import { type Refusal, refuseUntil, Unavailable } from './errors.ts';
import type { Instant } from './model/instant.ts';
import { type Attempts, beginOne, countingAt, endOfAttempt, endOne, NOTHING, type Throttle } from './model/throttle.ts';
import type { Ports } from './ports/ports.ts';
import type { ThrottleStore } from './ports/throttle-store.ts';
import { ok, type Result } from './result.ts';

/** What is counted, under which key and by which rule; and whether a success wipes out what was counted before. */
export type Limit = { readonly key: string; readonly throttle: Throttle; readonly wipedBySuccess?: boolean };

/** What an attempt changes in what is counted under a key. */
export type Change = (before: Attempts, limit: Limit, now: Instant) => Attempts;

/** Until when the attempt that was let in counts as under way, or that it must not be made now. */
type Answer = Result<Instant, Refusal<'THROTTLED'>>;

type Asking = {
  readonly limits: readonly Limit[];
  readonly since: Instant;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/** Milliseconds after which an attempt that waits for others is refused. */
export const PATIENCE = 10_000;

/** Milliseconds. The end of an attempt in another process shows in the store alone. */
const ASKED_AGAIN_AFTER = 100;

/** Each time attempts are let in, at most so many forgotten entries leave the store, so they cannot pile up. */
const SWEPT_AT_ONCE = 10;

/**
 * Lets attempts in, in the order in which they asked, as far as their limits have room. An attempt that finds none, but only
 * because of others under way, waits for their end: outside of any unit of work, and no longer than `PATIENCE`.
 */
export const createAdmission = ({ storage, clock }: Ports, enter: Change) => {
  let line: Asking[] = [];
  let isServing = false;
  let lookAgain = (): void => undefined;

  const serve = async (): Promise<void> => {
    isServing = true;
    while (line.length > 0) {
      const told = Promise.withResolvers<void>();
      lookAgain = told.resolve;
      const asking = line;
      line = [];
      line = [...(await stillWaiting(asking)), ...line];
      if (line.length > 0) await Promise.race([told.promise, clock.sleep(ASKED_AGAIN_AFTER)]);
    }
    isServing = false;
  };

  const stillWaiting = async (asking: readonly Asking[]): Promise<readonly Asking[]> => {
    const waiting: Asking[] = [];
    try {
      const answered = await storage.write(async ({ throttles }) =>
        ok(await answersTo(throttles, asking, enter, clock.now())),
      );
      for (const [nth, one] of asking.entries()) {
        const answer = answered.ok ? answered.value[nth] : undefined;
        if (answer) one.resolve(answer);
        else if (Math.abs(clock.now() - one.since) > PATIENCE) one.reject(tooMany());
        else waiting.push(one);
      }
    } catch (error) {
      for (const { reject } of asking) reject(error);
    }
    return waiting;
  };

  return {
    ask: (limits: readonly Limit[]): Promise<Answer> =>
      new Promise((resolve, reject) => {
        line.push({ limits, since: clock.now(), resolve, reject });
        lookAgain();
        if (!isServing) void serve();
      }),

    /** Ends an attempt that was let in. If that cannot be written, the attempt stays under way until its time is over. */
    end: async (limits: readonly Limit[], until: Instant, change: Change): Promise<void> => {
      await storage.write(async ({ throttles }) => {
        const now = clock.now();
        for (const limit of limits) {
          const before = countingAt(now, limit.throttle, (await throttles.find(limit.key)) ?? NOTHING);
          await put(throttles, limit.key, change(endOne(before, until), limit, now));
        }
        return ok(undefined);
      });
      lookAgain();
    },
  };
};

const tooMany = () =>
  new Unavailable('overloaded', 'Too many attempts wait for others under the same limit.', { retryAfterSeconds: 5 });

/** An attempt under way, so that no more are made at once than may fail. */
export const begin: Change = (before, _, now) => beginOne(before, endOfAttempt(now));

/** Nothing for those that have to wait. */
const answersTo = async (
  throttles: ThrottleStore,
  asking: readonly Asking[],
  enter: Change,
  now: Instant,
): Promise<readonly (Answer | undefined)[]> => {
  const found = new Map<string, Attempts>();
  const counted = new Map<string, Attempts>();
  const answers: (Answer | undefined)[] = [];
  for (const { limits } of asking) {
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
  if (answers.some((answer) => answer?.ok)) await throttles.sweep(now, SWEPT_AT_ONCE);
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
