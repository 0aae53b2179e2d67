import { Fault } from '@health-case/domain/errors';
import type { Prisma } from './generated/sqlite/client.ts';
import { type Insertion, type Locks, NO_LOCKS, type Query, type Statement, type Value } from './statement.ts';

type Models = Pick<Prisma.TransactionClient, Uncapitalize<Prisma.ModelName>>;

/**
 * All models. Both providers' clients come from the same models; this is the type of SQLite's. `findUnique` is left
 * out: calls of it wait for the others of their turn, also those of other transactions, and become one statement.
 * `findFirst` is sent at once, and costs half.
 */
export type Client = { readonly [Model in keyof Models]: Omit<Models[Model], `findUnique${string}`> };

/** All models, without what changes them. */
export type Reading = { readonly [Model in keyof Models]: Pick<Models[Model], 'findFirst' | 'findMany' | 'count'> };

/** A statement that changes nothing: PostgreSQL allows a change only in a WITH that stands in front of the SELECT. */
export type Select = `SELECT ${string}`;

/** What a provider does with texts, in the connection's transaction if there is one. Moments come back as numbers. */
export type Driver = {
  readonly rows: (text: string, values: readonly Value[]) => Promise<readonly unknown[]>;
  /** Resolves to the number of rows it has changed. */
  readonly count: (text: string, values: readonly Value[]) => Promise<number>;
  readonly write: (text: string, values: readonly Value[], joins?: boolean) => Promise<void>;
  /** `text` inserts one row. */
  readonly insert: (
    text: string,
    insertion: Pick<Insertion, 'into' | 'joins' | 'skips'>,
    rows: readonly (readonly Value[])[],
  ) => Promise<void>;
  /** As `Sql.expect`. If it is missing, nothing is expected. */
  readonly expect?: (text: string, values: readonly Value[], rows: number) => Promise<boolean>;
  /** As `Sql.beside`. If it is missing, the query is sent as others are. */
  readonly beside?: Driver['rows'];
};

/** Statements, inside the connection's transaction if there is one. */
type Sql = {
  /** Whether each answer takes a round trip. */
  readonly isFar: boolean;
  readonly rows: <Row, Values extends readonly Value[]>(
    query: Query<Row, Values>,
    ...values: Values
  ) => Promise<readonly Row[]>;
  readonly one: <Row, Values extends readonly Value[]>(
    query: Query<Row, Values>,
    ...values: Values
  ) => Promise<Row | undefined>;
  /**
   * The first of the rows, of a query that locks nothing, as one statement with changes before and behind it. Its answer may
   * come only as the unit ends, so within the unit nobody awaits it.
   */
  readonly beside: Sql['one'];
  /** Resolves to the number of rows that the statement has changed. */
  readonly count: <Values extends readonly Value[]>(statement: Statement<Values>, ...values: Values) => Promise<number>;
  /** For a change whose result nobody needs. PostgreSQL's answer is not awaited; if it fails, so does the commit. */
  readonly write: <Values extends readonly Value[]>(statement: Statement<Values>, ...values: Values) => Promise<void>;
  readonly insert: (insertion: Insertion, rows: readonly (readonly Value[])[]) => Promise<void>;
  /**
   * True: it is sent, and nobody awaits it. Unless it returns so many rows, nothing of the unit is kept, and it runs
   * again. False: it is not sent, as the unit runs again, or SQLite answers at once. Ask in its place.
   */
  readonly expect: <Values extends readonly Value[]>(
    statement: Statement<Values>,
    rows: number,
    ...values: Values
  ) => Promise<boolean>;
  /**
   * Locks until the transaction ends; where nothing needs a lock, nothing is sent. What is read next is sent without
   * waiting for the answer, and sees what was committed while the lock waited.
   */
  readonly lock: <Values extends readonly Value[]>(statement: Statement<Values>, ...values: Values) => Promise<void>;
};

