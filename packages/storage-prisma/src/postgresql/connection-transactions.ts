import { Fault } from '@health-case/domain/errors';
import type { PoolClient } from 'pg';
import { isSelect } from '../client.ts';
import { isAnswered, isLost } from '../failures.ts';
import type { Locks } from '../statement.ts';
import { connectionOver, createTexts, type Held, type Line, type Texts } from './connection.ts';
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
  /** COMMIT, or a unit's only statement, was sent and not answered: nobody knows whether it was executed. */
  | { readonly is: 'ending'; readonly answer: Promise<unknown> }
  /** Nothing of it is kept. The database answers in order, so the first error is the one that made the others. */
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'ended' };

export type Transaction = ReturnType<typeof transactionOver>;

/** Milliseconds. */
const FRESH = 1000;

/**
 * BEGIN is sent with the first statement, and only if there is one. A unit of one change, which is held until its end,
 * needs neither BEGIN nor COMMIT, if the connection has just answered. On another connection BEGIN comes first: if BEGIN
 * gets no answer, the unit runs again; if a change alone got none, nobody would know whether it was stored.
 */
const transactionOver = (send: Send, texts: Texts, lately: { answeredAt: number }) => {
  let state: State = { is: 'open' };
  const fail = (error: unknown, isRolledBack = false): void => {
    if (state.is === 'open' || (state.is === 'ending' && isRolledBack)) state = { is: 'failed', error };
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
  const { line, close, hasBegun, sent, answered } = lineOver(sendNow, texts, { throwFailure, noteFailureOf });
  /** Sends what ends the transaction. */
  const finish = async (last: Request): Promise<void> => {
    throwFailure();
    const answer = send({ ...last, timeout: LONG });
    state = { is: 'ending', answer };
    const { command } = await answer.catch((error: unknown) => {
      fail(error, !isLost(error));
      throw error;
    });
    lately.answeredAt = performance.now();
    if (command === 'ROLLBACK') fail(new Fault('A unit of work ignored a statement that failed.'), true);
    throwFailure();
    state = { is: 'ended' };
    await answered();
  };
  return {
    line,
    state: () => state,
    /** Notes an error that no statement had, such as the deadline. Once the end was sent, it does nothing. */
    fail: (error: unknown) => fail(error),
    end: async (isKept: boolean): Promise<void> => {
      const only = close(isKept, performance.now() - lately.answeredAt < FRESH);
      if (only) return finish(only);
      // COMMIT is sent after all changes.
      await sent();
      if (isKept && hasBegun()) return finish({ text: 'COMMIT' });
      throwFailure();
      state = { is: 'ended' };
      if (hasBegun()) await send({ text: 'ROLLBACK', timeout: LONG });
    },
  };
};

const afterTheEnd = () => new Fault('A statement came after the end of its unit of work.');

/**
 * Sends each statement without waiting for the answers to earlier ones. A change waits for the answer to BEGIN: after
 * a BEGIN that failed, the change would be committed at once. What is sent after a change waits with it. A change that
 * nobody awaits is held until the next statement, so that it can be sent as one with it, or as the only one.
 */
const lineOver = (
  send: Send,
  { asOne, requestOf }: Texts,
  { throwFailure, noteFailureOf }: { throwFailure: () => void; noteFailureOf: (answer: Promise<unknown>) => void },
) => {
  /** The changes until they are sent, and those that nobody awaits until they are answered. */
  const [unsent, unanswered]: [Promise<unknown>[], Promise<unknown>[]] = [[], []];
  let begun: Promise<unknown> | undefined;
  let [isChanging, isClosed] = [false, false];
  let held: Held | undefined;
  const start = <T>(change: (sent: () => void) => Promise<T>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answered = change(resolve);
    const sent = Promise.race([promise, answered]);
    sent.catch(() => undefined);
    unsent.push(sent);
    return { answered, sent };
  };
  const startUnawaited = (change: (sent: () => void) => Promise<unknown>): Promise<unknown> => {
    const { answered, sent } = start(change);
    noteFailureOf(answered);
    unanswered.push(answered);
    return sent;
  };
  const begin = (): Promise<unknown> => {
    const answer = send({ text: 'BEGIN' });
    answer.catch(() => undefined);
    return answer;
  };
  const sendInTurn: Send = (request) => {
    begun ??= begin();
    isChanging ||= !isSelect(request.text);
    return isChanging ? begun.then(() => send(request)) : send(request);
  };
  const take = (): Request | undefined => {
    const taken = held && requestOf(held);
    held = undefined;
    return taken;
  };
  const release = (): void => {
    const request = take();
    if (request) void startUnawaited((sent) => sendInTurn({ ...request, sent }));
  };
  const line: Line = {
    send: (request) => {
      release();
      return sendInTurn(request);
    },
    change: (change) => start(change).answered,
    later: async (change) => void (await startUnawaited(change)),
    hold: async (change) => {
      throwFailure();
      if (isClosed) throw afterTheEnd();
      if (held && change.joins && !held.isJoined) {
        held = asOne(held, change);
      } else {
        release();
        held = change;
      }
    },
  };
  return {
    line,
    /** Nothing is held any more. Returns the only statement of the unit, if there is one and it may be sent alone. */
    close: (isKept: boolean, mayBeAlone: boolean): Request | undefined => {
      isClosed = true;
      if (isKept && !(mayBeAlone && begun === undefined && unsent.length === 0)) return void release();
      const only = take();
      return isKept ? only : undefined;
    },
    hasBegun: () => begun !== undefined,
    sent: () => Promise.allSettled(unsent),
    answered: () => Promise.all(unanswered),
  };
};

/** The transactions of a connection, one after another. */
export const transactionsOn = (client: PoolClient, prisma: SharedPrisma) => {
  const send = sendOn(client);
  const texts = createTexts();
  const lately = { answeredAt: Number.NEGATIVE_INFINITY };
  let current: Transaction;
  client.on('error', (error) => current.fail(asPrismaError(error)));
  const connection = connectionOver(prisma, () => current.line, LOCKS, texts);
  return () => {
    current = transactionOver(send, texts, lately);
    return { connection, transaction: current };
  };
};
