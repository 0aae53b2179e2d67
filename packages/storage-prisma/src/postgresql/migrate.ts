import { PrismaPg } from '@prisma/adapter-pg';
import { Client, Pool, type QueryResultRow } from 'pg';
import { StoreUnusable } from '../failures.ts';
import {
  MIGRATIONS_TABLE,
  type Migrated,
  type Migrating,
  pendingAmong,
  readMigrations,
  SELECT_MIGRATIONS,
  untilNonePending,
} from '../migrations.ts';
import { type Migration, migrationList, NO_FILTERS, withSchemaEngine } from '../schema-engine.ts';

import { BOUNDS, connectionTo, nameOf } from './settings.ts';

/**
 * Brings a PostgreSQL database, which must be there, to the schema of this program, with Prisma's own engine and in its own
 * table of migrations. A database that is up to date is only read. Resolves to the names of what was applied.
 */
export const migratePostgres = async (url: string, folder: string): Promise<readonly string[]> => {
  const migrations = await readMigrations(folder);
  if ((await pendingMigrations(url, migrations)).length === 0) return [];
  return inOneTransaction(url, async (pool) => {
    if ((await pendingIn(pool, url, migrations)).length === 0) return [];
    return withSchemaEngine(new PrismaPg(pool), [], async (engine) => {
      const migrationsList = migrationList('postgresql', folder, migrations);
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
      return appliedMigrationNames;
    });
  });
};

/** Sees to it that a database is up to date, in the way that was asked for. */
export const bringPostgresUpToDate = async (url: string, folder: string, migrating: Migrating): Promise<void> => {
  if (migrating === 'apply') await migratePostgres(url, folder);
  else await untilNonePending(async () => pendingMigrations(url, await readMigrations(folder)), migrating.waiting);
};

/** Whether there has ever been a store in a database, which is only read for it. */
export const isMigrated = async (url: string): Promise<boolean> =>
  connected(url, async (client) => (await migratedOf(client)).tables.includes(MIGRATIONS_TABLE));

const pendingMigrations = (url: string, migrations: readonly Migration[]): Promise<readonly Migration[]> =>
  connected(url, (client) => pendingIn(client, url, migrations));

const connected = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(connectionTo(url, BOUNDS));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw error instanceof StoreUnusable ? error : unreachable(url, error);
  } finally {
    await client.end().catch(() => undefined);
  }
};

type Queryable = {
  readonly query: <Row extends QueryResultRow>(statement: string) => Promise<{ readonly rows: readonly Row[] }>;
};

const pendingIn = async (
  database: Queryable,
  url: string,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> =>
  pendingAmong(migrations, await migratedOf(database), { database: nameOf(url), another: 'another database' });

const SELECT_TABLES = `
  SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`;

const migratedOf = async (database: Queryable): Promise<Migrated> => {
  const tables = (await database.query<{ name: string }>(SELECT_TABLES)).rows.map(({ name }) => name);
  if (!tables.includes(MIGRATIONS_TABLE)) return { tables, rows: [] };
  const { rows } = await database.query<{ migration_name: string; finished_at: Date | null }>(SELECT_MIGRATIONS);
  return { tables, rows: rows.map((row) => ({ name: row.migration_name, finished: row.finished_at !== null })) };
};

/** How long one process may take to migrate while the others wait for it, in milliseconds. */
const PATIENCE = 120_000;
const LOCK = 7_211_206_432;

/**
 * Processes that come to one database at once take turns by a lock that ends with the transaction, and all that a turn does
 * is one transaction on one connection: it is applied as a whole, or nothing of it. The pool is one in name only, since
 * Prisma's adapter asks for one: it never has a second connection, on which a statement would be outside.
 */
const inOneTransaction = async <T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> => {
  let connections = 0;
  const pool = new Pool({
    ...connectionTo(url, { ...BOUNDS, statement: PATIENCE, lock: PATIENCE, idleInTransaction: PATIENCE }),
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

const unreachable = (url: string, error: unknown): StoreUnusable => {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  return new StoreUnusable(
    `The database ${nameOf(url)} cannot be opened (${code ?? message}); check DATABASE_URL, and that its server runs.`,
  );
};
