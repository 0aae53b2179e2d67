import type { Database, Statement } from 'better-sqlite3';
import type { Sql, Value } from '../client.ts';

type Prepared = {
  readonly statement: Statement /** For each place of the statement, which of the values stands there. */;
  readonly order: readonly number[];
};

/** SQLite answers at once; whoever asks has its promise all the same. */
export const sqliteSql = (database: Database): Sql => {
  const prepared = new Map<string, Prepared>();
  const prepare = (text: string): Prepared => {
    const known = prepared.get(text);
    if (known) return known;
    const order: number[] = [];
    // The driver takes `$1` for a name. The plus, which changes nothing else, keeps SQLite's planner from looking at the
    // value: where it does, it plans anew for each, which takes longer than most statements.
    const positional = text.replace(/\$(\d+)/g, (_, nth) => {
      order.push(Number(nth) - 1);
      return '+?';
    });
    const made = { statement: database.prepare(positional).safeIntegers(false), order };
    prepared.set(text, made);
    return made;
  };
  return {
    all: async <Row>(text: string, ...values: readonly Value[]) => {
      const { statement, order } = prepare(text);
      return statement.all(...order.map((at) => bound(values[at]))) as Row[];
    },
    run: async (text, ...values) => {
      const { statement, order } = prepare(text);
      return statement.run(...order.map((at) => bound(values[at]))).changes;
    },
  };
};

const bound = (value: Value | undefined): string | number | null | undefined =>
  value instanceof Date ? value.getTime() : value;
