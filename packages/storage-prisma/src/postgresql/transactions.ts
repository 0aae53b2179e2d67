import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@health-case/domain/errors';
import type { PoolClient } from 'pg';
import type { Connection, Ended, Transactions } from '../access.ts';
import { before, type CallTime, deadlineExceeded } from '../call-time.ts';
import { isConflict, isFailedExpectation, isLost } from '../failures.ts';
import { createPool, type Transaction, transactionsOn } from './connection.ts';
import type { Bounds, Hosts } from './host-client.ts';

const MOST_ATTEMPTS = 4;
/** The most units of work that wait for a connection. A distant database runs so many in about a second. */
export const MOST_WAITING = 1024;

/**
 * Transactions at READ COMMITTED, in parallel over a pool; each locks the rows that its rule relies on (P-15). After a
 * conflict or a lost connection they are retried, unless what ends them was sent and not answered (P-16).
 */
export const openPostgresTransactions = (
  hosts: Hosts,
  bounds: Bounds,
  { spend }: CallTime,
): Transactions & { readonly waiting: () => number } => {
  const { pool, connect: connectOnce } = createPool(hosts, bounds.writers, bounds, true);
  const known = new WeakMap<PoolClient, ReturnType<typeof transactionsOn>>();

  const connect = async (deadline: number): Promise<PoolClient> => {
    if (pool.waitingCount >= MOST_WAITING) throw exhausted();
    const connecting = connectOnce();
    return before(deadline, connecting).catch((error: unknown) => {
      connecting.then((late) => late.release()).catch(() => undefined);
      throw pool.idleCount === 0 && pool.totalCount === bounds.writers ? exhausted() : error;
    });
  };
  /**
   * Closes the connection, which rolls back: its records have had numbers, so that it cannot serve another transaction. If the
   * unit of work still runs, its further statements fail.
   */
  const abandon = (client: PoolClient, transaction: Transaction, error: unknown): unknown => {
    transaction.fail(error);
    const state = transaction.state();
    const failure = state.is === 'failed' ? state.error : error;
    if (isLost(failure)) hosts.distrust(client);
    if (state.is !== 'ending') {
      client.release(true);
      return failure;
    }
    // A commit may wait, for a standby for example. Closing the connection would not end it on the server, so the pool
    // counts the connection until it is answered.
    void hosts.settled(client, state.answer).then(() => client.release(true));
    return unknownOutcome();
  };

  const attempt = async <T>(
    work: (connection: Connection) => Promise<Ended<T>>,
    deadline: number,
    isFirst: boolean,
  ): Promise<T> => {
    const client = await connect(deadline);
    const begin = known.get(client) ?? transactionsOn(client);
    known.set(client, begin);
    const { connection, transaction } = begin(isFirst);
    const run = async () => {
      const { result, commit } = await work(connection);
      if (performance.now() >= deadline) throw deadlineExceeded();
      await transaction.end(commit);
      return result;
    };
    try {
      const result = await before(deadline, run());
      client.release();
      return result;
    } catch (error) {
      throw abandon(client, transaction, error);
    }
  };

  return {
    transaction: (work, latest = Number.POSITIVE_INFINITY) =>
      spend(bounds.call, (end) => {
        const deadline = Math.min(end, latest);
        const isWorthRepeating = (error: unknown) => isConflict(error) || isLost(error);
        return repeated((tries) => attempt(work, deadline, tries === 1), deadline, isWorthRepeating);
      }),
    waiting: () => pool.waitingCount,
    close: async () => {
      hosts.close();
      await pool.end();
    },
  };
};

const unavailable = (reason: Unavailable['reason'], message: string) =>
  new Unavailable(reason, message, { retryAfterSeconds: 1 });
const exhausted = () => unavailable('overloaded', 'All connections to the database are in use.');
const unknownOutcome = () =>
  unavailable('store', 'The database did not answer a COMMIT; look whether the change was stored.');

/** Repeats what changed nothing, after a random pause that grows. Then nothing is sent ahead that may be wrong. */
export const repeated = async <T>(
  attempt: (tries: number) => Promise<T>,
  deadline: number,
  isWorthRepeating: (error: unknown) => boolean,
): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries);
    } catch (error) {
      if (tries === MOST_ATTEMPTS || !isWorthRepeating(error)) throw error;
      const pause = isFailedExpectation(error) ? 0 : Math.random() * 50 * 2 ** tries;
      if (performance.now() + pause > deadline) throw error;
      await sleep(pause);
    }
  }
};
