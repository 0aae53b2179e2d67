import { hash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import {
  Pool,
  type PoolClient,
  Query,
  type QueryArrayConfig,
  type QueryConfig,
  type QueryResult,
  TypeOverrides,
  types,
} from 'pg';
import { accessOver, type Client, type Connection, type Driver, isSelect, lazily } from '../client.ts';
import { type Locks, NO_LOCKS, quoted, type Value } from '../statements/statement.ts';
import { tablesOver } from '../tables/tables.ts';
import { type Bounds, codeOf, type Hosts, isLost } from './host-client.ts';

/** A pool outlives its connections: one that is lost while nobody uses it is replaced when it is needed. */
export const createPool = (hosts: Hosts, max: number, bounds: Bounds, pipeline = false) => {
  const waiting = { connectionTimeoutMillis: bounds.connecting, idleTimeoutMillis: 60_000 };
  const pool = new Pool({ Client: hosts.Client, max, pipeline, types: TYPES, ...waiting });
  pool.on('error', () => undefined);
  /** A connection that is trusted. */
  const connect = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      if (hosts.isTrusted(client)) return client;
      // Nobody may answer to its end, either.
      client.connection.stream.destroy();
      client.release(true);
    }
  };
  return { pool, connect };
};

/** Sends each statement on any connection of a pool. */
export const queryPool = ({ connect }: ReturnType<typeof createPool>, hosts: Hosts): Queryable => ({
  query: (query, values, callback) => {
    const send = (client: PoolClient): void => {
      const queryable: Queryable = client;
      queryable.query(query, values, (error, result) => {
        if (error && isLost(error)) hosts.distrust(client);
        client.release(error ?? undefined);
        callback(error, result);
      });
    };
    connect().then(send, (error) => callback(error, undefined as never));
  },
});

/** Prisma's have a row mode and types of their own. */
type Statement = Partial<QueryArrayConfig> & { readonly text: string };
type Queryable = {
  readonly query: (
    query: Query & QueryConfig,
    values: undefined,
    callback: (error: Error | null, result: QueryResult) => void,
  ) => void;
};

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
  const sendNow = (statement: Statement) => {
    const { text, values } = statement;
    // A statement with a name is planned once. It names its columns: with `SELECT *`, PostgreSQL would refuse its plan once a
    // newer program has added one.
    const name = names.get(text) ?? hash('sha1', text);
    names.set(text, name);
    // The driver copies a statement that is an object, which is slow. A text it takes as it is, and a name can be set afterwards.
    const query = Object.assign(new Query(statement.types ? statement : text, values), { text, name });
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
    queryable.query(query, undefined, (error, result) => (error ? reject(asConnectionError(error)) : resolve(result)));
    pipeline?.sent(promise);
    return promise;
  };
  // The one way of a statement: what is no SELECT waits until it is certain that there is a transaction.
  const send = (statement: Statement): Promise<QueryResult> =>
    pipeline && !isSelect(statement.text) ? pipeline.begun().then(() => sendNow(statement)) : sendNow(statement);
  const answer = (text: string, values: readonly Value[]) => send({ text, values: values.map(toParameter) });
  const count: Driver['count'] = async (text, values) => (await answer(text, values)).rowCount ?? 0;
  const write: Driver['write'] = async (...given) => {
    const done = count(...given);
    if (!pipeline) return void (await done);
    done.catch(() => undefined);
    await pipeline.begun();
  };
  const driver: Driver = {
    rows: async (text, values) => (await answer(text, values)).rows,
    count,
    write,
    insert: async (text, { table, names: columns }, rows) => {
      if (rows[0] && rows.length === 1) return write(text, rows[0]);
      const objects = rows.map((row) => {
        const object: Record<string, Value> = {};
        for (const [index, name] of columns.entries()) object[name] = row[index] ?? null;
        return object;
      });
      return write(insertRows(table, columns), [JSON.stringify(objects)]);
    },
    control: async (text) => void (await count(text, [])),
  };
  const prisma = lazily(() => prismaOver(send));
  const access = accessOver({ driver, prisma, locks: pipeline?.locks ?? NO_LOCKS });
  return { ...access, driver, tables: tablesOver(access) };
};

/** Any number of rows, as one value. */
const insertRows = (table: string, columns: readonly string[]): string =>
  `INSERT INTO "${table}" (${quoted(columns)})
   SELECT ${quoted(columns)} FROM json_populate_recordset(NULL::"${table}", $1::json)`;

/** The columns have no time zone, and hold UTC. */
const toParameter = (value: Value) => (value instanceof Date ? value.toISOString() : value);

const TYPES = new TypeOverrides();
TYPES.setTypeParser(types.builtins.INT8, Number);
TYPES.setTypeParser(types.builtins.TIMESTAMP, (text) => Date.parse(`${text.replace(' ', 'T')}Z`));

/** Cast, because the types of the providers' clients differ; the tables use what both have. */
const prismaOver = async (send: (statement: Statement) => Promise<QueryResult>): Promise<Client> => {
  const { PrismaClient } = await import('../generated/postgresql/client.ts');
  // Prisma's adapter asks for a pool. This one sends each statement on, and transactions begin and end outside of Prisma.
  const connect = () => Promise.reject(new Error('Transactions are not begun by Prisma.'));
  const adapter = new PrismaPg(Object.assign(new Pool({ max: 1 }), { query: send, connect }));
  return new PrismaClient({ adapter, errorFormat: 'minimal' }) as unknown as Client;
};

/** An error that is about the connection as the kind that Prisma has for it. Others stay as they are. */
const asConnectionError = (error: unknown): unknown => {
  if (!isLost(error)) return error;
  const originalCode = codeOf(error);
  return new DriverAdapterError({ kind: 'ConnectionClosed', ...(originalCode && { originalCode }) });
};

export const translated = <T>(promise: Promise<T>): Promise<T> =>
  promise.catch((error: unknown) => {
    throw asConnectionError(error);
  });
