import type { Tables } from '@health-case/domain/ports/tables';
import type { Prisma } from './generated/sqlite/client.ts';

type Whole = Prisma.TransactionClient;

/** All models. Both providers' clients come from the same models; this is the type of SQLite's. */
export type Client = Omit<Whole, `$${string}`>;

type ReadingMethod = 'findUnique' | 'findFirst' | 'findMany' | 'count' | 'aggregate';

/** All models, without what changes them. */
export type Reading = { readonly [Model in keyof Client]: Pick<Client[Model], ReadingMethod & keyof Client[Model]> };

/** A value of a statement: `$1`, `$2` and so on. */
export type Value = string | number | Date | null;

/** A statement that changes nothing. (PostgreSQL allows a change within a SELECT only in a WITH that stands in front of it.) */
export type Select = `SELECT ${string}`;

export const isSelect = (statement: string): statement is Select => statement.startsWith('SELECT ');

/** Statements in the SQL that SQLite and PostgreSQL share, inside the connection's transaction if there is one. Moments come back as numbers. */
export type Sql = {
  readonly all: <Row>(statement: Select, ...values: readonly Value[]) => Promise<readonly Row[]>;
  /** Resolves to the rows that a change returns. */
  readonly change: <Row>(statement: string, ...values: readonly Value[]) => Promise<readonly Row[]>;
  /** Resolves to the number of rows it has changed. */
  readonly run: (statement: string, ...values: readonly Value[]) => Promise<number>;
  /** For a change whose result nobody needs. In a transaction on PostgreSQL its answer is not awaited; if it fails, so does the commit. */
  readonly write: (statement: string, ...values: readonly Value[]) => Promise<void>;
  readonly insert: (into: Insertion, rows: readonly (readonly Value[])[]) => Promise<void>;
};

/** How rows are inserted. `statement` inserts one of them. */
export type Insertion = { readonly table: string; readonly columns: readonly string[]; readonly statement: string };

/** The end of a statement that locks the rows it finds, until the transaction ends. */
export type Locks = {
  /** Against changes by others. */
  readonly change: string;
  /** Against a removal by others, by whoever only relies on the row. */
  readonly rely: string;
  /** Against changes by others, and against whatever would refer to the row. */
  readonly remove: string;
  /** As `remove`, but passes over rows that others have locked. */
  readonly skip: string;
};

/** Outside of transactions, and where they run one after another. */
export const NO_LOCKS: Locks = { change: '', rely: '', remove: '', skip: '' };

/** What the tables are made of. */
export type Access = {
  readonly sql: Sql;
  readonly locks: Locks;
  /**
   * A read by Prisma's client. `ahead` locks rows: in a transaction on PostgreSQL it is sent ahead of the read, which is sent without
   * waiting for its answer, and sees what was committed while it waited. Elsewhere it is not sent.
   */
  readonly read: <T>(read: (client: Reading) => Promise<T>, ahead?: Ahead) => Promise<T>;
  /** A change by Prisma's client. */
  readonly change: <T>(change: (client: Client) => Promise<T>, ahead?: Ahead) => Promise<T>;
  /**
   * A change by Prisma's client, of one statement, whose result nobody needs. In a transaction on PostgreSQL its answer is not awaited:
   * this resolves once the statement is sent, and if it fails, so does the commit.
   */
  readonly write: (change: (client: Client) => Promise<unknown>) => Promise<void>;
};

/** A statement that locks, and its values. */
export type Ahead = readonly [statement: Select, ...values: readonly Value[]];

/** What a provider makes an access of. */
export type Provider = Pick<Access, 'sql' | 'locks'> & {
  /** Loaded when it is first needed: it takes about 100 ms and 50 MB. */
  readonly prisma: () => Promise<Client>;
  /** If it is missing, `write` awaits the change. */
  readonly write?: Access['write'];
};

export const accessOver = ({ sql, locks, prisma, write }: Provider): Access => {
  const after = async <T>(ahead: Ahead | undefined, work: (client: Client) => Promise<T>): Promise<T> => {
    const locked = ahead && locks.change && sql.all(...ahead);
    const [result] = await Promise.all([prisma().then(work), locked]);
    return result;
  };
  return {
    sql,
    locks,
    read: (read, ahead) => after(ahead, read),
    change: (change, ahead) => after(ahead, change),
    write: write ?? (async (change) => void (await prisma().then(change))),
  };
};

/** Loads once; where that failed, the next call tries again. */
export const lazily = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
};

export type Connection = Access & { readonly tables: Tables };

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

export const named = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join();

export const insertRow = (table: string, columns: readonly string[]): string =>
  `INSERT INTO "${table}" (${named(columns)}) VALUES (${columns.map((_, index) => `$${index + 1}`)})`;
