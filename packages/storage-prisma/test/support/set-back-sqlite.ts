import type { Storage } from '@health-case/domain/ports/storage';
import { onTestFinished } from 'vitest';
import { migratedFile, openBeside, openSqlite } from './sqlite.ts';

/**
 * Gives empty stores, one after another and far more quickly than each is opened: it is one store, whose file is set back
 * behind its back. It stays open until the test ends.
 */
export const setBackSqlite = (): (() => Promise<Storage>) => {
  let opened: Promise<Reusable> | undefined;
  return async () => {
    opened ??= openReusable(() => {
      opened = undefined;
    });
    const { storage, empty } = await opened;
    empty();
    return { ...storage, close: async () => undefined };
  };
};

type Reusable = { readonly storage: Storage; readonly empty: () => void };

const openReusable = async (finished: () => void): Promise<Reusable> => {
  const file = await migratedFile();
  const storage = await openSqlite(file);
  onTestFinished(finished);
  return { storage, empty: copiesOf(file).take() };
};

/** Copies of all rows in the file, in memory; each brings the file back to what it held when the copy was taken. */
const copiesOf = (file: string) => {
  const database = openBeside(file);
  database.pragma('foreign_keys = OFF');
  database.pragma('synchronous = OFF');
  database.exec(`ATTACH ':memory:' AS copies`);
  const names = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all() as string[];
  const tables = names.filter((name) => !/^(sqlite|_prisma)_/.test(name));
  let count = 0;
  return {
    take: () => {
      count += 1;
      const copies = tables.map((name) => ({ name, copy: `copies."${name} ${count}"` }));
      for (const { name, copy } of copies) database.exec(`CREATE TABLE ${copy} AS SELECT * FROM main."${name}"`);
      const statements = copies.flatMap(({ name, copy }) => [
        database.prepare(`DELETE FROM main."${name}"`),
        database.prepare(`INSERT INTO main."${name}" SELECT * FROM ${copy}`),
      ]);
      return database.transaction(() => {
        for (const statement of statements) statement.run();
      });
    },
  };
};
