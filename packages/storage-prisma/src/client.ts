import type { Tables } from '@health-case/domain/ports/tables';
import type { Prisma } from './generated/sqlite/client.ts';

/**
 * Prisma's client, inside a transaction or not. The clients of all providers come from the same models and differ only in
 * their types, so the tables are typed on that of SQLite.
 */
export type Client = Prisma.TransactionClient;

/** A value of a statement: the first is `$1`, the second `$2`, and so on. */
export type Value = string | number | Date | null;

/**
 * SQL statements on the connection that Prisma's client uses, inside its transaction if there is one. They are prepared
 * once and cost a tenth of a call of Prisma's client. They use the SQL that SQLite and PostgreSQL share. Moments come back as
 * numbers.
 */
export type Sql = {
  readonly all: <Row>(statement: string, ...values: readonly Value[]) => Promise<readonly Row[]>;
  /** Resolves to the number of rows it has changed. */
  readonly run: (statement: string, ...values: readonly Value[]) => Promise<number>;
  /** For a change whose result nobody needs. In a transaction on PostgreSQL its answer is not awaited; if it fails, so does the commit. */
  readonly write: (statement: string, ...values: readonly Value[]) => Promise<void>;
  /** Adds rows, as `write` does. */
  readonly insert: (table: string, columns: readonly string[], rows: readonly (readonly Value[])[]) => Promise<void>;
};

/** The end of a statement that locks the rows it finds, until the transaction ends. */
export type Locks = {
  /** Against changes by others, as the transaction may change the row. */
  readonly change: string;
  /** Against a removal by others: the transaction relies on the row and does not change it. */
  readonly rely: string;
  /** Against changes by others, and against whatever would refer to the row. */
  readonly remove: string;
  /** As `remove`, but passes over rows that others have locked. */
  readonly skip: string;
};

/** Outside of transactions, and where transactions run one after another, nothing is locked. */
const NO_LOCKS: Locks = { change: '', rely: '', remove: '', skip: '' };

/** How the tables reach a database. */
export type Access = {
  readonly sql: Sql;
  /** Loaded when it is first needed: it takes about 100 ms and 50 MB. */
  readonly prisma: () => Promise<Client>;
  readonly locks?: Locks;
};

export const locksOf = ({ locks = NO_LOCKS }: Access): Locks => locks;

export type Connection = Access & { readonly tables: Tables };

/** What came of the work in a transaction, and whether to commit it. */
export type Ended<T> = { readonly result: T; readonly commit: boolean };

/** The one way in which a process writes. */
export type Transactions = {
  /**
   * As `Database.transaction` promises it. It ends before the `deadline`, a moment of `performance.now()`. If it rejects,
   * nothing was committed, unless it was lost during the commit: then nobody can know (P-16, P-31).
   */
  readonly transaction: <T>(work: (connection: Connection) => Promise<Ended<T>>, deadline?: number) => Promise<T>;
  readonly close: () => Promise<void>;
};

export const insertRow = (table: string, columns: readonly string[]): string => {
  const values = columns.map((_, index) => `$${index + 1}`);
  return `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`)}) VALUES (${values})`;
};
