import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { AuditRecord } from '@health-case/domain/model/audit-record';
import type { AuditStore } from '@health-case/domain/ports/audit-store';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Result } from '@health-case/domain/result';
import type { Client } from './client.ts';
import { asOutage } from './failures.ts';
import { takeWriteLock } from './write-lock.ts';

type Unit = {
  readonly work: (stores: Stores) => Promise<Result<unknown, unknown>>;
  readonly settle: (outcome: Outcome) => void;
};
type Outcome = { readonly result: Result<unknown, unknown> } | { readonly thrown: unknown };

export type WriteQueue = {
  readonly write: <T, R>(work: (stores: Stores) => Promise<Result<T, R>>) => Promise<Result<T, R>>;
  /** Waits for what was accepted; what comes later is refused. */
  readonly close: () => Promise<void>;
};

type Connection = {
  readonly opened: Client;
  /** After a failure the connection is not used again. */
  readonly reopen: () => Promise<Client>;
  /** Runs at the beginning of each transaction. */
  readonly prepare: (client: Client) => Promise<void>;
  readonly storesOver: (client: Client, audit: AuditStore['append']) => Stores;
  readonly appendToAudit: (client: Client, records: readonly AuditRecord[]) => Promise<void>;
  /** How long another process may hold the write lock, in milliseconds, before the units that wait for it are given up. */
  readonly lockWait: number;
};

const MOST_WAITING = 4096;
const MOST_PER_COMMIT = 64;

/**
 * All writes of a process, one after another on one connection. Units that wait at the same time share one commit, each
 * in a savepoint of its own so that it fails alone; all are told their outcome after the commit, which is what makes an
 * acknowledged write durable. A connection on which a commit, or what leads to it, failed is not used again.
 */
export const createWriteQueue = (connection: Connection): WriteQueue => {
  const waiting: Unit[] = [];
  let client: Client | undefined = connection.opened;
  let running: Promise<void> | undefined;
  let closed = false;

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      await commit(waiting.splice(0, MOST_PER_COMMIT));
      // SQLite answers at once, so a long queue would keep sockets and timers waiting until it is empty.
      await nextTurn();
    }
    running = undefined;
  };

  const commit = async (units: readonly Unit[]): Promise<void> => {
    try {
      client ??= await connection.reopen();
      const outcomes = await commitTogether(client, units, connection);
      units.forEach((unit, index) => {
        const outcome = outcomes[index];
        if (outcome) unit.settle(outcome);
      });
    } catch (error) {
      const failed = client;
      client = undefined;
      // SQLite rolls back what a connection leaves open, so nothing of the units is kept.
      await failed?.$disconnect().catch(() => undefined);
      for (const unit of units) unit.settle({ thrown: asOutage(error) });
    }
  };

  return {
    write: <T, R>(work: (stores: Stores) => Promise<Result<T, R>>) =>
      new Promise<Result<T, R>>((resolve, reject) => {
        if (closed) throw new Unavailable('store', 'The store is closing.', { retryAfterSeconds: 5 });
        if (waiting.length >= MOST_WAITING) {
          throw new Unavailable('overloaded', 'Too many writes wait already.', { retryAfterSeconds: 1 });
        }
        const settle = (outcome: Outcome) =>
          'thrown' in outcome ? reject(outcome.thrown) : resolve(outcome.result as Result<T, R>);
        waiting.push({ work, settle });
        running ??= Promise.resolve().then(runAll);
      }),
    close: async () => {
      closed = true;
      await running;
      await client?.$disconnect();
      client = undefined;
    },
  };
};

const commitTogether = async (
  client: Client,
  units: readonly Unit[],
  { lockWait, prepare, storesOver, appendToAudit }: Connection,
): Promise<readonly Outcome[]> => {
  await takeWriteLock(client, lockWait);
  await prepare(client);
  const outcomes: Outcome[] = [];
  const records: AuditRecord[] = [];
  for (const unit of units) {
    const ownRecords: AuditRecord[] = [];
    const stores = storesOver(client, async (record) => void ownRecords.push(record));
    const outcome = await runAlone(client, stores, unit);
    if (isKept(outcome)) records.push(...ownRecords);
    outcomes.push(outcome);
  }
  if (records.length > 0) await appendToAudit(client, records);
  await client.$executeRawUnsafe('COMMIT');
  return outcomes;
};

const isKept = (outcome: Outcome): boolean => 'result' in outcome && outcome.result.ok;

/** If SQLite has given up the whole transaction by itself, there is no savepoint to go back to, and all units fail. */
const runAlone = async (client: Client, stores: Stores, { work }: Unit): Promise<Outcome> => {
  await client.$executeRawUnsafe('SAVEPOINT unit');
  const outcome = await work(stores).then(
    (result): Outcome => ({ result }),
    (error: unknown): Outcome => ({ thrown: asOutage(error) }),
  );
  if (!isKept(outcome)) await client.$executeRawUnsafe('ROLLBACK TO unit');
  await client.$executeRawUnsafe('RELEASE unit');
  return outcome;
};
