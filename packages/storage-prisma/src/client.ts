import type { Prisma } from './generated/sqlite/client.ts';

/**
 * Prisma's client, inside a transaction or not. The clients of all providers come from the same models and differ in their
 * types only, so the stores are typed on that of SQLite.
 */
export type Client = Prisma.TransactionClient;

/** A value of a statement: the first is `$1`, the second `$2`, and so on. */
export type Value = string | number | Date | null;

/**
 * Statements in our own words on the connection that Prisma's client uses, inside its transaction if there is one. They
 * are prepared once and cost a tenth of Prisma's own, so what every request needs is written in them, in what SQLite and
 * PostgreSQL have in common. Moments come back as numbers or texts, which `toInstant` reads.
 */
export type Sql = {
  readonly all: <Row>(statement: string, ...values: readonly Value[]) => Promise<readonly Row[]>;
  /** Resolves to how many rows it has changed. */
  readonly run: (statement: string, ...values: readonly Value[]) => Promise<number>;
};

/** How the stores reach a database. */
export type Connection = {
  readonly client: Client;
  readonly sql: Sql;
  /** How many rows have been changed here so far, where the database tells that for next to nothing. */
  readonly changes?: () => number;
};

export const first = async <Row>(rows: Promise<readonly Row[]>): Promise<Row | undefined> => (await rows)[0];
