import { Fault } from '@health-case/domain/errors';
import type { AuditRecord } from '@health-case/domain/model/audit';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { Brand, Instant } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';

/** A row as Prisma reads it, or as SQL does. */
export type Stored<Row> = { readonly [Name in keyof Row]: StoredValue<Row[Name]> };
type StoredValue<Value> = Date extends Value ? Value | Instant : boolean extends Value ? Value | 0 | 1 : Value;

/** The outcome of an audit record may be any text: verification must be able to read a record that was altered. */
type Plain<Value> = Value extends Brand<string, string> | AuditRecord['outcome'] ? string : Value;

/** Brands texts without parsing them again: they were parsed before they were stored. The compiler checks the rest. */
export const branded = <Model>(stored: { readonly [Name in keyof Model]: Plain<Model[Name]> }): Model =>
  stored as Model;

export const toInstant = (moment: Date | number): Instant => Number(moment) as Instant;

export const toDateOrNull = (instant: Instant | undefined): Date | null =>
  instant === undefined ? null : new Date(instant);

type Found<Value> = Value extends null ? undefined : Value extends Date ? Instant : Value;
/** What a row says: its moments, and `undefined` for what it lacks. */
export const fromRow = <Row extends object>(row: Row): { readonly [Name in keyof Row]: Found<Row[Name]> } => {
  // Each call reads some rows: a copy that is changed in place costs a twentieth of one that is built from its entries.
  const found = { ...row } as Record<string, unknown>;
  for (const name in found) {
    const value = found[name];
    if (value === null) found[name] = undefined;
    else if (value instanceof Date) found[name] = toInstant(value);
  }
  return found as never;
};

type Kept<Value, IsMoment> = Value extends undefined ? null : IsMoment extends true ? Date : Value;
/** What a row is to say. `moments`: which of it are some. */
export const toRow = <Model extends object, Moment extends keyof Model = never>(
  model: Model,
  ...moments: readonly Moment[]
): { readonly [Name in keyof Model]: Kept<Model[Name], Name extends Moment ? true : false> } => {
  const kept = { ...model } as Record<string, unknown>;
  for (const name in kept) kept[name] ??= null;
  for (const name of moments as readonly string[]) {
    const value = kept[name];
    if (typeof value === 'number') kept[name] = new Date(value);
  }
  return kept as never;
};

export const modelOf = <Row, Model>(row: Row | null | undefined, toModel: (row: Row) => Model): Model | undefined =>
  row ? toModel(row) : undefined;

/** For a row that breaks the model's rules: it is never given a default. */
export const broken = (what: string, id: string): Fault => new Fault(`The store holds ${what} that cannot be: ${id}.`);

/** A text that is one of a few. */
export const oneOf = <Text extends string>(known: readonly Text[], text: string, what: string, id: string): Text => {
  const found = known.find((one) => one === text);
  if (found === undefined) throw broken(what, id);
  return found;
};

/** What `findMany` needs for a page in the order of the ids. */
export const pageOf = <Where>(where: Where, { after = '', size }: PageRequest<string>) => ({
  where: { ...where, id: { gt: after } },
  orderBy: { id: 'asc' as const },
  take: size,
});

/** `create` returns the row; nobody needs more of it than its key. */
export const ID = { id: true } as const;

/** One of these values. Each count of them would be a statement of its own, so they are repeated to a power of two. */
export const among = (values: readonly string[]) => {
  const missing = 2 ** Math.ceil(Math.log2(values.length)) - values.length;
  return { in: [...values, ...values.slice(0, missing)] };
};

/** A store but for what `SWEEPS` in `stores.ts` does. */
export type Unswept<Name extends keyof Stores> = Omit<Stores[Name], 'sweep'>;
