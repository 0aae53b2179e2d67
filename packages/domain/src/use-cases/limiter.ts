import { atMost } from '../at-most.ts';
import { ifAvailable, Unavailable } from '../errors.ts';
import { beginOne, countOne, endOfAttempt, withoutCount } from '../model/throttle.ts';
import type { Instant } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok } from '../result.ts';
import type { AnyOutcome, Limits, Origin } from './declaration.ts';
import { type Admission, admit, type Change, endAttempt, type Limit } from './limits.ts';

const TOO_MANY_HASHES = { otherwise: 'Too many passwords wait to be hashed.', retryAfterSeconds: 5 };

const begin: Change = (before, _, now) => beginOne(before, endOfAttempt(now));
const count: Change = (before, { throttle }, now) => countOne(before, throttle, now);
const reset: Change = (before, { resetBySuccess }) => (resetBySuccess ? withoutCount(before) : before);
const unchanged: Change = (before) => before;

type Call = () => Promise<AnyOutcome>;

/**
 * Makes a call if its limits allow it. An attempt under way takes up the room of a failure, so calls at the same time cannot
 * pass a limit together. Counts survive a restart. A call that throws counts only where every call counts. Calls that the
 * hasher has no room for are refused before anything is counted.
 */
export const createLimiter = <Input extends Origin>(
  ports: Ports,
  declared: Limits<Input> | undefined,
): ((input: Input, call: Call) => Promise<AnyOutcome>) => {
  if (!declared) return (_, call) => call();
  const { of, failures, hashes } = declared;
  const admissions = createAdmissions(ports, failures ? begin : count);

  const limited = async ([input, call]: readonly [Input, Call]): Promise<AnyOutcome> => {
    const limits = of(input, ports);
    if (limits.length === 0) return call();
    const admission = await admissions.ask(limits);
    if (!admission.ok) return admission;
    if (!failures) return call();
    let change = unchanged;
    try {
      const outcome = await call();
      if (outcome.ok) change = reset;
      else if (failures.includes(outcome.refusal.code)) change = count;
      return outcome;
    } finally {
      // An outage here must not hide the outcome. The attempt then stays under way until its time is over.
      await ifAvailable(() => admissions.end(limits, admission.value, change));
    }
  };
  // An attempt that waits for its admission takes up no room of the hasher.
  const most = () => ports.passwords.room + admissions.waiting();
  const bounded = hashes ? atMost({ ...TOO_MANY_HASHES, most }, limited) : limited;
  return (input, call) => bounded([input, call]);
};

/** Milliseconds after which an attempt that waits for others is refused. */
export const ADMISSION_TIMEOUT = 15_000;

const MOST_WAITING = 64;

/** Milliseconds. When an attempt ends in another process, only the store shows it. */
const POLL_INTERVAL = 100;

type Waiting = {
  readonly limits: readonly Limit[];
  readonly since: Instant;
  readonly resolve: (admission: Admission) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Admits attempts in the order in which they ask. An attempt whose limits have no room only because of others under way waits
 * for their end, outside of any unit of work, for `ADMISSION_TIMEOUT` at most, and as one of `MOST_WAITING`.
 */
const createAdmissions = ({ storage, clock }: Ports, enter: Change) => {
  let queue: Waiting[] = [];
  let isServing = false;
  let waiting = 0;
  let wake = (): void => undefined;

  const serve = async (): Promise<void> => {
    isServing = true;
    while (queue.length > 0) {
      const woken = Promise.withResolvers<void>();
      wake = woken.resolve;
      const asking = queue;
      queue = [];
      const left = await admitAll(asking);
      waiting = left.length;
      queue = [...left, ...queue];
      if (queue.length > 0) await Promise.race([woken.promise, clock.sleep(POLL_INTERVAL)]);
    }
    isServing = false;
  };

  /** Returns the attempts that go on waiting. */
  const admitAll = async (asking: readonly Waiting[]): Promise<readonly Waiting[]> => {
    try {
      const limits = asking.map((one) => one.limits);
      const admitted = await storage.write(async ({ throttles }) =>
        ok(await admit(throttles, limits, enter, clock.now())),
      );
      return settle(asking, admitted.ok ? admitted.value : [], clock.now());
    } catch (error) {
      for (const { reject } of asking) reject(error);
      return [];
    }
  };

  return {
    waiting: (): number => waiting,

    ask: (limits: readonly Limit[]): Promise<Admission> =>
      new Promise((resolve, reject) => {
        queue.push({ limits, since: clock.now(), resolve, reject });
        wake();
        if (!isServing) void serve();
      }),

    end: async (limits: readonly Limit[], until: Instant, change: Change): Promise<void> => {
      await storage.write(async ({ throttles }) =>
        ok(await endAttempt(throttles, limits, until, { change, now: clock.now() })),
      );
      wake();
    },
  };
};

const settle = (
  asking: readonly Waiting[],
  admissions: readonly (Admission | undefined)[],
  now: Instant,
): readonly Waiting[] => {
  const left: Waiting[] = [];
  for (const [nth, one] of asking.entries()) {
    const admission = admissions[nth];
    if (admission) one.resolve(admission);
    else if (left.length < MOST_WAITING && Math.abs(now - one.since) <= ADMISSION_TIMEOUT) left.push(one);
    else one.reject(tooManyWait());
  }
  return left;
};

const tooManyWait = () =>
  new Unavailable('overloaded', 'Too many attempts wait for others under the same limit.', { retryAfterSeconds: 5 });
