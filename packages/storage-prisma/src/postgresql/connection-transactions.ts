import { Fault } from '@health-case/domain/errors';
import type { PoolClient } from 'pg';
import { isSelect } from '../client.ts';
import { isAnswered, isLost } from '../failures.ts';
import type { Locks } from '../statements/statement.ts';
import { connectionOver, type Held, joined, type Line, requestOf } from './connection.ts';
import { asPrismaError } from './errors.ts';
import type { SharedPrisma } from './prisma-adapter.ts';
import { type Request, type Send, sendOn } from './requests.ts';

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

/**
 * BEGIN is sent with the first statement, and only if there is one. A transaction of a single change, which is `held`
 * until its end, needs neither BEGIN nor COMMIT.
 */
const transactionOver = (send: Send) => {
  let state: State = { is: 'open' };
  const fail = (error: unknown, isRolledBack = false): void => {
    if (state.is === 'open' || (state.is === 'committing' && isRolledBack)) state = { is: 'failed', error };
  };
  const noteFailureOf = (answer: Promise<unknown>): void => {
    // After a statement that failed, COMMIT is a ROLLBACK, whatever becomes of its answer.
    answer.catch((error: unknown) => fail(error, isAnswered(error)));
  };
  const throwFailure = (): void => {
    if (state.is === 'failed') throw state.error;
  };
  const sendNow: Send = (request) => {
    if (state.is === 'failed') return Promise.reject(state.error);
    if (state.is !== 'open') return Promise.reject(afterTheEnd());
    const answer = send(request);
    noteFailureOf(answer);
    return answer;
  };
  const { line, takeOnly, sent, answered } = lineOver(sendNow, noteFailureOf);
  /** Sends what ends the transaction, after all changes. */
  const finish = async (last: Request): Promise<void> => {
    throwFailure();
    const answer = send({ ...last, timeout: LONG });
    state = { is: 'committing', answer };
    const { command } = await answer.catch((error: unknown) => {
      fail(error, !isLost(error));
      throw error;
    });
    if (command === 'ROLLBACK') fail(new Fault('A unit of work ignored a statement that failed.'), true);
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
      const only = takeOnly();
      if (only === undefined) {
        await sent();
        if (isKept) return finish(COMMIT);
        state = { is: 'ended' };
        await send({ text: 'ROLLBACK', timeout: LONG });
      } else if (only !== 'nothing' && isKept) {
        await finish(only);
      } else {
        throwFailure();
        state = { is: 'ended' };
      }
    },
  };
};

const [BEGIN, COMMIT]: [Request, Request] = [{ text: 'BEGIN' }, { text: 'COMMIT' }];
const afterTheEnd = () => new Fault('A statement came after the end of its unit of work.');

/**
 * Sends each statement without waiting for the answers to earlier ones. A change waits for the answer to BEGIN: after
 * a BEGIN that failed, the change would be committed at once. What is sent after a change waits with it.
 */
const lineOver = (send: Send, noteFailureOf: (answer: Promise<unknown>) => void) => {
  /** The changes until they are sent, and those that nobody awaits until they are answered. */
  const [unsent, unanswered]: [Promise<unknown>[], Promise<unknown>[]] = [[], []];
  let begun: Promise<unknown> | undefined;
  let [isChanging, isEnding] = [false, false];
  let held: Held | undefined;
  const start = <T>(change: (sent: () => void) => Promise<T>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answered = change(resolve);
    const sent = Promise.race([promise, answered]);
    sent.catch(() => undefined);
    unsent.push(sent);
    return { answered, sent };
  };
  const sendInTurn: Send = (request) => {
    begun ??= send(BEGIN);
    begun.catch(() => undefined);
    isChanging ||= !isSelect(request.text);
    return isChanging ? begun.then(() => send(request)) : send(request);
  };
  const startUnawaited = (change: (sent: () => void) => Promise<unknown>): Promise<unknown> => {
    const { answered, sent } = start(change);
    noteFailureOf(answered);
    unanswered.push(answered);
    return sent;
  };
  const release = (): void => {
    if (!held) return;
    const request = requestOf(held);
    held = undefined;
    void startUnawaited((sent) => sendInTurn({ ...request, sent }));
  };
  const line: Line = {
    send: (request) => {
      release();
      return sendInTurn(request);
    },
    change: (change) => start(change).answered,
    later: async (change) => void (await startUnawaited(change)),
    hold: async (change) => {
      if (isEnding) throw afterTheEnd();
      if (held && !held.joins && change.joins) {
        held = joined(held, change);
      } else {
        release();
        held = change;
      }
    },
  };
  return {
    line,
    /** The change that is held, if nothing else was asked for; or that nothing was. */
    takeOnly: (): Request | 'nothing' | undefined => {
      isEnding = true;
      if (begun || unsent.length > 0) return undefined;
      return held ? requestOf(held) : 'nothing';
    },
    sent: () => {
      release();
      return Promise.allSettled(unsent);
    },
    answered: () => Promise.all(unanswered),
  };
};

/** The transactions of a connection, one after another. */
export const transactionsOn = (client: PoolClient, prisma: SharedPrisma) => {
  const send = sendOn(client);
  let current: Transaction;
  client.on('error', (error) => current.fail(asPrismaError(error)));
  const connection = connectionOver(prisma, () => current.line, LOCKS);
  return () => {
    current = transactionOver(send);
    return { connection, transaction: current };
  };
};
