import { statSync } from 'node:fs';
import type { Keyring } from '@health-case/domain/ports/security';
import type { Connection, Transactions, Value } from '../client.ts';
import { isBusy, StoreUnusable } from '../failures.ts';
import { bringUpToDate, type Migrating, migrate } from '../migrations.ts';
import { createPrismaStorage, type PrismaStorage } from '../prisma-storage.ts';
import { clearLog, openReader, type SqliteConnection } from './connection.ts';
import { watchFiles } from './files.ts';
import { sqliteFile } from './migrate.ts';
import { createReadCache } from './read-cache.ts';
import { openSqliteTransactions, type SqliteTransactions } from './transactions.ts';

type Options = {
  /** The path of the SQLite file; its folder must be there. */
  readonly file: string;
  readonly keyring: Keyring;
  /** How long another process may hold the write lock before a write fails, in milliseconds. */
  readonly lockTimeout?: number;
  readonly migrating?: Migrating;
  readonly readCache?: boolean;
};

/**
 * A SQLite file as `Storage`, brought to the schema of this program first. Throws `StoreUnusable`, having changed
 * nothing, for a file that is no SQLite database, belongs to another program, or is newer than this one.
 */
export const openSqliteStorage = async ({
  file,
  keyring,
  lockTimeout = 5000,
  migrating = 'apply',
  readCache = true,
}: Options): Promise<PrismaStorage> => {
  const transactions = await openUpToDate(file, lockTimeout, migrating);
  const reader = await openReader(file);
  const checkFiles = watchFiles(file);
  const connections = {
    reader: readingBy(transactions.idle, reader),
    transactions: { ...transactions, transaction: checking(checkFiles, transactions.transaction) },
    close: reader.close,
  };
  return createPrismaStorage(connections, keyring, {
    ...(readCache && { runRead: createReadCache(transactions.version) }),
    checkFiles,
    scrub: () => clearLog(file, lockTimeout),
  });
};

/** Checks the files before the transaction, to do nothing in vain, and after its commit, as they can go until then. */
const checking =
  (checkFiles: () => void, transaction: Transactions['transaction']): Transactions['transaction'] =>
  async (work, deadline) => {
    checkFiles();
    const result = await transaction(work, deadline);
    checkFiles();
    return result;
  };

/**
 * Reads use the writing connection while it has no transaction open, because its page cache survives its own commits, and
 * otherwise the reader, whose page cache is emptied by every commit. A statement of SQLite's ends within one call, so no
 * transaction can begin during a read.
 */
const readingBy = (idle: () => Connection | undefined, reader: SqliteConnection): Connection => ({
  prisma: reader.prisma,
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

/** Applies the pending migrations to a file, which is made if it is not there. Resolves to their names. */
export const applySqliteMigrations = (file: string): Promise<readonly string[]> =>
  inOneSentence(file, () => migrate(sqliteFile(file)));

const openUpToDate = (file: string, lockTimeout: number, migrating: Migrating): Promise<SqliteTransactions> =>
  inOneSentence(file, async () => {
    await bringUpToDate(sqliteFile(file), migrating);
    return openSqliteTransactions({ file, lockTimeout });
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
