import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection, Value } from '../client.ts';
import { isBusy, StoreUnusable } from '../failures.ts';
import type { Keyring } from '../keyring.ts';
import type { Migrating } from '../migrations.ts';
import { createPrismaStorage, type PrismaStorage } from '../prisma-storage.ts';
import type { Transactions } from '../transactions.ts';
import { clearLog, openReader, type SqliteConnection } from './client.ts';
import { bringSqliteUpToDate, migrateSqlite } from './migrate.ts';
import { createReadCache } from './read-cache.ts';
import { watchFiles } from './same-files.ts';
import { openSqliteTransactions, type SqliteTransactions } from './transactions.ts';

export const SQLITE_MIGRATIONS = join(import.meta.dirname, '../../../../prisma/sqlite/migrations');

type Options = {
  /** The path of the SQLite file; its folder must be there. */
  readonly file: string;
  readonly keyring: Keyring;
  /** How long another process may hold the write lock before a write is given up, in milliseconds. */
  readonly lockWait?: number;
  readonly migrating?: Migrating;
  /** Whether what was read may be kept until something is committed. */
  readonly readCache?: boolean;
};

/**
 * A SQLite file as `Storage`, brought to the schema of this program first. Throws `StoreUnusable`, having changed
 * nothing, for a file that is no SQLite database, belongs to another program, or is newer than this one.
 */
export const openSqliteStorage = async ({
  file,
  keyring,
  lockWait = 5000,
  migrating = 'apply',
  readCache = true,
}: Options): Promise<PrismaStorage> => {
  const transactions = await openUpToDate(file, lockWait, migrating);
  const reader = await openReader(file);
  const inPlace = watchFiles(file);
  const database = {
    reader: readingBy(transactions.idle, reader),
    transactions: { ...transactions, alone: watched(transactions.alone, inPlace) },
    close: reader.close,
  };
  return createPrismaStorage(database, keyring, {
    ...(readCache && { reading: createReadCache(transactions.version) }),
    inPlace,
    scrub: () => clearLog(file, lockWait),
  });
};

/** Looked at before, so that nothing is done in vain, and after the commit, before which the files can still go. */
const watched =
  (alone: Transactions['alone'], inPlace: () => void): Transactions['alone'] =>
  async (work, deadline) => {
    inPlace();
    const result = await alone(work, deadline);
    inPlace();
    return result;
  };

/**
 * The pages that a connection has read stay with it until another one commits. So, while nothing is being written, reads
 * go by the connection that writes, where what is committed here has not emptied them. A read takes no time in which a
 * transaction could begin.
 */
const readingBy = (idle: () => Connection | undefined, reader: SqliteConnection): Connection => ({
  client: reader.client,
  sql: {
    ...reader.sql,
    all: async <Row>(statement: string, ...values: readonly Value[]) => {
      const by = idle() ?? reader;
      return by.sql.all<Row>(statement, ...values).catch((error: unknown) => {
        if (!isBusy(error)) throw error;
        return reader.sql.all<Row>(statement, ...values);
      });
    },
  },
});

/** Applies what is to be applied to a file, which is made if it is not there, and says what that was. */
export const applySqliteMigrations = (file: string): Promise<readonly string[]> =>
  inOneSentence(file, () => migrateSqlite(file, SQLITE_MIGRATIONS));

const openUpToDate = (file: string, lockWait: number, migrating: Migrating): Promise<SqliteTransactions> =>
  inOneSentence(file, async () => {
    await bringSqliteUpToDate(file, SQLITE_MIGRATIONS, migrating);
    return openSqliteTransactions({ file, lockWait });
  });

const inOneSentence = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) {
    throw new StoreUnusable(`${file} is no file; name a SQLite file in DATABASE_URL.`);
  }
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreUnusable) throw error;
    const why = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    throw new StoreUnusable(`The database ${file} cannot be opened (${why}); name a SQLite file in DATABASE_URL.`);
  }
};
