import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Result } from '@health-case/domain/result';
import { asOutage } from './failures.ts';
import { type Outcome, runInSavepoints, runTogether, type Ways, type Work } from './run-together.ts';
import type { Transactions } from './transactions.ts';

type Unit = {
  readonly work: Work;
  readonly settle: (outcome: Outcome) => void;
  readonly accepted: number;
};

/** Units waiting now; and since the beginning, units that were run, and the commits that they shared. */
export type WriteLoad = { readonly waiting: number; readonly units: number; readonly commits: number };

export type WriteQueue = {
  readonly write: <T, R>(work: (stores: Stores) => Promise<Result<T, R>>) => Promise<Result<T, R>>;
  readonly load: () => WriteLoad;
  /** Waits for what was accepted; what comes later is refused. */
  readonly close: () => Promise<void>;
};

type Options = Ways & {
  readonly transactions: Transactions;
  /** How long a unit may take, in milliseconds, its waiting included. */
  readonly patience?: number;
};

const MOST_WAITING = 4096;
const MOST_PER_COMMIT = 64;

/**
 * All writes of a process, one after another. Units that wait at the same time share one transaction, and yet each fails
 * alone; all are told their outcome after the commit, which is what makes an acknowledged write durable.
 */
export const createWriteQueue = ({
  transactions,
  patience = Number.POSITIVE_INFINITY,
  ...ways
}: Options): WriteQueue => {
  const waiting: Unit[] = [];
  let running: Promise<void> | undefined;
  let closed = false;
  const run = { units: 0, commits: 0 };

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      await commit(inTime(waiting.splice(0, MOST_PER_COMMIT), patience));
      // SQLite answers at once, so a long queue would keep sockets and timers waiting until it is empty.
      await nextTurn();
    }
    running = undefined;
  };

  const commit = async (units: readonly Unit[]): Promise<void> => {
    const [oldest] = units;
    if (!oldest) return;
    const works = units.map(({ work }) => work);
    const deadline = oldest.accepted + patience;
    try {
      const outcomes =
        (await transactions.alone((connection) => runTogether(connection, works, ways), deadline)) ??
        (await transactions.alone((connection) => runInSavepoints(connection, works, ways), deadline));
      run.units += units.length;
      run.commits += 1;
      units.forEach((unit, index) => {
        const outcome = outcomes[index];
        if (outcome) unit.settle(outcome);
      });
    } catch (error) {
      for (const unit of units) unit.settle({ thrown: asOutage(error) });
    }
  };

  return {
    write: <T, R>(work: (stores: Stores) => Promise<Result<T, R>>) =>
      new Promise<Result<T, R>>((resolve, reject) => {
        if (closed) throw new Unavailable('store', 'The store is closing.', { retryAfterSeconds: 5 });
        if (waiting.length >= MOST_WAITING) throw tooMany();
        const settle = (outcome: Outcome) =>
          'thrown' in outcome ? reject(outcome.thrown) : resolve(outcome.result as Result<T, R>);
        waiting.push({ work, settle, accepted: performance.now() });
        running ??= Promise.resolve().then(runAll);
      }),
    load: () => ({ waiting: waiting.length, ...run }),
    close: async () => {
      closed = true;
      await running;
    },
  };
};

const tooMany = () => new Unavailable('overloaded', 'Too many writes wait already.', { retryAfterSeconds: 1 });

/**
 * The units that have at least half of their time left. A unit that waited longer is refused before it begins: with too
 * little time it would take down those that share its commit.
 */
const inTime = (units: readonly Unit[], patience: number): readonly Unit[] => {
  const latest = performance.now() - patience / 2;
  return units.filter((unit) => {
    if (unit.accepted >= latest) return true;
    unit.settle({ thrown: tooMany() });
    return false;
  });
};
