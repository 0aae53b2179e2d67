import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { AuditRecord } from '@health-case/domain/model/audit-record';
import type { AuditStore } from '@health-case/domain/ports/audit-store';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Result } from '@health-case/domain/result';
import type { Connection, Sql } from './client.ts';
import { asOutage, isConflict } from './failures.ts';
import type { Transactions } from './transactions.ts';

type Unit = {
  readonly work: (stores: Stores) => Promise<Result<unknown, unknown>>;
  readonly settle: (outcome: Outcome) => void;
  readonly accepted: number;
};
type Outcome = { readonly result: Result<unknown, unknown> } | { readonly thrown: unknown };

export type WriteQueue = {
  readonly write: <T, R>(work: (stores: Stores) => Promise<Result<T, R>>) => Promise<Result<T, R>>;
  /** Waits for what was accepted; what comes later is refused. */
  readonly close: () => Promise<void>;
};

type Options = {
  readonly transactions: Transactions;
  /** Runs at the beginning of each transaction. */
  readonly prepare: (connection: Connection) => Promise<void>;
  readonly storesOver: (connection: Connection, audit: AuditStore['append']) => Stores;
  readonly appendToAudit: (connection: Connection, records: readonly AuditRecord[]) => Promise<void>;
  /** How long a unit may take, in milliseconds, its waiting included. */
  readonly patience?: number;
};

const MOST_WAITING = 4096;
const MOST_PER_COMMIT = 64;

/**
 * All writes of a process, one after another. Units that wait at the same time share one transaction, each in a savepoint
 * of its own so that it fails alone; all are told their outcome after the commit, which is what makes an acknowledged
 * write durable.
 */
export const createWriteQueue = ({ patience = Number.POSITIVE_INFINITY, ...options }: Options): WriteQueue => {
  const waiting: Unit[] = [];
  let running: Promise<void> | undefined;
  let closed = false;

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
    try {
      const deadline = oldest.accepted + patience;
      const outcomes = await options.transactions.alone(
        (connection) => runTogether(connection, units, options),
        deadline,
      );
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

const runTogether = async (
  connection: Connection,
  units: readonly Unit[],
  { prepare, storesOver, appendToAudit }: Pick<Options, 'prepare' | 'storesOver' | 'appendToAudit'>,
): Promise<readonly Outcome[]> => {
  await prepare(connection);
  const outcomes: Outcome[] = [];
  const records: AuditRecord[] = [];
  for (const unit of units) {
    const ownRecords: AuditRecord[] = [];
    const stores = storesOver(connection, async (record) => void ownRecords.push(record));
    const outcome = await runAlone(connection.sql, stores, unit);
    if (isKept(outcome)) records.push(...ownRecords);
    outcomes.push(outcome);
  }
  if (records.length > 0) await appendToAudit(connection, records);
  return outcomes;
};

const isKept = (outcome: Outcome): boolean => 'result' in outcome && outcome.result.ok;

/** If the database has given up the whole transaction by itself, there is no savepoint to go back to, and all units fail. */
const runAlone = async (sql: Sql, stores: Stores, { work }: Unit): Promise<Outcome> => {
  await sql.run('SAVEPOINT unit');
  const outcome = await outcomeOf(sql, stores, work);
  if (isKept(outcome)) return outcome;
  await sql.run('ROLLBACK TO unit');
  await sql.run('RELEASE unit');
  return outcome;
};

/** PostgreSQL keeps nothing after a statement that failed, even if the unit took no notice: then it is not released either. */
const outcomeOf = async (sql: Sql, stores: Stores, work: Unit['work']): Promise<Outcome> => {
  try {
    const result = await work(stores);
    if (result.ok) await sql.run('RELEASE unit');
    return { result };
  } catch (error) {
    if (isConflict(error)) throw error;
    return { thrown: asOutage(error) };
  }
};