/** What the tables are made of. */
export type Access = {
  readonly sql: Sql;
  /** A read by Prisma's client, sent behind `lock`. */
  readonly read: <T>(read: (client: Reading) => Promise<T>, lock?: Promise<unknown>) => Promise<T>;
  readonly change: <T>(change: (client: Client) => Promise<T>) => Promise<T>;
  /** A change by Prisma's client, of one statement, whose result nobody needs: as `Sql.write`. */
  readonly write: (change: (client: Client) => Promise<unknown>) => Promise<void>;
};

/** What a provider makes an access of. */
export type Provider = {
  readonly driver: Driver;
  readonly locks: Locks;
  /** Works with Prisma's client, which is loaded before the store says that it is ready. */
  readonly prisma: <T>(work: (client: Client) => Promise<T>) => Promise<T>;
  readonly change: Access['change'];
  /** If it is missing, `write` awaits the change. */
  readonly write?: Access['write'];
};

export const accessOver = ({ driver, locks, prisma, change, write }: Provider): Access => ({
  sql: sqlOver(driver, locks),
  read: async (read, lock) => {
    const [result] = await Promise.all([prisma(read), lock]);
    return result;
  },
  change,
  write: write ?? (async (work) => void (await change(work))),
});

const sqlOver = (driver: Driver, locks: Locks): Sql => {
  // Some statements are made for one call.
  const texts = new WeakMap<Statement, string>();
  const textOf = (statement: Statement): string => {
    const text = texts.get(statement) ?? statement.text(locks);
    texts.set(statement, text);
    return text;
  };
  const rowsBy =
    (send: Driver['rows']): Sql['rows'] =>
    async (query, ...values) => {
      const rows = await send(textOf(query), values);
      if (query.row.areRows(rows)) return rows;
      throw new Fault(`A statement lacks columns that it should have: ${query.row.names}.`);
    };
  const rowsOf = rowsBy(driver.rows);
  const rowsBeside = rowsBy(driver.beside ?? driver.rows);
  return {
    isFar: locks !== NO_LOCKS,
    rows: rowsOf,
    one: async (query, ...values) => (await rowsOf(query, ...values))[0],
    beside: async (query, ...values) => (await rowsBeside(query, ...values))[0],
    count: (statement, ...values) => driver.count(textOf(statement), values),
    write: async (statement, ...values) => {
      const { first, joins } = statement;
      const ofFirst = first?.values ?? 0;
      await Promise.all([
        first && driver.write(textOf(first.statement), values.slice(0, ofFirst), first.statement.joins),
        driver.write(textOf(statement), values.slice(ofFirst), joins),
      ]);
    },
    insert: (insertion, rows) => driver.insert(textOf(insertion), insertion, rows),
    expect: async (statement, rows, ...values) => (await driver.expect?.(textOf(statement), values, rows)) ?? false,
    lock: async (statement, ...values) => {
      if (locks !== NO_LOCKS) await driver.rows(textOf(statement), values);
    },
  };
};

/** `trail`: where the audit trail is read and written, if that is another connection. */
export type Connection = Access & { readonly driver: Driver; readonly trail?: Access };

/** One whose transaction several units of work share. */
export type SharedConnection = Connection & {
  /** Begins or ends a part of the transaction, once the changes that are under way have ended. */
  readonly control: (text: string) => Promise<void>;
};

export type Ended<T> = { readonly result: T; readonly commit: boolean };

/** The one way in which a process writes. */
export type Transactions<On extends Connection = Connection> = {
  /**
   * As `Database.transaction` promises it. It ends before the `deadline`, a moment of `performance.now()`. If it
   * rejects, nothing was committed, unless it was lost during the commit: then nobody can know (P-16, P-31).
   */
  readonly transaction: <T>(work: (connection: On) => Promise<Ended<T>>, deadline?: number) => Promise<T>;
  readonly close: () => Promise<void>;
};
