import { hash } from 'node:crypto';
import { Pool, type PoolClient, TypeOverrides, types } from 'pg';
import { accessOver, type Client, type Connection, type Driver, isSelect } from '../client.ts';
import { isLost } from '../failures.ts';
import { behind, insertRows, type Locks, NO_LOCKS, type Value } from '../statement.ts';
import { asPrismaError } from './errors.ts';
import type { Bounds, Hosts } from './host-client.ts';
import type { SharedPrisma } from './prisma-adapter.ts';
import { type Request, type Send, sendOn } from './requests.ts';

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
export const readerOver = (
  prisma: SharedPrisma,
  { connect }: ReturnType<typeof createPool>,
  hosts: Hosts,
): Connection => {
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
    send,
    change,
    later: async (begin) => void (await change(begin)),
    hold: async (held) => void (await send(texts.requestOf(held))),
  };
  return connectionOver(prisma, () => line, NO_LOCKS, texts);
};

/** Where requests go: a transaction, or any connection of a pool. */
export type Line = {
  readonly send: Send;
  /** A change calls `sent` when it is sent. */
  readonly change: <T>(begin: (sent: () => void) => Promise<T>) => Promise<T>;
  /** The same for a change whose result nobody needs. Resolves when it is sent, if that is soon enough. */
  readonly later: (begin: (sent: () => void) => Promise<unknown>) => Promise<void>;
  /** The same for a change whose text and values are known. It is sent before anything else is, or at the end. */
  readonly hold: (change: Held) => Promise<void>;
};

/** `joins`: as `Insertion` says. `isJoined`: another one has joined it. */
export type Held = {
  readonly text: string;
  readonly values: readonly Value[];
  readonly joins?: boolean;
  readonly isJoined?: boolean;
};

export type Texts = ReturnType<typeof createTexts>;

/** What is made of the texts of statements: their names, and two as one. It is made once. */
export const createTexts = () => {
  const names = new Map<string, string>();
  /** By the text of the second, and that of the first. */
  const both = new Map<string, Map<string, string>>();
  /** Each text names its columns: with `SELECT *`, PostgreSQL would refuse its plan once a newer program adds one. */
  const named = (request: Request): Request => {
    const name = names.get(request.text) ?? hash('sha1', request.text);
    names.set(request.text, name);
    return { ...request, name };
  };
  return {
    named,
    requestOf: ({ text, values }: Held): Request => named({ text, values: values.map(toParameter) }),
    asOne: (first: Held, second: Held): Held => {
      const known = both.get(second.text) ?? new Map<string, string>();
      both.set(second.text, known);
      const text = known.get(first.text) ?? textOfBoth(first, second);
      known.set(first.text, text);
      return { text, values: [...first.values, ...second.values], isJoined: true };
    },
  };
};

/** Two changes as one. A WITH that the first has goes on: PostgreSQL allows changes in the outermost one only. */
export const textOfBoth = (first: Held, second: Held): string => {
  const inFront = `WITH "joined" AS (${behind(first.values.length, second.text)})`;
  return first.text.startsWith('WITH ') ? `${inFront}, ${first.text.slice(5)}` : `${inFront} ${first.text}`;
};

/** `line` tells where what is asked for now goes. */
export const connectionOver = (
  prisma: SharedPrisma,
  line: () => Line,
  locks: Locks,
  { named, requestOf }: Texts,
): Connection => {
  const answer = (text: string, values: readonly Value[]) => line().send(requestOf({ text, values }));
  const driver: Driver = {
    rows: async (text, values) => (await answer(text, values)).rows,
    count: async (text, values) => (await answer(text, values)).rowCount ?? 0,
    write: (text, values) => line().hold({ text, values }),
    insert: async (text, { into: { table, names: columns }, joins = false, skips }, rows) => {
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
