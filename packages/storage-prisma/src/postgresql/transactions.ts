import { setTimeout as sleep } from 'node:timers/promises';
import { Fault, Unavailable } from '@health-case/domain/errors';
import type { PoolClient } from 'pg';
import { type CallTime, deadlineExceeded } from '../call-time.ts';
import type { Transactions } from '../client.ts';
import { isAnswered, isConflict, isLost } from '../failures.ts';
import type { Locks } from '../statements/statement.ts';
import { connectionOver, createPool, translated } from './connection.ts';
import type { Bounds, Hosts } from './host-client.ts';

const MOST_ATTEMPTS = 4;
/** Milliseconds in which every connection ends: the driver's own timeout would close one whose COMMIT waits. */
const LONG = 2 ** 31 - 1;
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
  hosts: Hosts,
  bounds: Bounds,
  { spend }: CallTime,
): Transactions & { readonly waiting: () => number } => {
  const { pool, connect: connectTrusted } = createPool(hosts, bounds.writers, bounds, true);
  const known = new WeakMap<PoolClient, TransactionConnection>();

  const connect = async (deadline: number): Promise<PoolClient> => {
    if (pool.waitingCount >= MOST_WAITING) throw exhausted();
    const connecting = translated(connectTrusted());
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
      const failure = transaction.failure() ?? error;
      if (isLost(failure)) hosts.distrust(client);
      // Closing the connection rolls back. If the unit of work still runs after its deadline, its further statements fail. While
      // COMMIT waits, for a standby for example, closing would not end it, so the connection still counts as one of the pool.
      if (transaction.isUnknown()) void hosts.settled(client, transaction.ended()).then(() => client.release(true));
      else client.release(true);
      throw transaction.isUnknown() ? unknownOutcome() : failure;
    }
  };

  return {
    transaction: (work, latest = Number.POSITIVE_INFINITY) =>
      spend(bounds.call, (end) => {
        const deadline = Math.min(end, latest);
        const isWorthRepeating = (error: unknown) => isConflict(error) || isLost(error);
        return repeated(() => attempt(work, deadline), deadline, isWorthRepeating);
      }),
    waiting: () => pool.waitingCount,
    close: async () => {
      hosts.close();
      await pool.end();
    },
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
  let ended: Promise<unknown> = Promise.resolve();
  // The database answers in order, so the first failure is the one that made the others.
  let failure: unknown;
  let [isClosed, isUnknown] = [false, false];
  client.once('error', () => {
    isClosed = true;
  });
  const send = (text: string, timeout?: number) =>
    translated(client.query({ text, ...(timeout && { query_timeout: timeout }) }));
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
    /** The answer to COMMIT or ROLLBACK. */
    ended: () => ended,
    end: async (commit: boolean): Promise<void> => {
      // Nothing is committed if the connection was closed before COMMIT was sent, or if a statement before it has failed.
      isUnknown = commit && !isClosed && !isAnswered(failure);
      const answer = send(commit ? 'COMMIT' : 'ROLLBACK', LONG);
      ended = answer;
      next = isAwaited() ? send('BEGIN', LONG) : undefined;
      next?.catch(() => undefined);
      const { command } = await answer.catch((lost: unknown) => {
        const error = failure ?? lost;
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
