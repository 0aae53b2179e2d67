import type { Beginning } from '@health-case/domain/contracts/storage-differential';
import type { Storage } from '@health-case/domain/ports/storage';
import { onTestFinished } from 'vitest';
import { migratedFile, openBeside, openSqlite } from './sqlite.ts';

/**
 * Gives stores that have only just begun, one after another and far more quickly than each is opened: it is one store,
 * whose file is set back behind its back to what it held after that beginning. It stays open until the test ends.
 */
export const setBackSqlite = (): ((beginning: Beginning) => Promise<Storage>) => {
  let opened: Promise<Reusable> | undefined;
  return async (beginning) => {
    opened ??= openReusable(() => {
      opened = undefined;
    });
    const { storage, begin } = await opened;
    await begin(beginning);
    return { ...storage, close: async () => undefined };
  };
};

type Reusable = { readonly storage: Storage; readonly begin: (beginning: Beginning) => Promise<void> };

const openReusable = async (finished: () => void): Promise<Reusable> => {
  const file = await migratedFile();
  const storage = await openSqlite(file);
  onTestFinished(finished);
  const copies = copiesOf(file);
  const taken = new Map<Beginning, () => void>();
  const empty = copies.take();
  return {
    storage,
    begin: async (beginning) => {
      const setBack = taken.get(beginning);
      if (setBack) return setBack();
      empty();
      await beginning(storage);
      taken.set(beginning, copies.take());
    },
  };
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
