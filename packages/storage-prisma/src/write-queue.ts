import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AuditedStorage, appending } from '@health-case/domain/audited-storage';
import { allEnded, Unavailable } from '@health-case/domain/errors';
import type { AuditRecord } from '@health-case/domain/model/audit';
import type { UnitOfWork } from '@health-case/domain/ports/storage';
import type { Result } from '@health-case/domain/result';
import type { SharedConnection, Transactions } from './access.ts';
import { asPortError } from './failures.ts';

type AnyResult = Result<unknown, unknown>;
type Outcome = PromiseSettledResult<AnyResult>;
type Work = UnitOfWork<unknown, unknown>;
type Unit = PromiseWithResolvers<AnyResult> & {
  readonly work: Work;
  readonly acceptedAt: number;
  readonly hasManySteps: boolean;
};
type Turn = { readonly units: readonly Unit[]; readonly isLast: boolean };

const MOST_WAITING = 4096;
const MOST_PER_COMMIT = 64;
/** So many noted records are sealed and inserted in one turn of the event loop: some 2 ms (P-21). */
const SLICE = 100;
/** Milliseconds for which units wait for others to share their commit, while the event loop has other work. */
const GATHERING = 10;
/** Then other processes have a turn, too. */
const SLICES_PER_COMMIT = 8;
/** Others have so many times as long as a slice has taken before the next one, unless a unit waits. */
const OTHERS = 3;
/** A turn of the event loop that takes fewer milliseconds had no other work. */
const IDLE_TURN = 0.2;
/** Milliseconds of a unit of many steps: before others have a turn of the event loop, while others wait, and at most. */
const STEPS = { inATurn: 3, besideOthers: 6, most: 35 };

/** Whether a unit that begins now has time for its next step. `isWaitedFor` by others, who also need turns. */
export const timeFor = (isWaitedFor?: () => boolean) => {
  const begun = performance.now();
  let turn = begun;
  return async (): Promise<boolean> => {
    if (isWaitedFor && performance.now() - turn > STEPS.inATurn) {
      await nextTurn();
      turn = performance.now();
    }
    return performance.now() - begun < (isWaitedFor?.() ? STEPS.besideOthers : STEPS.most);
  };
};

type Options = {
  readonly transaction: Transactions<SharedConnection>['transaction'];
  readonly begin: (connection: SharedConnection) => ReturnType<AuditedStorage['begin']>;
  /** Lets others have a turn within a transaction that has changed nothing but the audit trail. */
  readonly pause: () => Promise<void>;
  readonly timeout: number;
};

/**
 * Runs all writes of a process one after another. Units that wait at the same time, or come while the first one runs,
 * share one transaction (group commit), and yet each fails alone. Their callers get the outcomes after the commit. Noted
 * records are written in slices between which others have turns, in the transactions of units; while no unit waits, some
 * share one.
 */
