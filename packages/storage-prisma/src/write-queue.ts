import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Result } from '@health-case/domain/result';
import type { SealedStorage } from '@health-case/domain/sealed-storage';
import type { Transactions } from './client.ts';
import { asPortError } from './failures.ts';

type AnyResult = Result<unknown, unknown>;
type Outcome = PromiseSettledResult<AnyResult>;

type Unit = PromiseWithResolvers<AnyResult> & {
  readonly work: (stores: Stores) => Promise<AnyResult>;
  readonly acceptedAt: number;
};

const MOST_WAITING = 4096;
const MOST_PER_COMMIT = 64;

/**
 * Runs all writes of a process one after another. Units that wait at the same time share one transaction (group commit),
 * and yet each fails alone. Their callers get the outcomes after the commit.
 */
export const createWriteQueue = (
  transaction: Transactions['transaction'],
  begin: SealedStorage['begin'],
  timeout = Number.POSITIVE_INFINITY,
) => {
  const waiting: Unit[] = [];
  let isRunning = false;
  const done = { units: 0, commits: 0 };

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      // If a unit times out, the units that share its commit fail, too. So one with less than half of its time left is refused.
      const latest = performance.now() - timeout / 2;
      const units: Unit[] = [];
      for (const unit of waiting.splice(0, MOST_PER_COMMIT)) {
        if (unit.acceptedAt >= latest) units.push(unit);
        else unit.reject(overloaded());
      }
      const failAll = (error: unknown): void => {
        for (const { reject } of units) reject(asPortError(error));
      };
      if (units[0]) await commit(units, units[0].acceptedAt + timeout).catch(failAll);
      // SQLite's calls are synchronous: without this pause, sockets and timers would wait until a long queue is empty.
      await nextTurn();
    }
    isRunning = false;
  };

  const commit = async (units: readonly Unit[], deadline: number): Promise<void> => {
    const outcomes = await transaction(async ({ driver: { control }, tables }) => {
      const { run, finish } = begin(tables);
      const result: Outcome[] = [];
      for (const { work } of units) {
        // In a savepoint of its own, so that it fails alone.
        await control('SAVEPOINT unit');
        const [outcome] = await Promise.allSettled([run(work)]);
        result.push(outcome);
        // These fail, and with them all units, if SQLite has rolled back the whole transaction by itself.
        if (outcome.status === 'rejected')
          await control('ROLLBACK TO unit').catch(() => Promise.reject(outcome.reason));
        else if (!outcome.value.ok) await control('ROLLBACK TO unit');
        await control('RELEASE unit');
      }
      await finish();
      return { result, commit: true };
    }, deadline);
    done.units += units.length;
    done.commits += 1;
    for (const [index, { resolve, reject }] of units.entries()) {
      const outcome = outcomes[index] as Outcome;
      if (outcome.status === 'fulfilled') resolve(outcome.value);
      else reject(asPortError(outcome.reason));
    }
  };

  return {
    write: async <T, R>(work: (stores: Stores) => Promise<Result<T, R>>): Promise<Result<T, R>> => {
      if (waiting.length >= MOST_WAITING) throw overloaded();
      const unit = { ...Promise.withResolvers<AnyResult>(), work, acceptedAt: performance.now() };
      waiting.push(unit);
      // In the next turn of the event loop, so that all requests that have arrived share the commit.
      if (!isRunning) void nextTurn().then(runAll);
      isRunning = true;
      return (await unit.promise) as Result<T, R>;
    },
    /** Units waiting now; and since the beginning, units that were run, and the commits that they shared. */
    load: () => ({ waiting: waiting.length, ...done }),
  };
};

const overloaded = () => new Unavailable('overloaded', 'Too many writes wait already.', { retryAfterSeconds: 1 });
