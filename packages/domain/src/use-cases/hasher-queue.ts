import { Unavailable } from '../errors.ts';
import { type Network, networksOf } from '../model/throttle.ts';
import { HOUR, type Instant, MINUTE } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';

/** How many milliseconds an attempt waits before it begins. */
export const LONGEST_WAIT = 15_000;

/** Attempts admitted for each password that is hashed: the hasher has work while some of them ask the store. */
const ADMITTED_PER_HASH = 3;

/** So many more, where the store takes longer than the hasher, which would have nothing to do. */
const MORE_PER_HASH = 9;
const SHRINKS_BY = 1 / 8;

/** This share of the room and of the admissions is for attempts whose address or account has had a recent success. */
const SUCCEEDED_SHARE = 1 / 4;

/** An account with a recent success is preferred for so many attempts in a minute. A person needs no more. */
const SUCCEEDED_ATTEMPTS = 5;

export const overloaded = (message: string) => new Unavailable('overloaded', message, { retryAfterSeconds: 5 });

/** The slot of an attempt at the hasher. It may be taken, left and taken again. */
export type Slot = {
  /** Resolves when the attempt is admitted to the hasher. Throws `Unavailable` if others come first for too long. */
  take(): Promise<void>;
  /** It has asked the store, and goes to the hasher. */
  reach(): void;
  /** Admits the next attempt in its slot. Does nothing the second time. */
  leave(): void;
  succeed(): void;
};

/** Of an attempt that needs no hasher. */
export const noSlot = (): Slot => ({
  take: async () => undefined,
  reach: () => undefined,
  leave: () => undefined,
  succeed: () => undefined,
});

type HasherQueue = ReturnType<typeof createHasherQueue>;

const QUEUES = new WeakMap<Ports['passwords'], HasherQueue>();

/** All use cases that need the same hasher wait in one queue. */
export const hasherQueueOf = ({ passwords, clock }: Pick<Ports, 'clock' | 'passwords'>): HasherQueue => {
  const queue = QUEUES.get(passwords) ?? createHasherQueue(passwords, clock);
  QUEUES.set(passwords, queue);
  return queue;
};

type Queued = {
  readonly networks: readonly Network[];
  readonly nth: number;
  readonly since: Instant;
  readonly hasSucceeded: boolean;
  /** The attempt was admitted before, and has left its slot to wait for others under the same limit. */
  readonly isBack: boolean;
  readonly admission: PromiseWithResolvers<void>;
};

/**
 * Next is the attempt whose networks have made the fewest attempts lately; among equals, the first to come. If the
 * queue is too long, the attempt with the most is refused. So a flood from some addresses cannot keep out the others.
 */
