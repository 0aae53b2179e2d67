import type Database from 'better-sqlite3';
import type { Driver } from '../access.ts';
import type { MigratingConnection } from '../migrations.ts';
import type { Value } from '../statement.ts';

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

/** Statements with `$1`, `$2` and so on. Each is prepared once. */
const statements = () => {
  // The driver is slower with names. Without the plus, SQLite would look at each value and plan the statement again.
  const prepared = preparing((database, text) => {
    const order = Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number) - 1);
    return { statement: database.prepare(text.replace(/\$\d+/g, '+?')), order };
  });
  return {
    all: (database: Database.Database, text: string, values: readonly Value[]): unknown[] => {
      const { statement, order } = prepared(database, text);
      return statement.all(inOrder(values, order));
    },
    run: (database: Database.Database, text: string, values: readonly Value[]): number => {
      const { statement, order } = prepared(database, text);
      return statement.run(inOrder(values, order)).changes;
    },
  };
};

const inOrder = (values: readonly Value[], order: readonly number[]): readonly unknown[] =>
  order.map((index) => {
    const value = values[index];
    return value instanceof Date ? value.getTime() : value;
  });

export const driverUsing = (using: Using): Driver => {
  const { all, run } = statements();
  return {
    rows: async (text, values) => using((database) => all(database, text, values)),
    count: async (text, values) => using((database) => run(database, text, values)),
    write: async (text, values) => void using((database) => run(database, text, values)),
    insert: async (text, _, rows) =>
      using((database) => {
        for (const row of rows) run(database, text, row);
      }),
  };
};

/** A file that migrations or a copy work on. */
export const catalogOf = (database: Database.Database): Pick<MigratingConnection, 'all' | 'run'> => {
  const { all, run } = statements();
  return {
    all: async <Row>(text: string, ...values: readonly Value[]) => all(database, text, values) as readonly Row[],
    run: async (text, ...values) => run(database, text, values),
  };
};
