import type { Database, Statement } from 'better-sqlite3';
import type { Sql, Value } from '../client.ts';

const bound = (values: readonly Value[]): readonly (string | number | null)[] =>
  values.map((value) => (value instanceof Date ? value.getTime() : value));

/** SQLite answers at once; whoever asks has its promise all the same. */
export const sqliteSql = (database: Database): Sql => {
  const prepared = new Map<string, Statement>();
  const prepare = (text: string): Statement => {
    const known = prepared.get(text);
    if (known) return known;
    // To the driver a parameter with a number is one with a name. The plus, which changes nothing else, keeps SQLite's planner
    // from looking at the value: where it does, it plans anew for each, which takes longer than most statements.
    const statement = database.prepare(text.replace(/\$\d+/g, '+?')).safeIntegers(false);
    prepared.set(text, statement);
    return statement;
  };
  return {
    all: async <Row>(text: string, ...values: readonly Value[]) => prepare(text).all(...bound(values)) as Row[],
    run: async (text, ...values) => prepare(text).run(...bound(values)).changes,
  };
};
