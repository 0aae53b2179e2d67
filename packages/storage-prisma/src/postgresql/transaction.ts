import { Fault } from '@health-case/domain/errors';
import type { PoolClient } from 'pg';
import { isSelect } from '../client.ts';
import { isAnswered, isLost } from '../failures.ts';
import type { Locks } from '../statements/statement.ts';
import { connectionOver, type Line } from './connection.ts';
import { asPrismaError } from './errors.ts';
import type { SharedPrisma } from './prisma-adapter.ts';
import { type Send, sendOn } from './requests.ts';

export const LOCKS: Locks = {
  change: ' FOR NO KEY UPDATE',
  rely: ' FOR KEY SHARE',
  remove: ' FOR UPDATE',
  skip: ' FOR UPDATE SKIP LOCKED',
};

/** Milliseconds in which every connection ends: the driver's own timeout would close one whose COMMIT waits. */
const LONG = 2 ** 31 - 1;

/** From when COMMIT is sent until it is answered, nobody knows whether it was executed. */
type State =
  | { readonly is: 'open' }
  | { readonly is: 'committing'; readonly answer: Promise<unknown> }
  | { readonly is: 'ended' };

export type Transaction = ReturnType<typeof transactionOver>;

/**
 * A transaction whose BEGIN is answered as `begun` is. No statement waits for the answers to earlier ones, but a change waits for
 * that to BEGIN: if BEGIN had failed, the change would be committed at once. `sendAhead` is called when COMMIT was sent.
 */
const transactionOver = (send: Send, begun: Promise<unknown>, sendAhead: () => void) => {
  let state: State = { is: 'open' };
  // The database answers in order, so the first failure is the one that made the others.
  let failure: unknown;
  const noteFailureOf = (answer: Promise<unknown>): void => {
    answer.catch((error: unknown) => {
      failure ??= error;
    });
  };
  noteFailureOf(begun);
  /** The changes until they are sent, and those that nobody awaits until they are answered. */
  const [unsent, unanswered]: [Promise<unknown>[], Promise<unknown>[]] = [[], []];

  const sendNow: Send = (request) => {
    if (state.is !== 'open') return Promise.reject(new Fault('A statement came after the end of its unit of work.'));
    const answer = send(request);
    noteFailureOf(answer);
    return answer;
  };
  const sendInTurn: Send = (request) =>
    isSelect(request.text) ? sendNow(request) : begun.then(() => sendNow(request));

  const begin = <T>(change: (sent: () => void) => Promise<T>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answered = change(resolve);
    const sent = Promise.race([promise, answered]);
    sent.catch(() => undefined);
    unsent.push(sent);
    return { answered, sent };
  };
  const line: Line = {
    send: sendInTurn,
    change: (change) => begin(change).answered,
    later: async (change) => {
      const { answered, sent } = begin(change);
      noteFailureOf(answered);
      unanswered.push(answered);
      await sent;
    },
  };
  return {
    line,
    state: () => state,
    failure: () => failure,
    /** The connection was lost. */
    lost: (error: unknown): void => {
      if (state.is === 'open') failure ??= asPrismaError(error);
    },
    end: async (commit: boolean): Promise<void> => {
      // COMMIT overtakes no change.
      await Promise.allSettled(unsent);
      if (commit && failure) throw failure;
      const answer = send({ text: commit ? 'COMMIT' : 'ROLLBACK', timeout: LONG });
      state = commit ? { is: 'committing', answer } : { is: 'ended' };
      sendAhead();
      const { command } = await answer.catch((error: unknown) => {
        // After a statement that failed, COMMIT is a ROLLBACK, whatever became of it.
        if (!isLost(error) || isAnswered(failure)) state = { is: 'ended' };
        throw failure ?? error;
      });
      state = { is: 'ended' };
      await Promise.allSettled(unanswered);
      if (commit && failure) throw failure;
      if (commit && command !== 'COMMIT') throw new Fault('A unit of work ignored a statement that failed.');
    },
  };
};

/** The transactions of a connection, one after another. If another unit of work waits for it, its BEGIN travels with this COMMIT. */
export const transactionsOn = (client: PoolClient, prisma: SharedPrisma, isAwaited: () => boolean) => {
  const send = sendOn(client);
  let ahead: Promise<unknown> | undefined;
  let current: Transaction;
  client.on('error', (error) => current.lost(error));
  const connection = connectionOver(prisma, () => current.line, LOCKS);
  const sendAhead = (): void => {
    ahead = isAwaited() ? send({ text: 'BEGIN', timeout: LONG }) : undefined;
    ahead?.catch(() => undefined);
  };
  const begin = () => {
    current = transactionOver(send, ahead ?? send({ text: 'BEGIN' }), sendAhead);
    ahead = undefined;
    return { connection, transaction: current };
  };
  return begin;
};
