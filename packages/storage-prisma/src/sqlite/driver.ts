import type Database from 'better-sqlite3';
import type { Driver } from '../client.ts';
import type { Value } from '../statements/statement.ts';

/** Does something with the database to use now. */
export type Using = <T>(work: (database: Database.Database) => T) => T;

/** Prepares each text once on each database. */
export const preparing = <Prepared>(prepare: (database: Database.Database, text: string) => Prepared) => {
  const databases = new WeakMap<Database.Database, Map<string, Prepared>>();
  return (database: Database.Database, text: string): Prepared => {
    const known = databases.get(database) ?? new Map<string, Prepared>();
    databases.set(database, known);
    const prepared = known.get(text) ?? prepare(database, text);
    known.set(text, prepared);
    return prepared;
  };
};

export const driverUsing = (using: Using, settled: () => Promise<unknown> | undefined): Driver => {
  // The driver takes `$1` for a name. Without the plus, SQLite would look at each value and plan the statement again.
  const prepared = preparing((database, text) => database.prepare(text.replace(/\$(?=\d)/g, '+$$')));
  const run = (text: string, values: readonly Value[]) =>
    using((database) => prepared(database, text).run(byNumber(values)));
  return {
    rows: async (text, values) => using((database) => prepared(database, text).all(byNumber(values))),
    count: async (text, values) => run(text, values).changes,
    write: async (text, values) => void run(text, values),
    insert: async (text, _, rows) =>
      using((database) => {
        const insertion = prepared(database, text);
        for (const row of rows) insertion.run(byNumber(row));
      }),
    control: async (text) => {
      await settled();
      run(text, []);
    },
  };
};

export const byNumber = (values: readonly Value[]): Readonly<Record<number, unknown>> => {
  const named: Record<number, unknown> = {};
  for (const [index, value] of values.entries()) named[index + 1] = value instanceof Date ? value.getTime() : value;
  return named;
};
