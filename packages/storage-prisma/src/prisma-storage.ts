import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Reads, Storage, Stores } from '@health-case/domain/ports/storage';
import { type Client, clearLog, openReader, openWriter } from './client.ts';
import { asOutage, StoreUnusable } from './failures.ts';
import { type Keyring, type Keys, openKeys } from './keyring.ts';
import { migrateSqlite } from './migrate.ts';
import { prismaAccounts } from './stores/accounts.ts';
import { prismaAssistants } from './stores/assistants.ts';
import { appendToAudit, prismaAudit } from './stores/audit.ts';
import { prismaCases } from './stores/cases.ts';
import { prismaCertifications } from './stores/certifications.ts';
import { prismaChildren } from './stores/children.ts';
import { prismaHistory } from './stores/history.ts';
import { prismaInvitations } from './stores/invitations.ts';
import { prismaRetries } from './stores/retries.ts';
import { prismaSessions } from './stores/sessions.ts';
import { prismaTasks } from './stores/tasks.ts';
import { prismaThrottles } from './stores/throttles.ts';
import { createWriteQueue } from './write-queue.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../prisma/sqlite/migrations');

type Options = {
  /** The path of the SQLite file; its folder must be there. */
  readonly file: string;
  readonly keyring: Keyring;
  /** How long another process may hold the write lock before a write is given up, in milliseconds. */
  readonly lockWait?: number;
};

/**
 * A SQLite file as `Storage`, brought to the schema of this program first. Throws `StoreUnusable`, having changed
 * nothing, for a file that is no SQLite database, belongs to another program, or is newer than this one.
 */
export const openPrismaStorage = async ({ file, keyring, lockWait = 5000 }: Options): Promise<Storage> => {
  const writer = await openUpToDate(file);
  const reader = openReader(file);
  const keys = await openKeys(writer, keyring).catch(async (error: unknown) => {
    await Promise.all([reader.$disconnect(), writer.$disconnect()]);
    throw error;
  });
  const queue = createWriteQueue({
    opened: writer,
    reopen: () => openWriter(file),
    storesOver: (client, audit) => ({
      ...storesOver(client, keys),
      audit: { ...prismaAudit(client, keys.cipher), append: audit },
    }),
    appendToAudit: (client, records) => appendToAudit(client, keys.cipher, records),
    prepare: keys.refresh,
    lockWait,
  });
  return {
    read: guarded({ ...storesOver(reader, keys), audit: prismaAudit(reader, keys.cipher) }),
    write: queue.write,
    scrub: () => guard(() => clearLog(file, lockWait)),
    ready: async () => {
      await guard(() => reader.$queryRaw`SELECT 1`);
    },
    close: async () => {
      await queue.close();
      await reader.$disconnect();
    },
  };
};

const openUpToDate = async (file: string): Promise<Client> => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) {
    throw new StoreUnusable(`${file} is no file; name a SQLite file in DATABASE_URL.`);
  }
  try {
    await migrateSqlite(file, MIGRATIONS);
    return await openWriter(file);
  } catch (error) {
    if (error instanceof StoreUnusable) throw error;
    const why = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    throw new StoreUnusable(`The database ${file} cannot be opened (${why}); name a SQLite file in DATABASE_URL.`);
  }
};

const storesOver = (client: Client, keys: Keys): Omit<Stores, 'audit'> => ({
  accounts: prismaAccounts(client),
  assistants: prismaAssistants(client),
  cases: prismaCases(client),
  certifications: prismaCertifications(client),
  children: prismaChildren(client, keys),
  dataKeys: { rotate: () => keys.rotate(client) },
  history: prismaHistory(client),
  invitations: prismaInvitations(client),
  retries: prismaRetries(client, keys.cipher),
  sessions: prismaSessions(client),
  tasks: prismaTasks(client),
  throttles: prismaThrottles(client, keys.cipher),
});

const guard = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw asOutage(error);
  }
};

/** The same stores, whose failures are those of the port: no error of Prisma's crosses it. */
const guarded = (stores: Reads): Reads => {
  const guardStore = <Store extends object>(store: Store): Store =>
    Object.fromEntries(
      Object.entries(store).map(([name, method]) => [name, (...args: unknown[]) => guard(() => method(...args))]),
    ) as Store;
  return {
    accounts: guardStore(stores.accounts),
    assistants: guardStore(stores.assistants),
    audit: guardStore(stores.audit),
    cases: guardStore(stores.cases),
    certifications: guardStore(stores.certifications),
    children: guardStore(stores.children),
    history: guardStore(stores.history),
    invitations: guardStore(stores.invitations),
    retries: guardStore(stores.retries),
    sessions: guardStore(stores.sessions),
    tasks: guardStore(stores.tasks),
    throttles: guardStore(stores.throttles),
  };
};