export const createWriteQueue = ({ transaction, begin, pause, timeout }: Options) => {
  const waiting: Unit[] = [];
  const slices: Unit[] = [];
  let isRunning = false;
  const done = { units: 0, commits: 0 };

  const runAll = async (): Promise<void> => {
    while (waiting.length + slices.length > 0) {
      if (waiting.length > 0) await gather();
      const turn = takeTurn();
      if (turn.units.length > 0) await commit(turn);
      // SQLite's calls are synchronous: without this pause, sockets and timers would wait until a long queue is empty.
      await nextTurn();
    }
    isRunning = false;
  };

  /** Requests that wait take several turns of the event loop. Their units are to share the next commit. */
  const gather = (): Promise<void> =>
    letOthers(
      nextTurn,
      performance.now() + GATHERING,
      () => waiting.length >= MOST_PER_COMMIT || waiting.some(({ hasManySteps }) => hasManySteps),
    );

  /** The units that wait, and one slice. A turn is the last before a commit if it has a unit, or no slice is left. */
  const takeTurn = (): Turn => {
    const units = take(waiting, MOST_PER_COMMIT, timeout);
    return { units: [...units, ...slices.splice(0, 1)], isLast: units.length > 0 || slices.length === 0 };
  };

  const commit = async (first: Turn): Promise<void> => {
    const taken = [...first.units];
    const outcomes: Outcome[] = [];
    const committed: (() => void)[] = [];
    const hasTime = timeFor(() => taken.length > 1 || waiting.length > 0);
    const runTurn = async (connection: SharedConnection, { units, isLast }: Turn): Promise<void> => {
      const begun = performance.now();
      const turn = await runUnits(begin, connection, units, hasTime);
      outcomes.push(...turn.outcomes);
      committed.push(turn.onCommit);
      const came = taken.length === 1 ? take(waiting, MOST_PER_COMMIT, timeout) : [];
      if (came.length === 0 && (isLast || taken.length >= SLICES_PER_COMMIT)) return;
      const now = performance.now();
      if (came.length === 0) await letOthers(pause, now + OTHERS * (now - begun), () => waiting.length > 0);
      const next = came.length > 0 ? { units: came, isLast: true } : takeTurn();
      taken.push(...next.units);
      await runTurn(connection, next);
    };
    try {
      const deadline = (taken[0]?.acceptedAt ?? 0) + timeout;
      await transaction(async (connection) => ({ result: await runTurn(connection, first), commit: true }), deadline);
    } catch (error) {
      for (const { reject } of taken) reject(asPortError(error));
      return;
    } finally {
      done.units += taken.length;
    }
    for (const onCommit of committed) onCommit();
    done.commits += 1;
    for (const [index, unit] of taken.entries()) settle(unit, outcomes[index] as Outcome);
  };

  const add = (queue: Unit[], work: Work, hasManySteps = false): Promise<AnyResult> => {
    const unit = { ...Promise.withResolvers<AnyResult>(), work, acceptedAt: performance.now(), hasManySteps };
    queue.push(unit);
    // In the next turn of the event loop, so that all slices of a call to `sequence` are there.
    if (!isRunning) void nextTurn().then(runAll);
    isRunning = true;
    return unit.promise;
  };

  return {
    write: async <T, R>(work: UnitOfWork<T, R>, steps?: 'many steps'): Promise<Result<T, R>> => {
      if (waiting.length >= MOST_WAITING) throw overloaded();
      return (await add(waiting, work, steps === 'many steps')) as Result<T, R>;
    },
    /** As `Storage.sequence` promises it. A slice is stored as a whole or not at all. */
    sequence: async (records: readonly AuditRecord[], isAgain = false): Promise<void> => {
      const all = Array.from({ length: Math.ceil(records.length / SLICE) }, (_, nth) =>
        add(slices, appending(records.slice(nth * SLICE, (nth + 1) * SLICE), isAgain)),
      );
      await allEnded(all);
    },
    /** Units waiting now; and since the beginning, units that were run, and the commits that they shared. */
    load: () => ({ waiting: waiting.length, ...done }),
  };
};

/** Lets turns of the event loop pass, while it has other work. */
const letOthers = async (pass: () => Promise<void>, latest: number, areEnough: () => boolean): Promise<void> => {
  let began: number;
  do {
    began = performance.now();
    await pass();
  } while (performance.now() - began >= IDLE_TURN && began < latest && !areEnough());
};

const settle = ({ resolve, reject }: Unit, outcome: Outcome): void => {
  if (outcome.status === 'fulfilled') resolve(outcome.value);
  else reject(asPortError(outcome.reason));
};

/** If a unit times out, so do the units of its commit. So one with less than half of its time left is refused. */
const take = (queue: Unit[], most: number, timeout: number): readonly Unit[] => {
  const latest = performance.now() - timeout / 2;
  const units = queue.splice(0, most);
  for (const { acceptedAt, reject } of units) if (acceptedAt < latest) reject(overloaded());
  return units.filter(({ acceptedAt }) => acceptedAt >= latest);
};

const runUnits = async (
  begin: Options['begin'],
  connection: SharedConnection,
  units: readonly Unit[],
  hasTime: () => Promise<boolean>,
): Promise<{ readonly outcomes: readonly Outcome[]; readonly onCommit: () => void }> => {
  const { control } = connection;
  const { run, finish } = begin(connection);
  const outcomes: Outcome[] = [];
  for (const { work } of units) {
    // In a savepoint of its own, so that it fails alone.
    await control('SAVEPOINT unit');
    const [outcome] = await Promise.allSettled([run((stores) => work(stores, hasTime))]);
    outcomes.push(outcome);
    // These fail, and with them all units, if SQLite has rolled back the whole transaction by itself.
    if (outcome.status === 'rejected') await control('ROLLBACK TO unit').catch(() => Promise.reject(outcome.reason));
    else if (!outcome.value.ok) await control('ROLLBACK TO unit');
    await control('RELEASE unit');
  }
  return { outcomes, onCommit: await finish() };
};

const overloaded = () => new Unavailable('overloaded', 'Too many writes wait already.', { retryAfterSeconds: 1 });
