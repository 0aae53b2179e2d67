import { Fault } from '@health-case/domain/errors';
import type { PageRequest } from '@health-case/domain/model/request-options';
import type { Instant } from '@health-case/domain/model/values';

/*
 * Row to model. What is stored was parsed before it was stored, so a text is taken for what its column holds. A row that
 * breaks the model's rules (an unknown role, a decision without its moment) throws a fault and is never given a default.
 */

/** A moment as Prisma reads it, or as an SQL statement does: a number in SQLite, a text in PostgreSQL. */
type Moment = Date | number | string;
/** A row whose moments are of either kind. */
export type Read<Row> = {
  readonly [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | Moment : Row[Name];
};

export const toInstant = (moment: Moment): Instant =>
  (typeof moment === 'string' ? Date.parse(moment) : Number(moment)) as Instant;
/** The model of a row, if there is one. */
export const modelOf = <Row, Model>(row: Row | null | undefined, toModel: (row: Row) => Model): Model | undefined =>
  row ? toModel(row) : undefined;

export const broken = (what: string, id: string): Fault => new Fault(`The store holds ${what} that cannot be: ${id}.`);

/** Asks Prisma for a page of the rows that `where` describes, in the order of their ids. */
export const pageOf = <Where>(where: Where, { after = '', size }: PageRequest<string>) => ({
  where: { ...where, id: { gt: after } },
  orderBy: { id: 'asc' as const },
  take: size,
});
