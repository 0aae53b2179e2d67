import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Result } from '@health-case/domain/result';
import type { SealedStorage } from '@health-case/domain/sealed-storage';
import type { Connection, Ended, Transactions } from './client.ts';
import { asPortError, isConflict } from './failures.ts';

type AnyResult = Result<unknown, unknown>;
type Outcome = { readonly result: AnyResult } | { readonly thrown: unknown };

type Unit = PromiseWithResolvers<AnyResult> & {
  readonly work: (stores: Stores) => Promise<AnyResult>;
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

type Options = {
  readonly transaction: Transactions['transaction'];
  readonly begin: SealedStorage['begin'];
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
      // A unit with less than half of its time left could make those fail that share its commit.
      const latest = performance.now() - timeout / 2;
      const units: Unit[] = [];
      for (const unit of waiting.splice(0, MOST_PER_COMMIT)) {
        if (unit.acceptedAt >= latest) units.push(unit);
        else unit.reject(overloaded());
      }
      await commit(units);
      // SQLite answers at once, so a long queue would keep sockets and timers waiting until it is empty.
      await nextTurn();
    }
    running = undefined;
  };

  const commit = async (units: readonly Unit[]): Promise<void> => {
    const [oldest] = units;
    if (!oldest) return;
    const deadline = oldest.acceptedAt + timeout;
    try {
      const outcomes =
        (await transaction((connection) => runTogether(connection, units, begin), deadline)) ??
        (await transaction((connection) => runInSavepoints(connection, units, begin), deadline));
      run.units += units.length;
      run.commits += 1;
      for (const [index, { resolve, reject }] of units.entries()) {
        const outcome = outcomes[index] as Outcome;
        if ('thrown' in outcome) reject(outcome.thrown);
        else resolve(outcome.result);
      }
    } catch (error) {
      for (const { reject } of units) reject(asPortError(error));
    }
  };

  return {
    write: async <T, R>(work: (stores: Stores) => Promise<Result<T, R>>) => {
      if (closed) throw new Unavailable('store', 'The store is closing.', { retryAfterSeconds: 5 });
      if (waiting.length >= MOST_WAITING) throw overloaded();
      const unit = { ...Promise.withResolvers<AnyResult>(), work, acceptedAt: performance.now() };
      waiting.push(unit);
      running ??= Promise.resolve().then(runAll);
      return (await unit.promise) as Result<T, R>;
    },
    load: () => ({ waiting: waiting.length, ...run }),
    close: async () => {
      closed = true;
      await running;
    },
  };
};

const overloaded = () => new Unavailable('overloaded', 'Too many writes wait already.', { retryAfterSeconds: 1 });

/**
 * Runs units without savepoints where the connection can tell whether a unit has changed anything, as nearly all units
 * succeed or change nothing. If one fails after a change, the transaction is rolled back: a unit that was alone gets its
 * outcome, and several resolve to `undefined`, to run again in savepoints.
 */
const runTogether = async (
  connection: Connection,
  units: readonly Unit[],
  begin: Options['begin'],
): Promise<Ended<readonly Outcome[] | undefined>> => {
  const { changes } = connection;
  if (!changes) return runInSavepoints(connection, units, begin);
  const outcomes: Outcome[] = [];
  const { run, finish } = await begin(connection.tables);
  const atFirst = changes();
  for (const { work } of units) {
    const before = changes();
    const outcome = await outcomeOf(run(work));
    outcomes.push(outcome);
    const mustRollBack = 'thrown' in outcome || (!outcome.result.ok && changes() !== before);
    if (mustRollBack) return { result: units.length === 1 ? outcomes : undefined, commit: false };
  }
  const onlyAudited = changes() === atFirst;
  await finish();
  return { result: outcomes, commit: true, onlyAudited };
};

/** Runs each unit in a savepoint of its own, so that it fails alone. */
const runInSavepoints = async (
  { sql, tables }: Connection,
  units: readonly Unit[],
  begin: Options['begin'],
): Promise<Ended<readonly Outcome[]>> => {
  const outcomes: Outcome[] = [];
  const { run, finish } = await begin(tables);
  for (const { work } of units) {
    await sql.run('SAVEPOINT unit');
    const running = run(async (stores) => {
      const result = await work(stores);
      // PostgreSQL commits nothing after a statement that failed, even if the unit ignored that: then this fails, too.
      if (result.ok) await sql.run('RELEASE unit');
      return result;
    });
    const outcome = await outcomeOf(running);
    outcomes.push(outcome);
    if ('result' in outcome && outcome.result.ok) continue;
    // If the database has rolled back the whole transaction by itself, there is no savepoint, and all units fail.
    await sql.run('ROLLBACK TO unit');
    await sql.run('RELEASE unit');
  }
  await finish();
  return { result: outcomes, commit: true };
};

const outcomeOf = async (running: Promise<AnyResult>): Promise<Outcome> => {
  try {
    return { result: await running };
  } catch (error) {
    if (isConflict(error)) throw error;
    return { thrown: asPortError(error) };
  }
};
