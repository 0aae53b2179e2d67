import type { Storage, Stores } from '../ports/storage.ts';
import type { Result } from '../result.ts';
import { memoryStores } from './stores.ts';
import { copyOf, emptyTables, replaceWith } from './tables.ts';

/**
 * The reference implementation of the port: without technology, and so with nothing to survive a restart. A unit of work
 * runs on a copy of everything that takes the place of the original if the unit succeeds; one waits for the other.
 */
export const createMemoryStorage = (tables = emptyTables()): Storage => {
  let last: Promise<unknown> = Promise.resolve();

  const unitOfWork = async <T, R>(work: (stores: Stores) => Promise<Result<T, R>>): Promise<Result<T, R>> => {
    const draft = copyOf(tables);
    const result = await work(memoryStores(draft));
    if (result.ok) replaceWith(tables, draft);
    return result;
  };

  return {
    read: memoryStores(tables),
    write: (work) => {
      const result = last.then(() => unitOfWork(work));
      last = result.catch(() => undefined);
      return result;
    },
    scrub: async () => undefined,
    ready: async () => undefined,
    close: async () => {
      await last;
    },
  };
};
