import { Client } from 'pg';
import { StoreUnusable } from '../failures.ts';
import { type Migratable, type MigratingConnection, readMigrated } from '../migrations.ts';
import { BOUNDS, connectionTo, nameOf } from './settings.ts';

/** Whether a database has ever held a store. It is only read. */
export const isMigrated = async (url: string): Promise<boolean> =>
  postgresDatabase(url).read(async (all) => (await readMigrated('postgresql', all)).isStore);

/** How long one process may migrate while the others wait for it, in milliseconds. */
const TIMEOUT = 120_000;
const LOCK = 7_211_206_432;

/** A PostgreSQL database, which must be there. Processes that open it at once take turns by a lock of the transaction. */
export const postgresDatabase = (url: string): Migratable => ({
  ...{ provider: 'postgresql', name: nameOf(url), another: 'another database' },
  read: (work) =>
    connected(url, BOUNDS, ({ all }) => work(all)).catch((error: unknown) => {
      const why = error instanceof Error && 'code' in error ? error.code : reasonOf(error);
      const advice = 'check DATABASE_URL, and that its server runs';
      throw unusable(error, `The database ${nameOf(url)} cannot be opened (${why}); ${advice}.`);
    }),
  transaction: (work) =>
    connected(url, { ...BOUNDS, statement: TIMEOUT, lock: TIMEOUT, idleInTransaction: TIMEOUT }, async (connection) => {
      await connection.runScript(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK})`);
      const result = await work(connection);
      await connection.runScript('COMMIT');
      return result;
    }).catch((error: unknown) => {
      const sentence = `The database ${nameOf(url)} could not be migrated, and was left as it was (${reasonOf(error)}).`;
      throw unusable(error, sentence);
    }),
});

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const unusable = (error: unknown, sentence: string): StoreUnusable =>
  error instanceof StoreUnusable ? error : new StoreUnusable(sentence);

const connected = async <T>(
  url: string,
  bounds: typeof BOUNDS,
  work: (connection: MigratingConnection) => Promise<T>,
): Promise<T> => {
  const client = new Client(connectionTo(url, bounds));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work({
      all: async (statement, ...values) => (await client.query(statement, [...values])).rows,
      run: async (statement, ...values) => (await client.query(statement, [...values])).rowCount ?? 0,
      runScript: (script) => client.query(script),
    });
  } finally {
    await client.end().catch(() => undefined);
  }
};
