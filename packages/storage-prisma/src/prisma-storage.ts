import { Unavailable } from '@health-case/domain/errors';
import type { Keyring } from '@health-case/domain/ports/security';
import type { Reads, Storage } from '@health-case/domain/ports/storage';
import { appending, openSealedStorage, type SealedStorage } from '@health-case/domain/sealed-storage';
import type { Connection, Transactions } from './client.ts';
import { asPortError } from './failures.ts';
import { createWriteQueue } from './write-queue.ts';

/** Of the connections for reading. */
type ConnectionLoad = { readonly used: number; readonly waiting: number };
type Writes = ReturnType<typeof createWriteQueue>;

export type PrismaStorage = Storage & {
  readonly load: () => { readonly writes: ReturnType<Writes['load']>; readonly connections?: ConnectionLoad };
};

/** Runs a read. Its name is that of the store and the method: `accounts.find`. */
export type RunRead = <T>(read: () => Promise<T>, name: string) => Promise<T>;

/** A database that has the schema of this program, and what its provider does differently. */
type OpenDatabase = {
  readonly reader: Connection;
  readonly transactions: Transactions;
  /** Closes the reader. It goes first: SQLite removes its log when its last connection closes, if that one may write. */
  readonly close: () => Promise<void>;
  readonly runRead?: RunRead;
  /** How long a unit of work may take that waits in the queue, in milliseconds, its waiting included. */
  readonly timeout?: number;
  /** Units of work run at once, each in a transaction of its own. `waiting`: how many wait for a connection. */
  readonly parallel?: { readonly waiting: () => number; readonly connections: () => ConnectionLoad };
  /** Throws if the open files are no longer the store's. */
  readonly checkFiles?: () => void;
  /** Clears removed data out of the files that are the store's to clear. */
  readonly scrub?: () => Promise<void>;
};

/** The storage over a database. Closes the database, also if its keys cannot be unlocked. */
export const createPrismaStorage = async (database: OpenDatabase, keyring: Keyring): Promise<PrismaStorage> => {
  const { reader, transactions, parallel, runRead } = database;
  const { transaction } = transactions;
  const closeAll = async () => {
    await database.close();
    await transactions.close();
  };
  const sealed = await openSealedStorage(
    {
      tables: reader.tables,
      parallel: parallel !== undefined,
      transaction: (work) =>
        transaction(async ({ tables }) => {
          const result = await work(tables);
          return { result, commit: result.ok };
        }),
    },
    keyring,
  ).catch(async (error: unknown) => {
    await closeAll();
    throw asPortError(error);
  });
  const writes: Writes = parallel
    ? writesAtOnce(sealed, parallel.waiting)
    : createWriteQueue(transaction, sealed.begin, database.timeout);
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const write: Storage['write'] = async (work) => {
    if (closing) throw new Unavailable('store', 'The store is closing.', { retryAfterSeconds: 5 });
    const unit = writes.write(work);
    running.add(unit);
    try {
      return await unit;
    } finally {
      running.delete(unit);
    }
  };

  const guarded =
    <Args extends unknown[], T>(read: (...args: Args) => Promise<T>, name: string) =>
    async (...args: Args) => {
      try {
        return await (runRead ? runRead(() => read(...args), name) : read(...args));
      } catch (error) {
        throw asPortError(error);
      }
    };
  const guardedStore = ([name, store]: [string, object]) => {
    const methods = Object.entries(store).map(([method, read]) => [method, guarded(read, `${name}.${method}`)]);
    return [name, Object.fromEntries(methods)];
  };
  return {
    read: Object.fromEntries(Object.entries(sealed.read).map(guardedStore)) as Reads,
    write,
    sequence: async (records, isAgain = false) => {
      if (parallel) await atPort(() => sealed.sequence(records, isAgain));
      else if (records.length > 0) await write(appending(records, isAgain));
    },
    load: () => ({ writes: writes.load(), ...(parallel && { connections: parallel.connections() }) }),
    scrub: guarded(async () => database.scrub?.(), 'scrub'),
    ready: guarded(async () => {
      database.checkFiles?.();
      await reader.sql.all('SELECT 1');
    }, 'ready'),
    close: async () => {
      closing ??= Promise.allSettled(running).then(closeAll);
      await closing;
    },
  };
};

const writesAtOnce = (sealed: SealedStorage, waiting: () => number): Writes => {
  let units = 0;
  return {
    write: async (work) => {
      const outcome = await atPort(() => sealed.write(work));
      units += 1;
      return outcome;
    },
    load: () => ({ waiting: waiting(), units, commits: units }),
  };
};

/** No error of Prisma's or of a driver's crosses the port. */
const atPort = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw asPortError(error);
  }
};
