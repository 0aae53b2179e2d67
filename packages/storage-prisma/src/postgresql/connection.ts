import { hash } from 'node:crypto';
import { Fault } from '@health-case/domain/errors';
import { Pool, type PoolClient, type QueryResult, type QueryResultRow, TypeOverrides, types } from 'pg';
import { accessOver, type Client, type Connection, type Driver, type Select } from '../access.ts';
import { isAnswered, isLost } from '../failures.ts';
import { insertRows, type Locks, NO_LOCKS, type Value } from '../statement.ts';
import { asPrismaError } from './errors.ts';
import type { Bounds, Hosts } from './host-client.ts';
import { prisma } from './prisma-adapter.ts';
import { type Prepared, type Request, type Send, sendOn } from './requests.ts';

/** A pool outlives its connections: one that is lost while nobody uses it is replaced when it is needed. */
export const createPool = (hosts: Hosts, max: number, bounds: Bounds, pipeline = false) => {
  const waiting = { connectionTimeoutMillis: bounds.connecting, idleTimeoutMillis: 60_000 };
  const pool = new Pool({ Client: hosts.Client, max, pipeline, types: TYPES, ...waiting });
  pool.on('error', () => undefined);
  const connectTrusted = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      if (hosts.isTrusted(client)) return client;
      // Nobody may answer to its end, either.
      client.connection.stream.destroy();
      client.release(true);
    }
  };
  const connect = () =>
    hosts.inTurn(connectTrusted).catch((error: unknown) => {
      throw asPrismaError(error);
    });
  return { pool, connect };
};

/** Each statement on any connection of a pool. */
export const readerOver = ({ connect }: ReturnType<typeof createPool>, hosts: Hosts): Connection => {
  const send: Send = async (request) => {
    const client = await connect();
    try {
      const result = await sendOn(client)(request);
      client.release();
      return result;
    } catch (error) {
      if (isLost(error)) hosts.distrust(client);
      client.release(true);
      throw error;
    }
  };
  const texts = createTexts();
  const change: Line['change'] = (begin) => begin(() => undefined);
  const line: Line = {
    mayExpect: false,
    send,
    change,
    later: async (begin) => void (await change(begin)),
    hold: async (change) => void (await send(texts.requestOf([change]))),
  };
  return connectionOver(() => line, NO_LOCKS, texts);
};

/** Where requests go: a transaction, or any connection of a pool. */
type Line = {
  /** Not if the unit has failed before. */
  readonly mayExpect: boolean;
  readonly send: Send;
  /** A change calls `sent` when it is sent. */
  readonly change: <T>(begin: (sent: () => void) => Promise<T>) => Promise<T>;
  /** The same for a change whose result nobody needs. Resolves when it is sent, if that is soon enough. */
  readonly later: (begin: (sent: () => void) => Promise<unknown>) => Promise<void>;
  /** The same for a change whose text and values are known. It is sent before anything else is, or at the end. */
  readonly hold: (change: Held) => Promise<void>;
};

/** `joins`: as `Statement` says. `rows`: how many it must return. `asked`: of a query, of which one is held at most. */
type Held = Pick<Request, 'asked'> & {
  readonly text: string;
  readonly values: readonly Value[];
  readonly joins?: boolean | undefined;
  readonly rows?: number;
};

type Texts = ReturnType<typeof createTexts>;

/** What is made of the texts of statements: their names, and several as one. It is made once. */
const createTexts = () => {
  const [ofObjects, ofArrays] = [new Map<string, Prepared>(), new Map<string, Prepared>()];
  const joined = new Map<string, string>();
  /** Each text names its columns: with `SELECT *`, PostgreSQL would refuse its plan once a newer program adds one. */
  const named = (request: Request): Request => {
    const all = request.rows ? ofArrays : ofObjects;
    const prepared = all.get(request.text) ?? { name: hash('sha1', request.text) };
    all.set(request.text, prepared);
    return { ...request, prepared };
  };
  return {
    named,
    requestOf: (all: readonly Held[]): Request => {
      const key = all.map(({ text, rows = '' }) => `${text}${rows}`).join();
      const text = joined.get(key) ?? textOfAll(all);
      joined.set(key, text);
      const asked = all.find(({ asked }) => asked)?.asked;
      return named({ text, values: all.flatMap(({ values }) => values.map(toParameter)), asked });
    },
  };
};

