import { Unavailable } from './errors.ts';
import { type Answer, type Change, type Limit, letIn, letOut } from './limits.ts';
import type { Instant } from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import { ok } from './result.ts';

type Asking = {
  readonly limits: readonly Limit[];
  readonly since: Instant;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/** Milliseconds after which an attempt that waits for others is refused. */
export const PATIENCE = 15_000;

const MOST_WAITING = 64;

/** Milliseconds. The end of an attempt in another process shows in the store alone. */
const ASKED_AGAIN_AFTER = 100;

/**
 * Lets attempts in, in the order in which they asked, as far as their limits have room. An attempt that finds none, but only
 * because of others under way, waits for their end: outside of any unit of work, no longer than `PATIENCE`, and one of
 * `MOST_WAITING` at most.
 */
export const createAdmission = ({ storage, clock }: Ports, enter: Change) => {
  let line: Asking[] = [];
  let isServing = false;
  let waiting = 0;
  let lookAgain = (): void => undefined;

  const serve = async (): Promise<void> => {
    isServing = true;
    while (line.length > 0) {
      const told = Promise.withResolvers<void>();
      lookAgain = told.resolve;
      const asking = line;
      line = [];
      const left = await stillWaiting(asking);
      waiting = left.length;
      line = [...left, ...line];
      if (line.length > 0) await Promise.race([told.promise, clock.sleep(ASKED_AGAIN_AFTER)]);
    }
    isServing = false;
  };

  const stillWaiting = async (asking: readonly Asking[]): Promise<readonly Asking[]> => {
    try {
      const limits = asking.map((one) => one.limits);
      const answered = await storage.write(async ({ throttles }) =>
        ok(await letIn(throttles, limits, enter, clock.now())),
      );
      return tellAll(asking, answered.ok ? answered.value : [], clock.now());
    } catch (error) {
      for (const { reject } of asking) reject(error);
      return [];
    }
  };

  return {
    waiting: (): number => waiting,

    ask: (limits: readonly Limit[]): Promise<Answer> =>
      new Promise((resolve, reject) => {
        line.push({ limits, since: clock.now(), resolve, reject });
        lookAgain();
        if (!isServing) void serve();
      }),

    /** Ends an attempt that was let in. If that cannot be written, the attempt stays under way until its time is over. */
    end: async (limits: readonly Limit[], until: Instant, change: Change): Promise<void> => {
      await storage.write(async ({ throttles }) =>
        ok(await letOut(throttles, limits, until, { change, now: clock.now() })),
      );
      lookAgain();
    },
  };
};

/** Those who have to wait on. */
const tellAll = (
  asking: readonly Asking[],
  answers: readonly (Answer | undefined)[],
  now: Instant,
): readonly Asking[] => {
  const left: Asking[] = [];
  for (const [nth, one] of asking.entries()) {
    const answer = answers[nth];
    if (answer) one.resolve(answer);
    else if (left.length < MOST_WAITING && Math.abs(now - one.since) <= PATIENCE) left.push(one);
    else one.reject(tooMany());
  }
  return left;
};

const tooMany = () =>
  new Unavailable('overloaded', 'Too many attempts wait for others under the same limit.', { retryAfterSeconds: 5 });
