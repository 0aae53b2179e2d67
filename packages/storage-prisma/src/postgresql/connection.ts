import { hash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import { Pool, type QueryArrayConfig, type QueryResult, TypeOverrides, types } from 'pg';
import {
  type Access,
  type Client,
  type Connection,
  type Locks,
  lazily,
  NO_LOCKS,
  named,
  type Sql,
  type Value,
} from '../client.ts';
import { tablesOver } from '../tables/tables.ts';
import { type Bounds, clientOf, codeOf, isLost } from './host-client.ts';

/** A pool outlives its connections: one that is lost while nobody uses it is replaced when it is needed. */
export const createPool = (url: string, max: number, bounds: Bounds, pipeline = false): Pool => {
  const waiting = { connectionTimeoutMillis: bounds.connecting, idleTimeoutMillis: 60_000 };
  const pool = new Pool({ Client: clientOf(url, bounds), max, pipeline, ...waiting });
  pool.on('error', () => undefined);
  return pool;
};

type Query = Partial<QueryArrayConfig> & { readonly text: string };
type Queryable = { readonly query: (query: Query) => Promise<QueryResult> };

/** How the statements of a transaction are sent: without waiting for the answers to earlier ones. */
type Pipeline = {
  readonly locks: Locks;
  /** Fulfilled when a statement that changes something may be sent. */
  readonly begun: () => Promise<unknown>;
  /** Called with the answer to each statement, because the answer to a `write` is not awaited. */
  readonly sent: (answer: Promise<unknown>) => void;
};

/** `pipeline`: for the connection of transactions. */
export const connectionOver = (queryable: Queryable, pipeline?: Pipeline): Connection => {
  const names = new Map<string, string>();
  const send = (query: Query) => {
    // A statement with a name is planned once. It names its columns: with `SELECT *`, PostgreSQL would refuse its plan once a
    // newer program has added one.
    const name = names.get(query.text) ?? hash('sha1', query.text);
    names.set(query.text, name);
    const answer = translated(queryable.query({ ...query, name }));
    pipeline?.sent(answer);
    return answer;
  };
  const run = async (text: string, ...values: readonly Value[]) => {
    await pipeline?.begun();
    return (await send({ text, values: values.map(toParameter) })).rowCount ?? 0;
  };
  const write: Sql['write'] = async (...given) => {
    const done = run(...given);
    if (!pipeline) return void (await done);
    done.catch(() => undefined);
    await pipeline.begun();
  };
  const access: Access = {
    locks: pipeline?.locks ?? NO_LOCKS,
    sql: {
      all: async <Row>(text: string, ...values: readonly Value[]) =>
        (await send({ text, values: values.map(toParameter), types: TYPES })).rows as Row[],
      run,
      write,
      insert: async ({ table, columns, statement }, rows) => {
        if (rows[0] && rows.length === 1) return write(statement, ...rows[0]);
        const objects = rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
        return write(insertRows(table, columns), JSON.stringify(objects));
      },
    },
    prisma: lazily(() => prismaOver(send)),
  };
  return { ...access, tables: tablesOver(access) };
};

/** Any number of rows, as one value. */
const insertRows = (table: string, columns: readonly string[]): string =>
  `INSERT INTO "${table}" (${named(columns)})
   SELECT ${named(columns)} FROM json_populate_recordset(NULL::"${table}", $1::json)`;

/** The columns have no time zone, and hold UTC. */
const toParameter = (value: Value) => (value instanceof Date ? value.toISOString() : value);

const TYPES = new TypeOverrides();
TYPES.setTypeParser(types.builtins.TIMESTAMP, (text) => Date.parse(`${text.replace(' ', 'T')}Z`));

/** Cast, because the types of the providers' clients differ; the tables use what both have. */
const prismaOver = async (send: Queryable['query']): Promise<Client> => {
  const { PrismaClient } = await import('../generated/postgresql/client.ts');
  // Prisma's adapter asks for a pool. This one sends each statement on, and transactions begin and end outside of Prisma.
  const connect = () => Promise.reject(new Error('Transactions are not begun by Prisma.'));
  const adapter = new PrismaPg(Object.assign(new Pool({ max: 1 }), { query: send, connect }));
  return new PrismaClient({ adapter, errorFormat: 'minimal' }) as unknown as Client;
};

/** Settles as the promise does, but gives an error that is about the connection the kind that Prisma has for it. */
export const translated = <T>(promise: Promise<T>): Promise<T> =>
  promise.catch((error: unknown) => {
    if (!isLost(error)) throw error;
    const originalCode = codeOf(error);
    throw new DriverAdapterError({ kind: 'ConnectionClosed', ...(originalCode && { originalCode }) });
  });
