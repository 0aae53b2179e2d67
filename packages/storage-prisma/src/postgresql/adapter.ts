import { PrismaPg } from '@prisma/adapter-pg';
import {
  DriverAdapterError,
  type Error as Failure,
  type SqlDriverAdapter,
  type SqlQueryable,
} from '@prisma/driver-adapter-utils';
import type { Pool } from 'pg';

/**
 * What the driver throws without a code of its own is always about the connection (it ended, was not made in time, did not
 * answer in time), and Prisma knows no word for it; neither has it one for a server that says why it ends a connection.
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

const translated = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw new DriverAdapterError(failureOf(error));
  }
};

const translating = <Queryable extends SqlQueryable>(queryable: Queryable): Queryable => {
  const [query, execute] = [queryable.queryRaw.bind(queryable), queryable.executeRaw.bind(queryable)];
  queryable.queryRaw = (statement) => translated(() => query(statement));
  queryable.executeRaw = (statement) => translated(() => execute(statement));
  return queryable;
};

/** Prisma's adapter, whose failures all have a kind and so a code, and whose statements are planned once per connection. */
export class TranslatingPg extends PrismaPg {
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

  /** For a statement of its own, once the client has connected. */
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

const MOST_NAMES = 500;
const UNNAMED = '';

/**
 * A name for each statement that comes again, which lets PostgreSQL keep its plan. Those that select whatever columns there
 * are have none: their plan would be refused once a newer program has added a column.
 */
const createStatementNames = () => {
  const names = new Map<string, string>();
  return ({ sql }: { readonly sql: string }): string => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (/\bSELECT (\w+\.)?\*/.test(sql)) return UNNAMED;
    if (names.size >= MOST_NAMES) return UNNAMED;
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
};
