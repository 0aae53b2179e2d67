import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { PoolClient } from 'pg';
import type { Connection, Sql } from '../client.ts';
import { isConflict, isLost } from '../failures.ts';
import type { Ended, Transactions } from '../transactions.ts';
import type { Bounds } from './bounds.ts';
import { connectionOver, createPool } from './client.ts';
import { postgresSql } from './sql.ts';

/** Any number would do, as long as no other program takes the same one in the same database. */
export const LOCK = 7_211_206_431;
const MOST_ATTEMPTS = 4;

/**
 * Transactions that have the effect of running one after another, among all processes over one database: each first takes
 * a lock that the whole database has once, and that ends with it. So each reads everything that was committed before, at
 * READ COMMITTED, where every statement sees what is committed by then: with the lock held, that is always the same. No
 * stricter level could add to it, and none has conflicts to retry; the seals of the audit trail follow one another.
 *
 * What failed before COMMIT was sent was not kept and may be run again. What failed after may have been kept: nobody is
 * told that it was, and it is not run again.
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
    const state = { commitSent: false, givenUp: false };
    const transaction = client.$transaction(
      async (inside) => {
        const { transaction: own } = adapter;
        // What was given up must not go on in the transaction of another.
        const sql = postgresSql(() => {
          if (state.givenUp) throw new Late();
          return own;
        });
        await takeTurn(sql, Math.min(left, bounds.lock));
        const { result, kept } = await work({ client: inside, sql });
        if (state.givenUp) throw new Late();
        if (!kept) throw new TakenBack(result);
        state.commitSent = true;
        return result;
      },
      // Later than what ends it here, as Prisma would let go of the connection while statements are under way.
      { maxWait: left, timeout: left + 1000 },
    );
    try {
      return await before(deadline, transaction);
    } catch (error) {
      if (error instanceof TakenBack) return error.result as T;
      state.givenUp = true;
      // A connection that did not answer is ended, since only that ends what is under way on it.
      if (error instanceof Late) void connection?.end().catch(() => undefined);
      throw state.commitSent ? unknownOutcome() : error;
    }
  };

  return {
    alone: async (work, deadline = performance.now() + bounds.call) => {
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

/** The time for which the lock is waited for goes with the statement that takes it, to save one on every transaction. */
const takeTurn = async (sql: Sql, patience: number): Promise<void> => {
  await sql.run(TAKE_TURN, LOCK, String(patience));
};
const TAKE_TURN = "SELECT pg_advisory_xact_lock($1::bigint) FROM set_config('lock_timeout', $2, true)";

/** Prisma takes back what throws. */
class TakenBack extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('The transaction was taken back.');
    this.result = result;
  }
}

class Late extends Unavailable {
  constructor() {
    super('store', 'The database did not answer in time.', { retryAfterSeconds: 1 });
  }
}

const unknownOutcome = (): Unavailable =>
  new Unavailable(
    'store',
    'The database ended the connection while it was asked to keep a change; look whether it did.',
    {
      retryAfterSeconds: 1,
    },
  );

/** What comes of a promise, or `Late`, whichever is first. */
export const before = async <T>(deadline: number, promise: Promise<T>): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Late()), Math.max(0, deadline - performance.now()));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
};
