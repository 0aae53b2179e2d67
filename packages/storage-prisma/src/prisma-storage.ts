import { randomInt, randomUUID } from 'node:crypto';
import { type AuditedStorage, auditedStorage, beginTrail } from '@health-case/domain/audited-storage';
import { NotReady, Unavailable } from '@health-case/domain/errors';
import type { Instant } from '@health-case/domain/model/values';
import type { Connected, Database } from '@health-case/domain/ports/database';
import type { Keyring } from '@health-case/domain/ports/security';
import type { Reads, Storage, Stores } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import type { Connection, SharedConnection, Transactions } from './access.ts';
import type { CallTime } from './call-time.ts';
import { type Keys, unlock } from './encryption.ts';
import { asPortError } from './failures.ts';
import { FIRST_MIGRATION } from './migrations.ts';
import { auditTable } from './stores/audit.ts';
import { storesOver } from './stores/stores.ts';
import { keyTable } from './stores/wrapped-keys.ts';
import { inThreads, type TrailThread } from './verify-ranges.ts';
import { createWriteQueue, timeFor } from './write-queue.ts';

/** What must hold, and the sentence for who asks while it does not; without one, it is that of the error. */
type Condition = { readonly otherwise?: string; readonly check: () => unknown };

/** `undefined`: the store is ready again. */
export type ReportReadiness = (problem: NotReady | undefined) => void;

type Watching = {
  /** Checked one after another, each time. */
  readonly conditions: readonly Condition[];
  /** Writes to the disk. */
  readonly tryToWrite: () => Promise<unknown>;
  /** Called when the store becomes ready or unready, or unready for another reason. */
  readonly report?: ReportReadiness | undefined;
};

/** How long the outcome of a write of its own counts, in milliseconds: after writes have failed, and otherwise. */
const [FAILING, WELL] = [1000, 5000];
/** For so long, too much work to try tells nothing of the disk. Later, a process that writes nothing is not ready. */
const OVERLOADED = 30_000;

/** Whether a store can serve calls now, however often somebody asks (P-31). */
export const createReadiness = ({ conditions, tryToWrite, report }: Watching) => {
  let [isSuspected, triedAt, writtenAt] = [false, Number.NEGATIVE_INFINITY, performance.now()];
  let [failure, trying]: [failure?: unknown, trying?: Promise<void>] = [];
  let reported: string | undefined;

  const tryOnce = async (): Promise<void> => {
    triedAt = performance.now();
    isSuspected = false;
    failure = await tryToWrite().then(
      () => {
        writtenAt = performance.now();
      },
      (error) => {
        const isBusy = reasonOf(error) === 'overloaded' && performance.now() - writtenAt < OVERLOADED;
        return isBusy ? failure : error;
      },
    );
  };
  const isWritable = async (): Promise<void> => {
    const age = performance.now() - triedAt;
    if (age >= (isSuspected || failure ? FAILING : WELL)) {
      trying ??= tryOnce().finally(() => {
        trying = undefined;
      });
    }
    await trying;
    if (failure) throw failure;
  };
  const all = [...conditions, { otherwise: UNWRITABLE, check: isWritable }];

  const findProblem = async (): Promise<NotReady | undefined> => {
    for (const { otherwise, check } of all) {
      try {
        await check();
      } catch (error) {
        const cause = asPortError(error);
        return new NotReady(otherwise ?? (cause as Error).message, cause);
      }
    }
    return undefined;
  };

  return {
    ready: async (): Promise<void> => {
      const problem = await findProblem();
      if (problem?.message !== reported) report?.(problem);
      reported = problem?.message;
      if (problem) throw problem;
    },
    /** To be called with what a transaction or a unit of work has thrown, which it throws again. */
    noted: (error: unknown): never => {
      isSuspected ||= reasonOf(error) === 'store';
      throw error;
    },
  };
};

const UNWRITABLE =
  'The database cannot be written, as on a disk that is full or read-only; the log of the service says why.';

const reasonOf = (error: unknown) => (asPortError(error) as Partial<Unavailable> | undefined)?.reason;

/** So many numbers of a row take a page of SQLite. */
const NUMBERS_OF_A_PAGE = 600;

/** A unit of work that leaves nothing. On SQLite it must need room for a page, or a full disk would not show. */
const passing =
  (length: number) =>
  async ({ throttles }: Stores) => {
    const key = `readiness ${randomUUID()}`;
    const underWay = Array.from({ length }, () => randomInt(2 ** 47) as Instant);
    await throttles.save([{ key, attempts: { count: 1, notBefore: BEGINNING, forgottenAt: BEGINNING, underWay } }]);
    await throttles.remove([key]);
    return ok(undefined);
  };

const BEGINNING = 0 as Instant;

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
  /** Reads the trail as `reader` does. */
  readonly trailThread: TrailThread;
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
  const { parallel, runRead: inTime = (read) => read() } = database;
  const readiness = createReadiness({
    conditions: [
      { otherwise: UNREACHED, check: () => inTime(() => audited.read.accounts.any(), 'ready') },
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
  const { audited, begin } = await openStores(database, transaction, keyring).catch(async (error: unknown) => {
    await closeAll();
    throw asPortError(error);
  });
  const writes: Writes = database.parallel
    ? writesAtOnce(audited, database.parallel.waiting)
    : createWriteQueue({ ...database, transaction: noted(database.transactions), begin });
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
  const write: Storage['write'] = (...given) => whileOpen(() => writes.write(...given));

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
    read: Object.fromEntries(Object.entries(audited.read).map(guardedStore)) as Reads,
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

/** The stores of each connection, with the store's keys. Who opens a new store makes keys and begins the trail. */
const openStores = async (
  { reader, parallel, trailThread }: OpenDatabase,
  transaction: Transactions['transaction'],
  unbound: Keyring,
) => {
  const keyring = unbound.boundTo((await reader.sql.rows(FIRST_MIGRATION))[0]?.id ?? '');
  const readerKeys = keyTable(reader);
  if ((await readerKeys.count()) === 0) {
    const created = await keyring.create();
    await transaction(async (connection) => {
      await keyTable(connection).begin(created);
      return { result: undefined, commit: true };
    });
  }
  const keys = await unlock(keyring, readerKeys);
  // A connection serves many transactions.
  const made = new WeakMap<Connection, Connected>();
  const connected = (connection: Connection): Connected => {
    const known = made.get(connection) ?? connectedOver(connection, keys);
    made.set(connection, known);
    return known;
  };
  const { fingerprint, fingerprinting } = keys.cipher;
  const database: Database = {
    reader: connected(reader),
    parallel: parallel !== undefined,
    verifyRanges: fingerprinting && inThreads(trailThread, fingerprinting),
    transaction: (work) =>
      transaction(async (connection) => {
        const result = await work(connected(connection));
        return { result, commit: result.ok };
      }),
  };
  await beginTrail(database, fingerprint);
  const audited = auditedStorage(database, fingerprint);
  return { audited, begin: (connection: Connection) => audited.begin(connected(connection)) };
};

const connectedOver = ({ trail, ...access }: Connection, keys: Keys): Connected => ({
  stores: storesOver(access, keys),
  trail: auditTable(trail ?? access),
});

const UNREACHED = 'The database cannot be reached; see that it runs, and that this process can connect to it.';

const writesAtOnce = (audited: AuditedStorage, waiting: () => number): Writes => {
  let units = 0;
  return {
    write: async (work) => {
      const outcome = await atPort(() => audited.write((stores) => work(stores, timeFor())));
      units += 1;
      return outcome;
    },
    sequence: (...given) => atPort(() => audited.sequence(...given)),
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
