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

type State =
  | { readonly is: 'open' }
  /** COMMIT was sent and not answered: nobody knows whether it was executed. */
  | { readonly is: 'committing'; readonly answer: Promise<unknown> }
  /** Nothing of it is kept. The database answers in order, so the first error is the one that made the others. */
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'ended' };

export type Transaction = ReturnType<typeof transactionOver>;

/** A transaction whose BEGIN is answered as `begun` is. `sendAhead` is called when its end was sent. */
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
    /** Something else than its statements failed. Once COMMIT was sent, that says nothing. */
    fail: (error: unknown) => fail(error),
    end: async (isKept: boolean): Promise<void> => {
      // COMMIT overtakes no change.
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
 * The statements of a transaction. None waits for the answers to earlier ones, but a change waits for that to BEGIN: if BEGIN had
 * failed, the change would be committed at once.
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

/** The transactions of a connection, one after another. If another unit of work waits for it, its BEGIN travels with this end. */
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
