import type { Keyring } from '@health-case/domain/ports/security';
import type { Reads, Storage } from '@health-case/domain/ports/storage';
import type { Database, Tables } from '@health-case/domain/ports/tables';
import { openSealedStorage } from '@health-case/domain/sealed-storage';
import type { Connection, Transactions } from './client.ts';
import { asPortError } from './failures.ts';
import { auditTable } from './tables/audit.ts';
import { caseTable, certificationTable, historyTable, taskTable } from './tables/cases.ts';
import { childTable } from './tables/children.ts';
import { accountTable, assistantTable, invitationTable, sessionTable } from './tables/people.ts';
import { keyTable, retryTable, throttleTable } from './tables/security.ts';
import { createWriteQueue, type WriteLoad } from './write-queue.ts';

/** How to reach a database that has the schema of this program. */
type Connections = {
  readonly reader: Connection;
  readonly transactions: Transactions;
  /** Closes the reader. It goes first: SQLite removes its log when its last connection closes, if that one may write. */
  readonly close: () => Promise<void>;
};

/** Load figures of the store, beside its port. */
export type StoreLoad = { readonly writes: WriteLoad; readonly connections?: ConnectionLoad };

/** Of the connections for reading: those in use, and the reads that wait for one. */
export type ConnectionLoad = { readonly used: number; readonly waiting: number };

export type PrismaStorage = Storage & { readonly load: () => StoreLoad };

/** Runs one read, whose name is that of the store and the method: `accounts.find`. */
export type RunRead = <T>(read: () => Promise<T>, name: string, args: readonly unknown[]) => Promise<T>;

/** What the providers do differently. */
type StoreOptions = {
  readonly runRead?: RunRead;
  /** How long a unit of work may take, in milliseconds, its waiting included. */
  readonly timeout?: number;
  /** Where reads share connections. */
  readonly connections?: () => ConnectionLoad;
  /** Throws if the open files are no longer the store's. */
  readonly checkFiles?: () => void;
  /** Clears removed data out of the files that are the store's to clear. */
  readonly scrub?: () => Promise<void>;
};

/** The storage over a database. Closes what it was given, also if its keys cannot be unlocked. */
export const createPrismaStorage = async (
  { reader, transactions, close }: Connections,
  keyring: Keyring,
  { runRead = (read) => read(), timeout, connections, checkFiles, scrub = async () => undefined }: StoreOptions = {},
): Promise<PrismaStorage> => {
  const { transaction } = transactions;
  const database: Database = {
    tables: tablesOf(reader),
    transaction: (work) => transaction((connection) => work(tablesOf(connection))),
  };
  const { read, begin } = await openSealedStorage(database, keyring).catch(async (error: unknown) => {
    await close();
    await transactions.close();
    throw asPortError(error);
  });
  const queue = createWriteQueue({
    transaction,
    begin: (connection) => begin(tablesOf(connection)),
    ...(timeout !== undefined && { timeout }),
  });
  return {
    read: guarded(read, runRead),
    write: queue.write,
    load: () => ({ writes: queue.load(), ...(connections && { connections: connections() }) }),
    scrub: () => guard(scrub),
    ready: async () => {
      await guard(async () => checkFiles?.());
      await guard(() => runRead(() => reader.sql.all('SELECT 1'), 'ready', []));
    },
    close: async () => {
      await queue.close();
      await close();
      await transactions.close();
    },
  };
};

/** A connection's tables are made once: a connection of SQLite is used for many transactions. */
const known = new WeakMap<Connection, Tables>();

export const tablesOf = (connection: Connection): Tables => {
  const made = known.get(connection);
  if (made) return made;
  const tables: Tables = {
    accounts: accountTable(connection),
    assistants: assistantTable(connection),
    audit: auditTable(connection),
    cases: caseTable(connection),
    certifications: certificationTable(connection),
    children: childTable(connection),
    history: historyTable(connection),
    invitations: invitationTable(connection),
    keys: keyTable(connection),
    retries: retryTable(connection),
    sessions: sessionTable(connection),
    tasks: taskTable(connection),
    throttles: throttleTable(connection),
  };
  known.set(connection, tables);
  return tables;
};

const guard = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw asPortError(error);
  }
};

type Methods = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

/** The same reads, whose errors are those of the port: no error of Prisma's or of a driver's crosses it. */
const guarded = (reads: Reads, runRead: RunRead): Reads => {
  const guardStore = ([name, store]: [string, unknown]) => {
    const methods = Object.entries(store as Methods).map(([method, read]) => {
      const fullName = `${name}.${method}`;
      return [method, (...args: unknown[]) => guard(() => runRead(() => read(...args), fullName, args))];
    });
    return [name, Object.fromEntries(methods)];
  };
  return Object.fromEntries(Object.entries(reads).map(guardStore)) as Reads;
};
