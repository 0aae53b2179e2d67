import type { Reads, Storage, Stores } from '@health-case/domain/ports/storage';
import type { Connection } from './client.ts';
import { asOutage } from './failures.ts';
import { type Keyring, type Keys, openKeys } from './keyring.ts';
import { prismaAccounts } from './stores/accounts.ts';
import { prismaAssistants } from './stores/assistants.ts';
import { appendToAudit, prismaAudit, sealBeginning } from './stores/audit.ts';
import { prismaCases } from './stores/cases.ts';
import { prismaCertifications } from './stores/certifications.ts';
import { prismaChildren } from './stores/children.ts';
import { prismaHistory } from './stores/history.ts';
import { prismaInvitations } from './stores/invitations.ts';
import { prismaRetries } from './stores/retries.ts';
import { prismaSessions } from './stores/sessions.ts';
import { prismaTasks } from './stores/tasks.ts';
import { prismaThrottles } from './stores/throttles.ts';
import type { Transactions } from './transactions.ts';
import { createWriteQueue, type WriteLoad } from './write-queue.ts';

/** A database of some provider, brought to the schema of this program, and how to work with it. */
type Database = {
  readonly reader: Connection;
  readonly transactions: Transactions;
  /** Lets go of the reader, which goes first: SQLite tidies up when its last connection closes, if that one may write. */
  readonly close: () => Promise<void>;
};

/** What the store has at hand, besides what its port asks for. */
export type StoreLoad = { readonly writes: WriteLoad; readonly connections?: ConnectionLoad };

/** Of the connections for reading: those in use, and the reads that wait for one. */
export type ConnectionLoad = { readonly used: number; readonly waiting: number };

export type PrismaStorage = Storage & { readonly load: () => StoreLoad };

/** What the providers do not have in common. */
type Ways = {
  /** How a read is made; once, as it is, where nothing is said. */
  readonly reading?: Reading;
  /** How long a unit of work may take, in milliseconds, its waiting included. */
  readonly patience?: number;
  /** Where reads share connections. */
  readonly connections?: () => ConnectionLoad;
  /** Throws if what is open is not the store any more. */
  readonly inPlace?: () => void;
  /** Clears what was removed out of the files that are the store's to clear. */
  readonly scrub?: () => Promise<void>;
};

const nothing = async (): Promise<void> => undefined;

/** Makes one read, whose name is that of the store and the method: `accounts.find`. */
export type Reading = <T>(read: () => Promise<T>, name: string, args: readonly unknown[]) => Promise<T>;

/** The storage over a database; it closes what it was given, also if its keys cannot be opened. */
export const createPrismaStorage = async (
  { reader, transactions, close }: Database,
  keyring: Keyring,
  { reading = (read) => read(), patience, connections, inPlace, scrub = nothing }: Ways = {},
): Promise<PrismaStorage> => {
  const opening = async (): Promise<Keys> => {
    const keys = await openKeys(reader, transactions, keyring);
    await sealBeginning(reader, transactions, keys.cipher);
    return keys;
  };
  const keys = await opening().catch(async (error: unknown) => {
    await close();
    await transactions.close();
    throw asOutage(error);
  });
  const queue = createWriteQueue({
    transactions,
    prepare: keys.refresh,
    storesOver: (connection) => {
      const stores = storesOver(connection, keys);
      const audit = prismaAudit(connection, keys.cipher);
      return (append) => ({ ...stores, audit: { ...audit, append } });
    },
    appendToAudit: (connection, records) => appendToAudit(connection, keys.cipher, records),
    ...(patience !== undefined && { patience }),
  });
  return {
    read: guarded({ ...storesOver(reader, keys), audit: prismaAudit(reader, keys.cipher) }, reading),
    write: queue.write,
    load: () => ({ writes: queue.load(), ...(connections && { connections: connections() }) }),
    scrub: () => guard(scrub),
    ready: async () => {
      await guard(async () => inPlace?.());
      await guard(() => reading(() => reader.sql.all('SELECT 1'), 'ready', []));
    },
    close: async () => {
      await queue.close();
      await close();
      await transactions.close();
    },
  };
};

/** Every store but the audit trail, to which a unit of work adds in its own way. */
export const storesOver = (connection: Connection, keys: Keys): Omit<Stores, 'audit'> => ({
  accounts: prismaAccounts(connection),
  assistants: prismaAssistants(connection),
  cases: prismaCases(connection.client),
  certifications: prismaCertifications(connection),
  children: prismaChildren(connection, keys),
  dataKeys: { rotate: () => keys.rotate(connection) },
  history: prismaHistory(connection),
  invitations: prismaInvitations(connection.client),
  retries: prismaRetries(connection, keys.cipher),
  sessions: prismaSessions(connection),
  tasks: prismaTasks(connection),
  throttles: prismaThrottles(connection, keys.cipher),
});

const guard = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw asOutage(error);
  }
};

/** The same stores, whose failures are those of the port: no error of Prisma's crosses it. */
const guarded = (stores: Reads, reading: Reading): Reads => {
  const guardStore = <Store extends object>(name: string, store: Store): Store =>
    Object.fromEntries(
      Object.entries(store).map(([method, read]) => [
        method,
        (...args: unknown[]) => guard(() => reading(() => read(...args), `${name}.${method}`, args)),
      ]),
    ) as Store;
  return {
    accounts: guardStore('accounts', stores.accounts),
    assistants: guardStore('assistants', stores.assistants),
    audit: guardStore('audit', stores.audit),
    cases: guardStore('cases', stores.cases),
    certifications: guardStore('certifications', stores.certifications),
    children: guardStore('children', stores.children),
    history: guardStore('history', stores.history),
    invitations: guardStore('invitations', stores.invitations),
    retries: guardStore('retries', stores.retries),
    sessions: guardStore('sessions', stores.sessions),
    tasks: guardStore('tasks', stores.tasks),
    throttles: guardStore('throttles', stores.throttles),
  };
};