export const createHasherQueue = (
  passwords: Pick<Ports['passwords'], 'atOnce' | 'room'>,
  clock: Pick<Ports['clock'], 'now'>,
) => {
  const attempts = rememberedFor(MINUTE, clock);
  const successes = rememberedFor(12 * HOUR, clock);
  const waiting = new Set<Queued>();
  const admitted = new Set<Queued>();
  /** Of those admitted, who has reached the hasher. */
  const atHasher = new Set<Queued>();
  let [arrivals, admissions, more] = [0, 0, 0];
  const usual = () => Math.min(passwords.room, ADMITTED_PER_HASH * passwords.atOnce);
  const atOnce = () => Math.min(passwords.room, usual() + Math.floor(more));

  /** As one leaves the hasher: others should be there, but not always many. The store answers several together. */
  const adapt = (): void => {
    if (atHasher.size > passwords.atOnce) more = Math.max(0, more - SHRINKS_BY);
    else if (atHasher.size < passwords.atOnce && waiting.size > 0) {
      more = Math.min(more + 1, MORE_PER_HASH * passwords.atOnce);
    }
  };

  const refuse = (one: Queued): void => {
    if (waiting.delete(one)) one.admission.reject(overloaded('Too many passwords wait to be hashed.'));
  };

  const refuseOneTooMany = (): void => {
    const slots = passwords.room - usual();
    if (waiting.size <= slots) return;
    const refusable = [...waiting].filter(({ isBack }) => !isBack);
    if (refusable.length <= slots) return;
    const others = refusable.filter(({ hasSucceeded }) => !hasSucceeded);
    const keepsSucceeded = refusable.length - others.length <= SUCCEEDED_SHARE * slots && others.length > 0;
    const last = outermost(keepsSucceeded ? others : refusable, 'last', attempts);
    if (last) refuse(last);
  };

  const next = (): Queued | undefined => {
    admissions += 1;
    const isForSucceeded = admissions % (1 / SUCCEEDED_SHARE) === 0;
    const succeeded = isForSucceeded ? [...waiting].filter(({ hasSucceeded }) => hasSucceeded) : [];
    return outermost(succeeded.length > 0 ? succeeded : waiting, 'first', attempts);
  };

  const admitNext = (): void => {
    const now = clock.now();
    for (const one of waiting) if (Math.abs(now - one.since) > LONGEST_WAIT) refuse(one);
    while (admitted.size < atOnce() && waiting.size > 0) {
      const one = next();
      if (!one) return;
      waiting.delete(one);
      admitted.add(one);
      one.admission.resolve();
    }
  };

  /** Counts the attempt, whatever comes of it. */
  const arrive = (address: string, email: string): Slot => {
    const [account, networks] = [`account ${email}`, networksOf(address)];
    const hasAccountSucceeded = successes.of(account) > 0 && attempts.of(account) < SUCCEEDED_ATTEMPTS;
    const hasSucceeded = successes.of(address) > 0 || hasAccountSucceeded;
    for (const { name } of networks) attempts.count(name);
    // The count of other accounts is never read.
    if (successes.of(account) > 0) attempts.count(account);
    arrivals += 1;
    const visit = { networks, nth: arrivals, since: clock.now(), hasSucceeded };
    let taken: Queued | undefined;
    return {
      take: async () => {
        taken = { ...visit, isBack: taken !== undefined, admission: Promise.withResolvers<void>() };
        waiting.add(taken);
        admitNext();
        refuseOneTooMany();
        await taken.admission.promise;
      },
      reach: () => {
        if (taken) atHasher.add(taken);
      },
      leave: () => {
        if (taken) admitted.delete(taken);
        if (taken && atHasher.delete(taken)) adapt();
        admitNext();
      },
      succeed: () => {
        for (const key of [account, address]) successes.count(key);
      },
    };
  };

  return { arrive, waiting: () => waiting.size };
};

type Remembered = ReturnType<typeof rememberedFor>;

/** The attempts of its networks in the last minute or two. The lowest rank is next. */
const rankOf = ({ networks }: Queued, attempts: Remembered): number => {
  let most = 0;
  for (const { name, share } of networks) most = Math.max(most, attempts.remembered(name) / share);
  return most;
};

/** Of equal ranks those with a recent success come first, and then the order of arrival counts. */
const outermost = (among: Iterable<Queued>, which: 'first' | 'last', attempts: Remembered): Queued | undefined => {
  attempts.forget();
  let found: Queued | undefined;
  let rankFound = 0;
  for (const one of among) {
    const rank = rankOf(one, attempts);
    const order =
      found && (rank - rankFound || Number(found.hasSucceeded) - Number(one.hasSucceeded) || one.nth - found.nth);
    if (order === undefined || (which === 'first' ? order < 0 : order > 0)) [found, rankFound] = [one, rank];
  }
  return found;
};

/** The most keys in each of the two maps. So memory is bounded, however many addresses come. */
const MOST_REMEMBERED = 20_000;

/** Counts keys, and forgets them one to two spans later. */
const rememberedFor = (span: number, { now }: Pick<Ports['clock'], 'now'>) => {
  let [current, former, begun] = [new Map<string, number>(), new Map<string, number>(), now()];
  const forget = (): void => {
    const age = Math.abs(now() - begun);
    if (age < span && current.size < MOST_REMEMBERED) return;
    former = age < 2 * span ? current : new Map();
    [current, begun] = [new Map(), now()];
  };
  const remembered = (key: string): number => (current.get(key) ?? 0) + (former.get(key) ?? 0);
  return {
    count: (key: string): void => {
      forget();
      current.set(key, (current.get(key) ?? 0) + 1);
    },
    of: (key: string): number => {
      forget();
      return remembered(key);
    },
    /** For many keys at one time: as `of`, behind `forget`. */
    remembered,
    forget,
  };
};
