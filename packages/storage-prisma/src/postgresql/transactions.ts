import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { PoolClient } from 'pg';
import type { Access, Connection, Ended, Transactions } from '../client.ts';
import { isConflict, isLost } from '../failures.ts';
import { tablesOver } from '../tables/tables.ts';
import { connectionOver, createPool, postgresSql } from './connection.ts';
import type { Bounds } from './settings.ts';

/** Any number that no other program uses in the same database. */
export const LOCK = 7_211_206_431;
const MOST_ATTEMPTS = 4;

/**
 * Transactions of all processes over one database run one after another: each first takes an advisory lock, which it holds
 * until it ends. At READ COMMITTED every statement sees what is committed by then, and with the lock held that is always
 * the same. So no stricter level is needed, and there are no serialisation failures to retry.
 *
 * A transaction that failed before COMMIT was sent was rolled back, and is retried. One that failed after it may have been
 * committed: it is not retried, and its callers learn that nobody can know.
 */
export const openPostgresTransactions = async (url: string, bounds: Bounds): Promise<Transactions> => {
  const pool = createPool(url, 1, bounds);
  const { client, adapter } = await connectionOver(pool);
  let connection: PoolClient | undefined;
  pool.on('acquire', (acquired) => {
    connection = acquired;
  });
  pool.on('release', () => {
    connection = undefined;
  });

  const attempt = async <T>(work: (inside: Connection) => Promise<Ended<T>>, deadline: number): Promise<T> => {
    const left = Math.max(1, Math.floor(deadline - performance.now()));
    const state = { commitSent: false, timedOut: false };
    const transaction = client.$transaction(
      async (inside) => {
        const { transaction: own } = adapter;
        // A transaction that timed out must not run statements in a later one.
        const sql = postgresSql(() => {
          if (state.timedOut) throw new DeadlineExceeded();
          return own;
        });
        const access: Access = { prisma: async () => inside, sql };
        // The timeout for the lock is set by the statement that takes it, which saves a round trip.
        await sql.run(TAKE_LOCK, LOCK, String(Math.min(left, bounds.lock)));
        const { result, commit } = await work({ ...access, tables: tablesOver(access) });
        if (state.timedOut) throw new DeadlineExceeded();
        if (!commit) throw new RolledBack(result);
        state.commitSent = true;
        return result;
      },
      // Longer than the deadline, since Prisma's timeout would free the connection while statements run on it.
      { maxWait: left, timeout: left + 1000 },
    );
    try {
      return await before(deadline, transaction);
    } catch (error) {
      if (error instanceof RolledBack) return error.result as T;
      state.timedOut = true;
      // Only the end of the connection ends a statement that does not return.
      if (error instanceof DeadlineExceeded) void connection?.end().catch(() => undefined);
      throw state.commitSent ? unknownOutcome() : error;
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
    close: () => client.$disconnect(),
  };
};

const TAKE_LOCK = "SELECT pg_advisory_xact_lock($1::bigint) FROM set_config('lock_timeout', $2, true)";

/** Prisma rolls back a transaction whose work throws. */
class RolledBack extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('The transaction was rolled back.');
    this.result = result;
  }
}

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
