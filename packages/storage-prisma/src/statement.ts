import type { Instant } from '@health-case/domain/model/values';
import type { Prisma } from './generated/sqlite/client.ts';

/** A value of a statement: `$1`, `$2` and so on. */
export type Value = string | number | Date | null;

/** The end of a statement that locks the rows it finds, until the transaction ends. */
export type Locks = {
  /** Against changes by others. */
  readonly change: string;
  /** Against removal by others. They may change the row. */
  readonly rely: string;
  /** Against changes by others, and against whatever would refer to the row. */
  readonly remove: string;
  /** As `remove`, but passes over rows that others have locked. */
  readonly skip: string;
  /** As `change`, and passes over them, too. */
  readonly skipToChange: string;
};

/** Outside of transactions, and where they run one after another. */
export const NO_LOCKS: Locks = { change: '', rely: '', remove: '', skip: '', skipToChange: '' };

/** A statement in the SQL that SQLite and PostgreSQL share. `Values` are `$1`, `$2` and so on. */
export type Statement<Values extends readonly Value[] = readonly Value[]> = {
  readonly reason: 'hot' | 'lock' | 'race' | 'plan';
  readonly why: string;
  readonly text: (locks: Locks) => string;
  readonly takes?: Values;
  /** `text` is the second of two changes. This is the first, and takes as many of the values. */
  readonly first?: { readonly statement: Statement; readonly values: number };
  /**
   * It neither reads nor changes what another change of its unit does, so in a transaction of PostgreSQL it is one
   * statement with those before it, which costs less.
   */
  readonly joins?: boolean;
};

/** One that returns rows. */
export type Query<Row = unknown, Values extends readonly Value[] = readonly Value[]> = Statement<Values> & {
  readonly row: Columns<Row>;
};

/** `skips`: it passes over rows that are there. */
type Inserting = { readonly skips?: boolean };

/** One that inserts any number of rows. Its text inserts one. */
export type Insertion = Statement & Inserting & { readonly into: Columns<unknown> };

const SKIPPING = ' ON CONFLICT DO NOTHING';

type Models = Prisma.TypeMap['model'];
/** The tables that have the column. */
export type ModelWith<Column extends string> = {
  [Name in keyof Models]: Column extends keyof Stored<Name> ? Name : never;
}[keyof Models];
type Stored<Model extends keyof Models> = Models[Model]['payload']['scalars'];
/** Statements return a moment as milliseconds, a `BigInt` as a number, and on SQLite a boolean as a number. */
type Cell<Value> = Value extends Date ? Instant : Value extends bigint ? number : Value extends boolean ? Bit : Value;
type Bit = boolean | 0 | 1;

export type Columns<Row> = {
  readonly table: string;
  readonly names: readonly string[];
  readonly areRows: (rows: readonly unknown[]) => rows is readonly Row[];
};

/** What they hold comes from the model, and so do their names. */
export const columnsOf = <Model extends keyof Models, Name extends string & keyof Stored<Model>>(
  table: Model,
  ...names: readonly Name[]
): Columns<{ readonly [Column in Name]: Cell<Stored<Model>[Column]> }> => ({ table, names, areRows: haveAll(names) });

/** Of a table that is no model. */
export const columnsBeside = <Row>(table: string, ...names: readonly (string & keyof Row)[]): Columns<Row> => ({
  table,
  names,
  areRows: haveAll(names),
});

/** Those of a join. */
export const joined = <One, Other>(one: Columns<One>, other: Columns<Other>): Columns<One & Other> => {
  const names = [...one.names, ...other.names];
  return { table: one.table, names, areRows: haveAll(names) };
};

/** Looks at the first row: the others have the same columns. `statements.test.ts` compares them with the schema. */
const haveAll =
  <Row>(names: readonly string[]) =>
  (rows: readonly unknown[]): rows is readonly Row[] => {
    const [row] = rows;
    return rows.length === 0 || (typeof row === 'object' && row !== null && names.every((name) => name in row));
  };

/** The end of a statement that locks. */
type Locking = { readonly lock: keyof Locks };
export const CHANGE: Locking = { lock: 'change' };
export const RELY: Locking = { lock: 'rely' };
export const REMOVE: Locking = { lock: 'remove' };
export const SKIP: Locking = { lock: 'skip' };
export const SKIP_TO_CHANGE: Locking = { lock: 'skipToChange' };

/** What stands between the words of a statement. */
type Part = string | Columns<unknown> | Locking;

const textOf = (part: Part, locks: Locks): string => {
  if (typeof part === 'string') return part;
  return 'lock' in part ? locks[part.lock] : quoted(part.names);
};

/**
 * Why a statement is no call of Prisma's client. `hot`: most calls make it, or each start waits for it. `lock`: it
 * takes a lock. `race`: it decides a race. `plan`: the client's own query gets slower the more rows are stored.
 */
