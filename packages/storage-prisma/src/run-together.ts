import type { AuditRecord } from '@health-case/domain/model/audit';
import type { AuditStore, Stores } from '@health-case/domain/ports/storage';
import type { Result } from '@health-case/domain/result';
import type { Connection } from './client.ts';
import { asOutage, isConflict } from './failures.ts';
import type { Ended } from './transactions.ts';

export type Work = (stores: Stores) => Promise<Result<unknown, unknown>>;
export type Outcome = { readonly result: Result<unknown, unknown> } | { readonly thrown: unknown };

export type Ways = {
  /** Runs at the beginning of each transaction. */
  readonly prepare: (connection: Connection) => Promise<void>;
  /** The stores in a transaction, for a unit whose records go where it is said. */
  readonly storesOver: (connection: Connection) => (append: AuditStore['append']) => Stores;
  readonly appendToAudit: (connection: Connection, records: readonly AuditRecord[]) => Promise<void>;
};

/**
 * Units of work in one transaction. Where the connection can tell whether a unit has changed anything, they run without a
 * savepoint, as nearly all are kept or have changed nothing. If one is not, nothing is kept of them all: its outcome comes
 * back if it was alone, and `undefined` otherwise, for them to run again `inSavepoints`.
 */
export const runTogether = async (
  connection: Connection,
  works: readonly Work[],
  ways: Ways,
): Promise<Ended<readonly Outcome[] | undefined>> => {
  const { changes } = connection;
  if (!changes) return runInSavepoints(connection, works, ways);
  const outcomes: Outcome[] = [];
  const { run, finish } = await begin(connection, ways);
  const atFirst = changes();
  for (const work of works) {
    const before = changes();
    const outcome = await run(work);
    outcomes.push(outcome);
    const spoilt = 'thrown' in outcome || (!isKept(outcome) && changes() !== before);
    if (spoilt) return { result: works.length === 1 ? outcomes : undefined, kept: false };
  }
  const onlyAudited = changes() === atFirst;
  await finish();
  return { result: outcomes, kept: true, onlyAudited };
};

/** Each unit in a savepoint of its own, so that it fails alone. */
export const runInSavepoints = async (
  connection: Connection,
  works: readonly Work[],
  ways: Ways,
): Promise<Ended<readonly Outcome[]>> => {
  const { sql } = connection;
  const outcomes: Outcome[] = [];
  const { run, finish } = await begin(connection, ways);
  for (const work of works) {
    await sql.run('SAVEPOINT unit');
    const outcome = await run(async (stores) => {
      const result = await work(stores);
      // PostgreSQL keeps nothing after a statement that failed, even if the unit took no notice: then this fails, too.
      if (result.ok) await sql.run('RELEASE unit');
      return result;
    });
    outcomes.push(outcome);
    if (isKept(outcome)) continue;
    // If the database has given up the whole transaction by itself, there is nothing to go back to, and all units fail.
    await sql.run('ROLLBACK TO unit');
    await sql.run('RELEASE unit');
  }
  await finish();
  return { result: outcomes, kept: true };
};

/** `run` takes down what the units that are kept have to record, and `finish` records it. */
const begin = async (connection: Connection, { prepare, storesOver, appendToAudit }: Ways) => {
  await prepare(connection);
  const storesFor = storesOver(connection);
  const records: AuditRecord[] = [];
  return {
    run: async (work: Work): Promise<Outcome> => {
      const ownRecords: AuditRecord[] = [];
      const stores = storesFor(async (record) => void ownRecords.push(record));
      const outcome = await outcomeOf(() => work(stores));
      if (isKept(outcome)) records.push(...ownRecords);
      return outcome;
    },
    finish: async (): Promise<void> => {
      if (records.length > 0) await appendToAudit(connection, records);
    },
  };
};

const isKept = (outcome: Outcome): boolean => 'result' in outcome && outcome.result.ok;

const outcomeOf = async (run: () => ReturnType<Work>): Promise<Outcome> => {
  try {
    return { result: await run() };
  } catch (error) {
    if (isConflict(error)) throw error;
    return { thrown: asOutage(error) };
  }
};
