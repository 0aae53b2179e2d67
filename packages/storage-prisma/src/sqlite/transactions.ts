import type { Transactions } from '../client.ts';
import { openWriter, type SqliteConnection, takeWriteLock } from './connection.ts';
import { rewriteLog } from './files.ts';

type Options = {
  readonly file: string;
  /** How long another process may hold the write lock before a transaction that waits for it fails, in milliseconds. */
  readonly lockTimeout: number;
};

export type SqliteTransactions = Transactions & {
  /** The connection that writes, while no transaction is open on it. */
  readonly idle: () => SqliteConnection | undefined;
  /** The version of the store as its connection tells it. Without a connection it is unknown, and equals no other. */
  readonly version: () => number;
};

/** More than any connection counts to, so that the versions of two connections never are the same. */
const VERSIONS_PER_CONNECTION = 2 ** 40;

/**
 * Transactions on one connection, one after another: the caller begins one only after the last has ended. A connection is
 * closed after a failed commit, after an error before it, and after a rollback of SQLite's own: closing rolls back whatever
 * is open on it.
 */
export const openSqliteTransactions = async ({ file, lockTimeout }: Options): Promise<SqliteTransactions> => {
  // Only here: the next commit overwrites what a failed commit of this process leaves in the log.
  let connection: SqliteConnection | undefined = await openWriter(file, () => rewriteLog(file));
  let connections = 0;

  const closeConnection = async (): Promise<void> => {
    const last = connection;
    connection = undefined;
    connections += 1;
    await last?.close().catch(() => undefined);
  };

  return {
    transaction: async (work) => {
      connection ??= await openWriter(file);
      try {
        await takeWriteLock(connection.sql, lockTimeout);
        const { result, commit, onlyAudited = false } = await work(connection);
        if (commit) connection.commit(onlyAudited);
        else if (connection.inTransaction()) await connection.sql.run('ROLLBACK');
        else await closeConnection();
        return result;
      } catch (error) {
        await closeConnection();
        throw error;
      }
    },
    idle: () => (connection?.inTransaction() ? undefined : connection),
    version: () => (connection ? connections * VERSIONS_PER_CONNECTION + connection.version() : Number.NaN),
    close: async () => {
      const last = connection;
      connection = undefined;
      await last?.close();
    },
  };
};
