import { setTimeout as sleep } from 'node:timers/promises';
import Database, { type Statement } from 'better-sqlite3';
import { accessOver, type Connection, lazily, NO_LOCKS, type Sql, type Value } from '../client.ts';
import { isBusy } from '../failures.ts';
import { tablesOver } from '../tables/tables.ts';

/** Waiting inside SQLite stops the event loop. So the writer never does (`whenFree`), and the reader only for a recovery. */
const WRITER = { timeout: 0, fileMustExist: true };
const READER = { timeout: 200, readonly: true };

/** How long another process that opens or closes the file may be in the way, in milliseconds. */
const OPENING_TIMEOUT = 5000;

export type SqliteConnection = Connection & {
  readonly database: Database.Database;
  /** Takes the write lock before anything is read, so that no other process can write between a check and its write. */
  readonly begin: () => unknown;
  readonly close: () => Promise<void>;
};

const connect = (file: string, options: Database.Options): SqliteConnection => {
  const database = new Database(file, options);
  try {
    if (options === WRITER) prepareToWrite(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const access = accessOver({
    sql: sqliteSql(database),
    prisma: lazily(async () => (await import('./prisma-adapter.ts')).prismaOver(database)),
    locks: NO_LOCKS,
  });
  return {
    ...access,
    tables: tablesOver(access),
    database,
    begin: database.exec.bind(database, 'BEGIN IMMEDIATE'),
    close: async () => void database.close(),
  };
};

export const sqliteSql = (database: Database.Database): Sql => {
  const prepared = new Map<string, readonly [Statement, order: readonly number[]]>();
  const prepare = (text: string) => {
    const order = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number) - 1);
    // The driver is slower with names. Without the plus, SQLite would look at each value and plan the statement again.
    const made = [database.prepare(text.replace(/\$\d+/g, '+?')), order] as const;
    prepared.set(text, made);
    return made;
  };
  const all = async <Row>(text: string, ...values: readonly Value[]) => {
    const [statement, order] = prepared.get(text) ?? prepare(text);
    return statement.all(inOrder(values, order)) as Row[];
  };
  const run = (text: string, values: readonly Value[]): number => {
    const [statement, order] = prepared.get(text) ?? prepare(text);
    return statement.run(inOrder(values, order)).changes;
  };
  return {
    all,
    change: all,
    run: async (text, ...values) => run(text, values),
    write: async (text, ...values) => void run(text, values),
    insert: async ({ statement }, rows) => {
      for (const row of rows) run(statement, row);
    },
  };
};

const inOrder = (values: readonly Value[], order: readonly number[]): readonly unknown[] =>
  order.map((index) => {
    const value = values[index];
    return value instanceof Date ? value.getTime() : value;
  });

/**
 * Reads beside the writer, and sees what is committed. It cannot write. Its first read, here, opens the log: while it is open, a
 * writer that closes after a failed commit is not the last connection, which would copy the log to the database and remove it.
 */
export const openReader = async (file: string): Promise<SqliteConnection> => {
  const reader = connect(file, READER);
  await reader.sql.all('SELECT 1 FROM sqlite_master LIMIT 1');
  return reader;
};

/** The one connection that writes, open before the `deadline`. `work` is done while nobody else can write. */
export const openWriter = async (
  file: string,
  work?: () => Promise<void>,
  deadline = performance.now() + OPENING_TIMEOUT,
): Promise<SqliteConnection> => {
  const connection = await whenFree(() => connect(file, WRITER), deadline);
  const { begin, database, close } = connection;
  try {
    // SQLite silently opens a read-only file for reading; only a lock shows the difference.
    await whenFree(begin, deadline);
    await work?.();
    database.exec('ROLLBACK');
    return connection;
  } catch (error) {
    await close();
    throw error;
  }
};

const prepareToWrite = (database: Database.Database): void => {
  const mode = database.pragma('journal_mode = WAL', { simple: true });
  if (mode !== 'wal') throw new Error('its file system allows no write-ahead log');
  // With NORMAL, WAL would sync only at checkpoints.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // A thread copies the log into the database (`checkpoints.ts`).
  database.pragma('wal_autocheckpoint = 0');
  // Removed data is overwritten with zeros.
  database.pragma('secure_delete = ON');
};

/** Tries again, without blocking, while another process is in the way, until the `deadline`, a moment of `performance.now()`. */
export const whenFree = async <T>(attempt: () => T | Promise<T>, deadline: number): Promise<T> => {
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      await sleep(pause);
    }
  }
};