const because =
  (reason: Statement['reason']) =>
  <Values extends readonly Value[] = []>(why: string) => {
    const sql = (words: readonly string[], ...parts: readonly Part[]): Statement<Values> => ({
      reason,
      why,
      text: (locks) =>
        words
          .map((word, index) => word + textOf(parts[index] ?? '', locks))
          .join('')
          .trim(),
    });
    const returning =
      <Row>(row: Columns<Row>) =>
      (words: readonly string[], ...parts: readonly Part[]): Query<Row, Values> => ({ ...sql(words, ...parts), row });
    /** Out of one table: what follows its name is given. */
    const selecting =
      <Row>(columns: Columns<Row>) =>
      ([first = '', ...words]: readonly string[], ...parts: readonly Part[]): Query<Row, Values> => {
        const select = `SELECT ${quoted(columns.names)} FROM "${columns.table}" ${first.trimStart()}`;
        return returning(columns)([select, ...words], ...parts);
      };
    const inserting = (into: Columns<unknown>, how: Inserting = {}): Insertion => {
      const text = insertRow(into.table, into.names) + (how.skips ? SKIPPING : '');
      return { ...sql([text]), into, ...how };
    };
    return { sql, returning, selecting, inserting };
  };

export const [hot, lock, race, plan] = [because('hot'), because('lock'), because('race'), because('plan')];

export const joining = <S extends Statement>(statement: S): S => ({ ...statement, joins: true });

export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** So many values, one after another. */
export const placeholders = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, nth) => `$${nth + from}`).join(', ');

/** Of statements of several kinds, such as those that take any number of values: each is made once. */
export const forEach = <Made, Kind extends number | string = number>(make: (kind: Kind) => Made) => {
  const known = new Map<Kind, Made>();
  const ofEach = (kind: Kind): Made => {
    const made = known.get(kind) ?? make(kind);
    known.set(kind, made);
    return made;
  };
  return ofEach;
};

export const insertRow = (table: string, names: readonly string[], rows = 1): string => {
  const values = Array.from({ length: rows }, (_, nth) => `(${placeholders(names.length, 1 + nth * names.length)})`);
  return `INSERT INTO "${table}" (${quoted(names)}) VALUES ${values.join(', ')}`;
};

/** As `insertRow`, but any number of rows, which are one value. Only PostgreSQL has it. */
export const insertRows = (table: string, names: readonly string[], skips = false): string =>
  `INSERT INTO "${table}" (${quoted(names)})
   SELECT ${quoted(names)} FROM json_populate_recordset(NULL::"${table}", $1::json)${skips ? SKIPPING : ''}`;

/** Two changes, of which neither may read what the other writes: in a transaction of PostgreSQL they have no order. */
export const together = <One extends readonly Value[], Other extends readonly Value[]>(
  first: Statement<One>,
  second: Statement<Other>,
): Statement<[...One, ...Other]> => {
  const values = new Set(first.text(NO_LOCKS).match(/\$\d+/g)).size;
  const { reason, why, text } = second;
  return { reason, why, text, joins: true, first: { statement: first, values } };
};

/** Writes rows, in place of those with the same first column. */
export const upsert = ({ table, names }: Columns<unknown>, rows = 1): string => {
  const changes = names.slice(1).map((name) => `"${name}" = excluded."${name}"`);
  return `${insertRow(table, names, rows)} ON CONFLICT ("${names[0]}") DO UPDATE SET ${changes.join(', ')}`;
};

type Key<Model extends keyof Models> = string & keyof Stored<Model>;

/**
 * Removes at most `$2` rows whose moment is before `$1`. `MATERIALIZED` makes PostgreSQL run the subquery once.
 * Otherwise it may run the subquery for each row, and lock and remove other rows each time.
 */
export const sweepOf = <Model extends keyof Models>(table: Model, key: Key<Model>, moment: Key<Model>) =>
  lock<[before: Date, atMost: number]>('Waits for no row that somebody uses, and leaves what is renewed meanwhile.')
    .sql`
    WITH chosen AS MATERIALIZED (SELECT "${key}" FROM "${table}" WHERE "${moment}" < $1 LIMIT $2${SKIP})
    DELETE FROM "${table}" WHERE "${key}" IN (SELECT "${key}" FROM chosen)`;

/** Removes what belongs to a case, a child or an account. */
export const eraseFrom = (table: string, condition: string) =>
  plan<[id: string]>("Prisma's own query reads the whole table where another one tells whose a row is.").sql`
    DELETE FROM "${table}" WHERE ${condition}`;

/** Locks the rows with these values, so that what is found stays as it is. */
export const lockOf = <Model extends keyof Models>(how: Locking, table: Model, ...keys: readonly Key<Model>[]) => {
  const conditions = keys.map((key, index) => `"${key}" = $${index + 1}`).join(' AND ');
  return lock<readonly string[]>('What is found stays as it is.')
    .sql`SELECT 1 FROM "${table}" WHERE ${conditions}${how}`;
};
