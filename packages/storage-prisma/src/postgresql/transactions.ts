import { setTimeout as sleep } from 'node:timers/promises';
import { Fault, Unavailable } from '@health-case/domain/errors';
import type { PoolClient } from 'pg';
import type { Connection, Ended, Transactions } from '../client.ts';
import { isConflict, isLost } from '../failures.ts';
import { closePool, connectionOver, createPool, translated } from './connection.ts';
import type { Bounds } from './settings.ts';

/** Any number that no other program uses in the same database. */
export const LOCK = 7_211_206_431;
const MOST_ATTEMPTS = 4;

/**
 * Transactions of all processes over one database run one after another: each first takes an advisory lock, which it holds
 * until it ends. At READ COMMITTED every statement sees what is committed by then, and with the lock held that is always
 * the same. So no stricter level is needed.
 *
 * A transaction that failed before COMMIT was sent was rolled back, and is retried. One that failed after it may have been
 * committed: it is not retried, and its callers learn that nobody can know.
 */
export const openPostgresTransactions = (url: string, bounds: Bounds): Transactions => {
  const pool = createPool(url, 1, bounds);
  const known = new WeakMap<PoolClient, Connection>();

  const attempt = async <T>(work: (inside: Connection) => Promise<Ended<T>>, deadline: number): Promise<T> => {
    const connecting = translated(pool.connect());
    const client = await before(deadline, connecting).catch((error: unknown) => {
      connecting.then((late) => late.release()).catch(() => undefined);
      throw error;
    });
    const connection = known.get(client) ?? connectionOver(client);
    known.set(client, connection);
    const { sql } = connection;
    let commitSent = false;
    const run = async (): Promise<T> => {
      await sql.run('BEGIN');
      // The timeout for the lock is set by the statement that takes it, which saves a round trip.
      const left = Math.max(1, Math.floor(deadline - performance.now()));
      await sql.run(TAKE_LOCK, LOCK, String(Math.min(left, bounds.lock)));
      const { result, commit } = await work(connection);
      commitSent = commit && performance.now() < deadline;
      if (commit && !commitSent) throw new DeadlineExceeded();
      const { command } = await client.query(commit ? 'COMMIT' : 'ROLLBACK');
      // PostgreSQL commits nothing after a statement that failed, even if the unit of work ignored that.
      commitSent = command === 'COMMIT';
      if (commit && !commitSent) throw new Fault('A unit of work ignored a statement that failed.');
      return result;
    };
    try {
      const result = await before(deadline, run());
      client.release();
      return result;
    } catch (error) {
      // Closing the connection rolls back, and statements of a unit of work that goes on too late fail.
      client.release(true);
      throw commitSent ? unknownOutcome() : error;
    }
  };

  return {
    transaction: async (work, deadline = performance.now() + bounds.call) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work, deadline);
        } catch (error) {
          if (tries === MOST_ATTEMPTS || !(isConflict(error) || isLost(error))) throw error;
          const pause = Math.random() * 50 * 2 ** tries;
          if (performance.now() + pause > deadline) throw error;
          await sleep(pause);
        }
      }
    },
    close: () => closePool(pool),
  };
};

const TAKE_LOCK = "SELECT pg_advisory_xact_lock($1::bigint) FROM set_config('lock_timeout', $2, true)";

class DeadlineExceeded extends Unavailable {
  constructor() {
    super('store', 'The database did not answer in time.', { retryAfterSeconds: 1 });
  }
}

const unknownOutcome = (): Unavailable =>
  new Unavailable(
    'store',
    'The database ended the connection while it was asked to keep a change; look whether it did.',
    { retryAfterSeconds: 1 },
  );

/** Settles as the promise does, or rejects with `DeadlineExceeded` if that comes first. */
export const before = async <T>(deadline: number, promise: Promise<T>): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DeadlineExceeded()), Math.max(0, deadline - performance.now()));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
};
