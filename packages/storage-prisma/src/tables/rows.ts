import { Fault } from '@health-case/domain/errors';
import type { Instant } from '@health-case/domain/model/values';
import { insertRow } from '../client.ts';

/** A row as an SQL statement reads it. To Prisma a moment is a `Date`. */
export type SqlRow<Row> = {
  readonly [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | Instant : Row[Name];
};

export const toInstant = (moment: Date | Instant): Instant => Number(moment) as Instant;

export const modelOf = <Row, Model>(row: Row | null | undefined, toModel: (row: Row) => Model): Model | undefined =>
  row ? toModel(row) : undefined;

/** For a row that breaks the model's rules: it is never given a default. Texts were parsed before they were stored. */
export const broken = (what: string, id: string): Fault => new Fault(`The store holds ${what} that cannot be: ${id}.`);

/** Writes a row, in place of one with the same first column. */
export const upsert = (table: string, ...columns: readonly string[]): string => {
  const changes = columns.map((name) => `"${name}" = excluded."${name}"`);
  return `${insertRow(table, columns)} ON CONFLICT ("${columns[0]}") DO UPDATE SET ${changes}`;
};

/** PostgreSQL may run a subquery with a lock once for each row, and then finds others each time; what is materialized, once. */
export const removing = (table: string, key: string, some: string): string =>
  `WITH chosen AS MATERIALIZED (${some}) DELETE FROM "${table}" WHERE "${key}" IN (SELECT "${key}" FROM chosen)`;

/** Removes at most `$2` rows whose moment is before `$1`. */
export const sweep = (table: string, key: string, moment: string, lock: string): string =>
  removing(table, key, `SELECT "${key}" FROM "${table}" WHERE "${moment}" < $1 LIMIT $2${lock}`);
