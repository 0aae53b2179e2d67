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

/** The longest timeout, in milliseconds. The driver's usual one would close a connection while COMMIT waits. */
const LONG = 2 ** 31 - 1;

type State =
  | { readonly is: 'open' }
  /** COMMIT was sent and not answered: nobody knows whether it was executed. */
  | { readonly is: 'committing'; readonly answer: Promise<unknown> }
  /** Nothing of it is kept. The database answers in order, so the first error is the one that made the others. */
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'ended' };

export type Transaction = ReturnType<typeof transactionOver>;

/** `begun` is the answer to BEGIN. `sendAhead` is called when COMMIT or ROLLBACK was sent. */
const transactionOver = (send: Send, begun: Promise<unknown>, sendAhead: () => void) => {
  let state: State = { is: 'open' };
  const fail = (error: unknown, isRolledBack = false): void => {
    if (state.is === 'open' || (state.is === 'committing' && isRolledBack)) state = { is: 'failed', error };
  };
  const noteFailureOf = (answer: Promise<unknown>): void => {
    // After a statement that failed, COMMIT is a ROLLBACK, whatever becomes of its answer.
    answer.catch((error: unknown) => fail(error, isAnswered(error)));
  };
  noteFailureOf(begun);
  const throwFailure = (): void => {
    if (state.is === 'failed') throw state.error;
  };
  const sendNow: Send = (request) => {
    if (state.is === 'failed') return Promise.reject(state.error);
    if (state.is !== 'open') return Promise.reject(new Fault('A statement came after the end of its unit of work.'));
    const answer = send(request);
    noteFailureOf(answer);
    return answer;
  };
  const { line, sent, answered } = lineOver(sendNow, begun, noteFailureOf);
  const commit = async (): Promise<void> => {
    throwFailure();
    const answer = send({ text: 'COMMIT', timeout: LONG });
    state = { is: 'committing', answer };
    sendAhead();
    const { command } = await answer.catch((error: unknown) => {
      fail(error, !isLost(error));
      throw error;
    });
    if (command !== 'COMMIT') fail(new Fault('A unit of work ignored a statement that failed.'), true);
    throwFailure();
    state = { is: 'ended' };
    await answered();
  };
  return {
    line,
    state: () => state,
    /** Notes an error that no statement had, such as the deadline. Once COMMIT was sent, it does nothing. */
    fail: (error: unknown) => fail(error),
    end: async (isKept: boolean): Promise<void> => {
      // COMMIT is sent after all changes.
      await sent();
      if (isKept) return commit();
      state = { is: 'ended' };
      const answer = send({ text: 'ROLLBACK', timeout: LONG });
      sendAhead();
      await answer;
    },
  };
};

/**
 * Sends each statement without waiting for the answers to earlier ones. Only a change waits for the answer to BEGIN:
 * after a BEGIN that failed, the change would be committed at once.
 */
const lineOver = (send: Send, begun: Promise<unknown>, noteFailureOf: (answer: Promise<unknown>) => void) => {
  /** The changes until they are sent, and those that nobody awaits until they are answered. */
  const [unsent, unanswered]: [Promise<unknown>[], Promise<unknown>[]] = [[], []];
  const begin = <T>(change: (sent: () => void) => Promise<T>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answered = change(resolve);
    const sent = Promise.race([promise, answered]);
    sent.catch(() => undefined);
    unsent.push(sent);
    return { answered, sent };
  };
  const line: Line = {
    send: (request) => (isSelect(request.text) ? send(request) : begun.then(() => send(request))),
    change: (change) => begin(change).answered,
    later: async (change) => {
      const { answered, sent } = begin(change);
      noteFailureOf(answered);
      unanswered.push(answered);
      await sent;
    },
  };
  return { line, sent: () => Promise.allSettled(unsent), answered: () => Promise.all(unanswered) };
};

/**
 * The transactions of a connection, one after another. If a unit of work waits for the connection, its BEGIN is sent
 * together with the COMMIT or ROLLBACK of the transaction before.
 */
export const transactionsOn = (client: PoolClient, prisma: SharedPrisma, isAwaited: () => boolean) => {
  const send = sendOn(client);
  let ahead: Promise<unknown> | undefined;
  let current: Transaction;
  client.on('error', (error) => current.fail(asPrismaError(error)));
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
