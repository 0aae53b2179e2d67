import { setTimeout as sleep } from 'node:timers/promises';
import { Fault, Unavailable } from '@health-case/domain/errors';
import type { PoolClient } from 'pg';
import type { Locks, Transactions } from '../client.ts';
import { isAnswered, isConflict, isLost } from '../failures.ts';
import { connectionOver, createPool, translated } from './connection.ts';
import type { Bounds } from './host-client.ts';

const MOST_ATTEMPTS = 4;
/** Units of work that wait for a connection. A distant database takes about a second for so many. */
export const MOST_WAITING = 1024;

const LOCKS: Locks = {
  change: ' FOR NO KEY UPDATE',
  rely: ' FOR KEY SHARE',
  remove: ' FOR UPDATE',
  skip: ' FOR UPDATE SKIP LOCKED',
};

/**
 * Transactions at READ COMMITTED, in parallel over a pool; each locks the rows that its rule relies on (P-15). After a conflict
 * or a lost connection they are retried, unless COMMIT was sent and not answered (P-16).
 */
export const openPostgresTransactions = (
  url: string,
  bounds: Bounds,
): Transactions & { readonly waiting: () => number } => {
  const pool = createPool(url, bounds.writers, bounds, true);
  const known = new WeakMap<PoolClient, TransactionConnection>();

  const connect = async (deadline: number): Promise<PoolClient> => {
    if (pool.waitingCount >= MOST_WAITING) throw exhausted();
    const connecting = translated(pool.connect());
    return before(deadline, connecting).catch((error: unknown) => {
      connecting.then((late) => late.release()).catch(() => undefined);
      throw pool.idleCount === 0 && pool.totalCount === bounds.writers ? exhausted() : error;
    });
  };

  const attempt: Transactions['transaction'] = async (work, deadline = Number.POSITIVE_INFINITY) => {
    const client = await connect(deadline);
    const transaction = known.get(client) ?? transactionsOn(client, () => pool.waitingCount > 0);
    known.set(client, transaction);
    const run = async () => {
      transaction.begin();
      const { result, commit } = await work(transaction.connection);
      if (performance.now() >= deadline) throw deadlineExceeded();
      await transaction.end(commit);
      return result;
    };
    try {
      const result = await before(deadline, run());
      client.release();
      return result;
    } catch (error) {
      // Closing the connection rolls back. If the unit of work still runs after its deadline, its further statements fail.
      client.release(true);
      throw transaction.isUnknown() ? unknownOutcome() : (transaction.failure() ?? error);
    }
  };

  return {
    transaction: (work, deadline = performance.now() + bounds.call) =>
      repeated(
        () => attempt(work, deadline),
        deadline,
        (error) => isConflict(error) || isLost(error),
      ),
    waiting: () => pool.waitingCount,
    close: () => pool.end(),
  };
};

type TransactionConnection = ReturnType<typeof transactionsOn>;

/**
 * The transactions of one connection, one after another. Their statements do not wait for the answers to earlier ones. A read may
 * be sent together with BEGIN. A change is sent only after BEGIN was answered: if BEGIN had failed, the change would be committed
 * at once. If another unit of work waits for a connection, its BEGIN is sent together with this COMMIT.
 */
const transactionsOn = (client: PoolClient, isAwaited: () => boolean) => {
  let begun: Promise<unknown> = Promise.resolve();
  let next: Promise<unknown> | undefined;
  // The database answers in order, so the first failure is the one that made the others.
  let failure: unknown;
  let [isClosed, isUnknown] = [false, false];
  client.once('error', () => {
    isClosed = true;
  });
  const send = (text: string) => translated(client.query(text));
  const sent = (answer: Promise<unknown>) => {
    answer.catch((error: unknown) => {
      failure ??= error;
    });
  };
  return {
    connection: connectionOver(client, { begun: () => begun, sent, locks: LOCKS }),
    begin: (): void => {
      failure = undefined;
      begun = next ?? send('BEGIN');
      next = undefined;
      sent(begun);
    },
    failure: () => failure,
    /** Whether COMMIT was sent and its answer is missing. */
    isUnknown: () => isUnknown,
    end: async (commit: boolean): Promise<void> => {
      // Nothing is committed if the connection was closed before COMMIT was sent, or if a statement before it has failed.
      isUnknown = commit && !isClosed && !isAnswered(failure);
      const ended = send(commit ? 'COMMIT' : 'ROLLBACK');
      next = isAwaited() ? send('BEGIN') : undefined;
      next?.catch(() => undefined);
      const { command } = await ended.catch((answer: unknown) => {
        const error = failure ?? answer;
        isUnknown &&= isLost(error) && !isAnswered(failure);
        throw error;
      });
      isUnknown = false;
      // PostgreSQL commits nothing after a statement that failed, even if the unit of work ignored that.
      if (commit && command !== 'COMMIT') throw failure ?? new Fault('A unit of work ignored a statement that failed.');
    },
  };
};

const unavailable = (reason: Unavailable['reason'], message: string) =>
  new Unavailable(reason, message, { retryAfterSeconds: 1 });
const exhausted = () => unavailable('overloaded', 'All connections to the database are in use.');
const deadlineExceeded = () => unavailable('store', 'The database did not answer in time.');
const unknownOutcome = () =>
  unavailable('store', 'The database ended the connection while it was asked to keep a change; look whether it did.');

/** Settles as the promise does, or rejects with `Unavailable` if the `deadline` comes first. */
export const before = <T>(deadline: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(deadlineExceeded()), Math.max(0, deadline - performance.now()));
    const settle =
      <Given>(as: (given: Given) => void) =>
      (given: Given) => {
        clearTimeout(timer);
        as(given);
      };
    promise.then(settle(resolve), settle(reject));
  });

/** Repeats what failed and changed nothing, after a pause that grows and is random, so that two do not meet again. */
export const repeated = async <T>(
  attempt: () => Promise<T>,
  deadline: number,
  isWorthRepeating: (error: unknown) => boolean,
): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === MOST_ATTEMPTS || !isWorthRepeating(error)) throw error;
      const pause = Math.random() * 50 * 2 ** tries;
      if (performance.now() + pause > deadline) throw error;
      await sleep(pause);
    }
  }
};
