import { PrismaPg } from '@prisma/adapter-pg';
import { Client, Pool } from 'pg';
import { StoreUnusable } from '../failures.ts';
import { MIGRATIONS_TABLE, type Migratable, type Migrated, readMigrated } from '../migrations.ts';
import { BOUNDS, connectionTo, nameOf } from './settings.ts';

/** Whether a database has ever held a store. It is only read. */
export const isMigrated = async (url: string): Promise<boolean> =>
  (await migratedOf(url)).tables.includes(MIGRATIONS_TABLE);

/** A PostgreSQL database, which must be there. */
export const postgresDatabase = (url: string): Migratable => ({
  ...{ provider: 'postgresql', name: nameOf(url), another: 'another database' },
  migrated: () => migratedOf(url),
  exclusively: (work) => inOneTransaction(url, (pool) => work(new PrismaPg(pool))),
});

const SELECT_TABLES = `
  SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`;

const migratedOf = async (url: string): Promise<Migrated> => {
  const client = new Client(connectionTo(url, BOUNDS));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await readMigrated(async (select) => (await client.query(select)).rows, SELECT_TABLES);
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    throw new StoreUnusable(
      `The database ${nameOf(url)} cannot be opened (${code ?? message}); check DATABASE_URL, and that its server runs.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** How long one process may migrate while the others wait for it, in milliseconds. */
const TIMEOUT = 120_000;
const LOCK = 7_211_206_432;

/**
 * Processes that open one database at once take turns by a lock that ends with the transaction. Prisma's adapter asks for
 * a pool; this one never opens a second connection, on which a statement would be outside the transaction.
 */
const inOneTransaction = async <T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> => {
  let connections = 0;
  const pool = new Pool({
    ...connectionTo(url, { ...BOUNDS, statement: TIMEOUT, lock: TIMEOUT, idleInTransaction: TIMEOUT }),
    max: 1,
    idleTimeoutMillis: 0,
    onConnect: () => {
      connections += 1;
      if (connections > 1) throw new Error('The connection was lost while migrations were applied.');
    },
  });
  pool.on('error', () => undefined);
  try {
    await pool.query('BEGIN');
    await pool.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const result = await work(pool);
    await pool.query('COMMIT');
    return result;
  } catch (error) {
    if (error instanceof StoreUnusable) throw error;
    const why = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    throw new StoreUnusable(`The database ${nameOf(url)} could not be migrated, and was left as it was (${why}).`);
  } finally {
    await pool.end();
  }
};