/** The text of a statement whose values come behind so many others. */
const behind = (values: number, text: string): string =>
  text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + values}`);

/**
 * Changes as one. Where some rows are expected and do not come, it divides by zero. A WITH that the first change has goes
 * on: PostgreSQL allows changes in the outermost one only. A query among them becomes a part of the last SELECT.
 */
export const textOfAll = (all: readonly Held[]): string => {
  let values = 0;
  const parts = all.map((one, nth) => {
    const part = { name: `"part ${nth}"`, text: behind(values, one.text), rows: one.rows, isQuery: Boolean(one.asked) };
    values += one.values.length;
    return part;
  });
  const expected = parts.flatMap(({ name, rows }) =>
    rows === undefined ? [] : `(SELECT COUNT(*) FROM ${name}) = ${rows}`,
  );
  const query = parts.length > 1 ? parts.find(({ isQuery }) => isQuery) : undefined;
  const fails = `SELECT 1 / CASE WHEN ${expected.join(' AND ') || 'TRUE'} THEN 1 ELSE 0 END AS "${FITS}"`;
  const looks = query ? `, "looked".* FROM (VALUES (1)) "one" LEFT JOIN (${query.text}) "looked" ON TRUE` : '';
  const [main = '', others] =
    query || expected.length > 0
      ? [fails + looks, parts.filter((part) => part !== query)]
      : [parts[0]?.text, parts.slice(1)];
  if (others.length === 0) return main;
  const inFront = `WITH ${others.map(({ name, text }) => `${name} AS (${text})`).join(', ')}`;
  return main.startsWith('WITH ') ? `${inFront}, ${main.slice(5)}` : `${inFront} ${main}`;
};

const FITS = 'fits';
/** Of a query that has found nothing, the SELECT that it is a part of has a row all the same. */
const hasFound = ({ [FITS]: _, ...row }: QueryResultRow): boolean => Object.values(row).some((value) => value !== null);

export const isSelect = (text: string): text is Select => text.startsWith('SELECT ');

/** `line` tells where what is asked for now goes. */
const connectionOver = (line: () => Line, locks: Locks, { named, requestOf }: Texts): Connection => {
  const answer = (text: string, values: readonly Value[]) => line().send(requestOf([{ text, values }]));
  const driver: Driver = {
    rows: async (text, values) => (await answer(text, values)).rows,
    count: async (text, values) => (await answer(text, values)).rowCount ?? 0,
    beside: async (text, values) => {
      const { promise, resolve } = Promise.withResolvers<QueryResult>();
      await line().hold({ text, values, joins: true, asked: resolve });
      return (await promise).rows.filter(hasFound);
    },
    write: (text, values, joins) => line().hold({ text, values, joins }),
    expect: async (text, values, rows) => {
      const { mayExpect, hold } = line();
      if (mayExpect) await hold({ text, values, rows, joins: true });
      return mayExpect;
    },
    insert: async (text, { into: { table, names: columns }, joins, skips }, rows) => {
      const { hold } = line();
      if (rows[0] && rows.length === 1) return hold({ text, values: rows[0], joins });
      const objects = rows.map((row) => {
        const object: Record<string, Value> = {};
        for (const [index, name] of columns.entries()) object[name] = row[index] ?? null;
        return object;
      });
      return hold({ text: insertRows(table, columns, skips), values: [JSON.stringify(objects)], joins });
    },
  };
  /** What is sent belongs to the line that there is now. */
  const over = <T>(work: (client: Client) => Promise<T>, sent?: () => void): Promise<T> => {
    const { send } = line();
    return prisma.over((request) => send(named(isSelect(request.text) ? request : { ...request, sent })), work);
  };
  const access = accessOver({
    driver,
    locks,
    prisma: over,
    change: (work) => line().change((sent) => over(work, sent)),
    write: (work) => line().later((sent) => over(work, sent)),
  });
  return { ...access, driver };
};

/** The columns have no time zone, and hold UTC. */
const toParameter = (value: Value) => (value instanceof Date ? value.toISOString() : value);

const TYPES = new TypeOverrides();
TYPES.setTypeParser(types.builtins.INT8, Number);
TYPES.setTypeParser(types.builtins.TIMESTAMP, (text) => Date.parse(`${text.replace(' ', 'T')}Z`));

export const LOCKS: Locks = {
  change: ' FOR NO KEY UPDATE',
  rely: ' FOR KEY SHARE',
  remove: ' FOR UPDATE',
  skip: ' FOR UPDATE SKIP LOCKED',
  skipToChange: ' FOR NO KEY UPDATE SKIP LOCKED',
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
const transactionOver = (send: Send, texts: Texts, lately: { answeredAt: number }, mayExpect: boolean) => {
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
  const { line, close, hasBegun, sent, answered } = lineOver(sendNow, texts, {
    throwFailure,
    noteFailureOf,
    mayExpect,
  });
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
  { requestOf }: Texts,
  {
    throwFailure,
    noteFailureOf,
    mayExpect,
  }: { throwFailure: () => void; noteFailureOf: (answer: Promise<unknown>) => void } & Pick<Line, 'mayExpect'>,
) => {
  /** The changes until they are sent, and those that nobody awaits until they are answered. */
  const [unsent, unanswered]: [Promise<unknown>[], Promise<unknown>[]] = [[], []];
  let begun: Promise<unknown> | undefined;
  let [isChanging, isClosed] = [false, false];
  let held: readonly Held[] = [];
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
    const taken = held.length > 0 ? requestOf(held) : undefined;
    held = [];
    return taken;
  };
  const release = (): void => {
    const request = take();
    if (request) void startUnawaited((sent) => sendInTurn({ ...request, sent }));
  };
  const line: Line = {
    mayExpect,
    send: (request) => {
      release();
      return sendInTurn(request);
    },
    change: (change) => start(change).answered,
    later: async (change) => void (await startUnawaited(change)),
    hold: async (change) => {
      throwFailure();
      if (isClosed) throw afterTheEnd();
      if (!change.joins || (change.asked && held.some(({ asked }) => asked))) release();
      held = [...held, change];
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
export const transactionsOn = (client: PoolClient) => {
  const send = sendOn(client);
  const texts = createTexts();
  const lately = { answeredAt: Number.NEGATIVE_INFINITY };
  let current: Transaction;
  client.on('error', (error) => current.fail(asPrismaError(error)));
  const connection = connectionOver(() => current.line, LOCKS, texts);
  return (mayExpect: boolean) => {
    current = transactionOver(send, texts, lately, mayExpect);
    return { connection, transaction: current };
  };
};
