import { PrismaPg } from '@prisma/adapter-pg';
import {
  type ArgType,
  DriverAdapterError,
  type Error as Failure,
  type SqlDriverAdapter,
  type SqlQueryable,
} from '@prisma/driver-adapter-utils';
import { Pool } from 'pg';
import type { Access, Connection, Sql, Value } from '../client.ts';
import { PrismaClient as PostgresClient } from '../generated/postgresql/client.ts';
import type { PrismaClient } from '../generated/sqlite/client.ts';
import { tablesOver } from '../tables/tables.ts';
import { type Bounds, connectionTo } from './settings.ts';

/** A pool outlives its connections: one that is lost while nobody uses it is replaced when it is needed. */
export const createPool = (url: string, max: number, bounds: Bounds): Pool => {
  const pool = new Pool({ ...connectionTo(url, bounds), max, idleTimeoutMillis: 60_000 });
  pool.on('error', () => undefined);
  // Between two users a connection has no listener, and an error event without a listener would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
};

type PooledConnection = Connection & {
  readonly client: PrismaClient;
  readonly adapter: TranslatingPg;
};

/**
 * Prisma's client over a pool; disconnecting it closes the pool. One generator writes the clients of both providers from
 * one file of models. Their types differ (PostgreSQL's allows more), and the tables use what both have: so it is cast once.
 */
export const connectionOver = async (pool: Pool): Promise<PooledConnection> => {
  const adapter = new TranslatingPg(pool);
  const client = new PostgresClient({ adapter, errorFormat: 'minimal' }) as unknown as PrismaClient;
  await client.$connect();
  const access: Access = { prisma: async () => client, sql: postgresSql(() => adapter.pooled) };
  return { ...access, tables: tablesOver(access), client, adapter };
};

/** PostgreSQL infers the type of a value from the statement. */
const UNKNOWN: ArgType = { scalarType: 'unknown', arity: 'scalar' };

const queryOf = (sql: string, args: readonly Value[]) => ({ sql, args: [...args], argTypes: args.map(() => UNKNOWN) });

/** A plain loop, because it runs for every row of every list. */
const toRow = (names: readonly string[], values: readonly unknown[]): object => {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) row[names[index] as string] = values[index];
  return row;
};

/** SQL through Prisma's adapter, which names statements and gives every failure its kind. */
export const postgresSql = (queryable: () => SqlQueryable): Sql => ({
  all: async <Row>(statement: string, ...values: readonly Value[]) => {
    const { columnNames, rows } = await queryable().queryRaw(queryOf(statement, values));
    return rows.map((row) => toRow(columnNames, row) as Row);
  },
  run: async (statement, ...values) => queryable().executeRaw(queryOf(statement, values)),
});

/** Prisma's adapter with a kind for every failure, and with statements that are planned once per connection. */
class TranslatingPg extends PrismaPg {
  #pooled: SqlQueryable | undefined;
  #transaction: SqlQueryable | undefined;

  constructor(pool: Pool) {
    super(pool, { disposeExternalPool: true, statementNameGenerator: createStatementNames() });
  }

  override async connect(): Promise<Awaited<ReturnType<PrismaPg['connect']>>> {
    const connection = translating(await super.connect());
    const start = connection.startTransaction.bind(connection) as SqlDriverAdapter['startTransaction'];
    connection.startTransaction = (async (level) => {
      const transaction = translating(await translated(() => start(level)));
      this.#transaction = transaction;
      return transaction;
    }) as typeof connection.startTransaction;
    this.#pooled = connection;
    return connection;
  }

  /** For statements outside transactions, once the client has connected. */
  get pooled(): SqlQueryable {
    if (!this.#pooled) throw new Error('There is no connection yet.');
    return this.#pooled;
  }

  /** The transaction that was begun last, where they are begun one after another. */
  get transaction(): SqlQueryable {
    if (!this.#transaction) throw new Error('There is no transaction yet.');
    return this.#transaction;
  }
}

const translating = <Queryable extends SqlQueryable>(queryable: Queryable): Queryable => {
  const [query, execute] = [queryable.queryRaw.bind(queryable), queryable.executeRaw.bind(queryable)];
  queryable.queryRaw = (statement) => translated(() => query(statement));
  queryable.executeRaw = (statement) => translated(() => execute(statement));
  return queryable;
};

const translated = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw new DriverAdapterError(failureOf(error));
  }
};

/**
 * An error of the driver without a code is always about the connection (it ended, was not made in time, did not answer in
 * time). Prisma has no kind for it, and none for a server that says why it ends a connection.
 */
const failureOf = (error: unknown): Failure => {
  if (!(error instanceof DriverAdapterError)) return { kind: 'ConnectionClosed' };
  const { originalCode } = error.cause;
  if (originalCode !== undefined && ENDED.test(originalCode)) return { originalCode, kind: 'ConnectionClosed' };
  return error.cause;
};

/**
 * Connection exceptions, a server that stops or starts, a transaction that was idle for too long.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const ENDED = /^(08...|57P0[1-5]|25P03)$/;

const MOST_NAMES = 500;
const UNNAMED = '';

/**
 * Names each statement, which lets PostgreSQL reuse its plan. A statement with `SELECT *` has no name: PostgreSQL refuses
 * its plan once a newer program has added a column.
 */
const createStatementNames = () => {
  const names = new Map<string, string>();
  return ({ sql }: { readonly sql: string }): string => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MOST_NAMES || /\bSELECT (\w+\.)?\*/.test(sql)) return UNNAMED;
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
};
