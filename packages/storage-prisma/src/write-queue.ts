import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Result } from '@health-case/domain/result';
import type { UnitsOfWork } from '@health-case/domain/sealed-storage';
import type { Connection, Ended, Transactions } from './client.ts';
import { asPortError, isConflict } from './failures.ts';

type Work = (stores: Stores) => Promise<Result<unknown, unknown>>;
type Outcome = { readonly result: Result<unknown, unknown> } | { readonly thrown: unknown };

type Unit = {
  readonly work: Work;
  readonly settle: (outcome: Outcome) => void;
  readonly acceptedAt: number;
};

/** Units waiting now; and since the beginning, units that were run, and the commits that they shared. */
export type WriteLoad = { readonly waiting: number; readonly units: number; readonly commits: number };

export type WriteQueue = {
  readonly write: <T, R>(work: (stores: Stores) => Promise<Result<T, R>>) => Promise<Result<T, R>>;
  readonly load: () => WriteLoad;
  /** Waits for the accepted units, and refuses further ones. */
  readonly close: () => Promise<void>;
};

type Begin = (connection: Connection) => Promise<UnitsOfWork>;

type Options = {
  readonly transaction: Transactions['transaction'];
  readonly begin: Begin;
  /** How long a unit may take, in milliseconds, its waiting included. */
  readonly timeout?: number;
};

const MOST_WAITING = 4096;
const MOST_PER_COMMIT = 64;

/**
 * Runs all writes of a process one after another. Units that wait at the same time share one transaction (group commit),
 * and yet each fails alone. Their callers get the outcomes after the commit, so an acknowledged write is durable.
 */
export const createWriteQueue = ({ transaction, begin, timeout = Number.POSITIVE_INFINITY }: Options): WriteQueue => {
  const waiting: Unit[] = [];
  let running: Promise<void> | undefined;
  let closed = false;
  const run = { units: 0, commits: 0 };

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      await commit(refuseLate(waiting.splice(0, MOST_PER_COMMIT), timeout));
      // SQLite answers at once, so a long queue would keep sockets and timers waiting until it is empty.
      await nextTurn();
    }
    running = undefined;
  };

  const commit = async (units: readonly Unit[]): Promise<void> => {
    const [oldest] = units;
    if (!oldest) return;
    const works = units.map(({ work }) => work);
    const deadline = oldest.acceptedAt + timeout;
    try {
      const outcomes =
        (await transaction((connection) => runTogether(connection, works, begin), deadline)) ??
        (await transaction((connection) => runInSavepoints(connection, works, begin), deadline));
      run.units += units.length;
      run.commits += 1;
      for (const [index, { settle }] of units.entries()) settle(outcomes[index] as Outcome);
    } catch (error) {
      for (const { settle } of units) settle({ thrown: asPortError(error) });
    }
  };

  return {
    write: <T, R>(work: (stores: Stores) => Promise<Result<T, R>>) =>
      new Promise<Result<T, R>>((resolve, reject) => {
        if (closed) throw new Unavailable('store', 'The store is closing.', { retryAfterSeconds: 5 });
        if (waiting.length >= MOST_WAITING) throw overloaded();
        const settle = (outcome: Outcome) =>
          'thrown' in outcome ? reject(outcome.thrown) : resolve(outcome.result as Result<T, R>);
        waiting.push({ work, settle, acceptedAt: performance.now() });
        running ??= Promise.resolve().then(runAll);
      }),
    load: () => ({ waiting: waiting.length, ...run }),
    close: async () => {
      closed = true;
      await running;
    },
  };
};

const overloaded = () => new Unavailable('overloaded', 'Too many writes wait already.', { retryAfterSeconds: 1 });

/**
 * The units that have at least half of their time left; the others are refused before they begin. With too little time a
 * unit would make those fail that share its commit.
 */
const refuseLate = (units: readonly Unit[], timeout: number): readonly Unit[] => {
  const latest = performance.now() - timeout / 2;
  return units.filter(({ acceptedAt, settle }) => {
    if (acceptedAt >= latest) return true;
    settle({ thrown: overloaded() });
    return false;
  });
};

/**
 * Runs units without savepoints where the connection can tell whether a unit has changed anything, as nearly all units
 * succeed or change nothing. If one fails after a change, the transaction is rolled back: a unit that was alone gets its
 * outcome, and several resolve to `undefined`, to run again in savepoints.
 */
const runTogether = async (
  connection: Connection,
  works: readonly Work[],
  begin: Begin,
): Promise<Ended<readonly Outcome[] | undefined>> => {
  const { changes } = connection;
  if (!changes) return runInSavepoints(connection, works, begin);
  const outcomes: Outcome[] = [];
  const units = await begin(connection);
  const atFirst = changes();
  for (const work of works) {
    const before = changes();
    const outcome = await outcomeOf(() => units.run(work));
    outcomes.push(outcome);
    const mustRollBack = 'thrown' in outcome || (!outcome.result.ok && changes() !== before);
    if (mustRollBack) return { result: works.length === 1 ? outcomes : undefined, commit: false };
  }
  const onlyAudited = changes() === atFirst;
  await units.finish();
  return { result: outcomes, commit: true, onlyAudited };
};

/** Runs each unit in a savepoint of its own, so that it fails alone. */
const runInSavepoints = async (
  connection: Connection,
  works: readonly Work[],
  begin: Begin,
): Promise<Ended<readonly Outcome[]>> => {
  const { sql } = connection;
  const outcomes: Outcome[] = [];
  const units = await begin(connection);
  for (const work of works) {
    await sql.run('SAVEPOINT unit');
    const outcome = await outcomeOf(() =>
      units.run(async (stores) => {
        const result = await work(stores);
        // PostgreSQL commits nothing after a statement that failed, even if the unit ignored that: then this fails, too.
        if (result.ok) await sql.run('RELEASE unit');
        return result;
      }),
    );
    outcomes.push(outcome);
    if ('result' in outcome && outcome.result.ok) continue;
    // If the database has rolled back the whole transaction by itself, there is no savepoint, and all units fail.
    await sql.run('ROLLBACK TO unit');
    await sql.run('RELEASE unit');
  }
  await units.finish();
  return { result: outcomes, commit: true };
};

const outcomeOf = async (run: () => ReturnType<Work>): Promise<Outcome> => {
  try {
    return { result: await run() };
  } catch (error) {
    if (isConflict(error)) throw error;
    return { thrown: asPortError(error) };
  }
};
