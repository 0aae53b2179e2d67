import { Unavailable } from '@health-case/domain/errors';
import type { Keyring } from '@health-case/domain/ports/security';
import type { Reads, Storage } from '@health-case/domain/ports/storage';
import { openSealedStorage, type SealedStorage } from '@health-case/domain/sealed-storage';
import type { CallTime } from './call-time.ts';
import type { Connection, SharedConnection, Transactions } from './client.ts';
import { asPortError } from './failures.ts';
import { type Condition, createReadiness, NUMBERS_OF_A_PAGE, passing, type ReportReadiness } from './readiness.ts';
import { FIRST_MIGRATION } from './statements/store.ts';
import { createWriteQueue } from './write-queue.ts';

/** Of the connections for reading. */
type ConnectionLoad = { readonly used: number; readonly waiting: number };
type Writes = ReturnType<typeof createWriteQueue>;

export type PrismaStorage = Storage & {
  readonly shareTime?: CallTime['share'];
  readonly load: () => { readonly writes: ReturnType<Writes['load']>; readonly connections?: ConnectionLoad };
};

/** Runs a read. Its name is that of the store and the method: `accounts.find`. */
export type RunRead = <T>(read: () => Promise<T>, name: string) => Promise<T>;

/** A database that has the schema of this program, and what its provider does differently. */
type OpenDatabase = {
  readonly reader: Connection;
  /** Closes the reader. It goes first: SQLite removes its log when its last connection closes that may write. */
  readonly close: () => Promise<void>;
  readonly runRead?: RunRead;
  readonly shareTime?: CallTime['share'];
  /** What must hold for calls to succeed, besides that the database can be reached and written. */
  readonly conditions: readonly Condition[];
  /** Throws what keeps the process from writing, apart from the database. */
  readonly beforeWriting?: () => Promise<void>;
  readonly reportReadiness?: ReportReadiness | undefined;
  /** Clears removed data out of the files that are the store's to clear. */
  readonly scrub?: Storage['scrub'];
} & (OneAfterAnother | AtOnce);

/** Units of work wait in a queue. */
type OneAfterAnother = {
  readonly transactions: Transactions<SharedConnection>;
  /** How long a unit of work may take, in milliseconds, its waiting included. */
  readonly timeout: number;
  /** Lets others have a turn within a transaction that has changed nothing but the audit trail. */
  readonly pause: () => Promise<void>;
  readonly parallel?: never;
};

/** Units of work have transactions of their own. `waiting`: how many wait for a connection. */
type AtOnce = {
  readonly transactions: Transactions;
  readonly parallel: { readonly waiting: () => number; readonly connections: () => ConnectionLoad };
};

/** The storage over a database. Closes the database, also if its keys cannot be unlocked. */
export const createPrismaStorage = async (database: OpenDatabase, keyring: Keyring): Promise<PrismaStorage> => {
  const { reader, parallel, runRead: inTime = (read) => read() } = database;
  const readiness = createReadiness({
    conditions: [
      { otherwise: UNREACHED, check: () => inTime(() => reader.tables.accounts.any(), 'ready') },
      ...database.conditions,
    ],
    tryToWrite: () => write(passing(parallel ? 0 : NUMBERS_OF_A_PAGE)),
    report: database.reportReadiness,
  });
  const noted =
    <On extends Connection>({ transaction }: Transactions<On>): Transactions<On>['transaction'] =>
    (...given) =>
      transaction(...given).catch(readiness.noted);
  const transaction = noted<Connection>(database.transactions);
  const closeAll = async () => {
    await database.close();
    await database.transactions.close();
  };
  const sealed = await openSealedStorage(
    {
      id: async () => (await reader.sql.rows(FIRST_MIGRATION))[0]?.id ?? '',
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
  const writes: Writes = database.parallel
    ? writesAtOnce(sealed, database.parallel.waiting)
    : createWriteQueue({ ...database, transaction: noted(database.transactions), begin: sealed.begin });
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  /** Writes, before the store closes. */
  const whileOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closing) throw new Unavailable('store', 'The store is closing.', { retryAfterSeconds: 5 });
    const unit = database.beforeWriting ? atPort(database.beforeWriting).then(work) : work();
    running.add(unit);
    try {
      return await unit.catch(readiness.noted);
    } finally {
      running.delete(unit);
    }
  };
  const write: Storage['write'] = (work) => whileOpen(() => writes.write(work));

  const guarded =
    <Args extends unknown[], T>(read: (...args: Args) => Promise<T>, name: string) =>
    async (...args: Args) => {
      try {
        return await inTime(() => read(...args), name);
      } catch (error) {
        throw asPortError(error);
      }
    };
  const guardedStore = ([name, store]: [string, object]) => {
    const methods = Object.entries(store).map(([method, read]) => [method, guarded(read, `${name}.${method}`)]);
    return [name, Object.fromEntries(methods)];
  };
  return {
    ...(database.shareTime && { shareTime: database.shareTime }),
    read: Object.fromEntries(Object.entries(sealed.read).map(guardedStore)) as Reads,
    write,
    sequence: (...given) => whileOpen(() => writes.sequence(...given)),
    load: () => ({ writes: writes.load(), ...(parallel && { connections: parallel.connections() }) }),
    scrub: (of) => atPort(async () => database.scrub?.(of)),
    ready: readiness.ready,
    close: async () => {
      closing ??= Promise.allSettled(running).then(closeAll);
      await closing;
    },
  };
};

const UNREACHED = 'The database cannot be reached; see that it runs, and that this process can connect to it.';

const writesAtOnce = (sealed: SealedStorage, waiting: () => number): Writes => {
  let units = 0;
  return {
    write: async (work) => {
      const outcome = await atPort(() => sealed.write(work));
      units += 1;
      return outcome;
    },
    sequence: (...given) => atPort(() => sealed.sequence(...given)),
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
