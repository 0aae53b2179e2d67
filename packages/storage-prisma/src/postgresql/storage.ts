import { join } from 'node:path';
import { isLost } from '../failures.ts';
import type { Keyring } from '../keyring.ts';
import type { Migrating } from '../migrations.ts';
import { createPrismaStorage, type PrismaStorage, type Reading } from '../prisma-storage.ts';
import { BOUNDS, type Bounds } from './bounds.ts';
import { connectionOver, createPool } from './client.ts';
import { bringPostgresUpToDate, migratePostgres } from './migrate.ts';
import { before, openPostgresTransactions } from './transactions.ts';

export const POSTGRESQL_MIGRATIONS = join(import.meta.dirname, '../../../../prisma/postgresql/migrations');

type Options = {
  /** Of the scheme postgresql: or postgres:, with what the driver knows of it, `sslmode` for example. */
  readonly url: string;
  readonly keyring: Keyring;
  readonly bounds?: Partial<Bounds>;
  readonly migrating?: Migrating;
};

/**
 * A PostgreSQL database as `Storage`, which any number of processes may share, brought to the schema of this program
 * first. Throws `StoreUnusable`, having changed nothing, for a database that cannot be reached, belongs to another
 * program, or is newer than this one. No call takes longer than `bounds.call`.
 */
export const openPostgresStorage = async ({
  url,
  keyring,
  bounds: given = {},
  migrating = 'apply',
}: Options): Promise<PrismaStorage> => {
  const bounds = { ...BOUNDS, ...given };
  await bringPostgresUpToDate(url, POSTGRESQL_MIGRATIONS, migrating);
  const pool = createPool(url, bounds.readers, bounds);
  const reader = await connectionOver(pool);
  const transactions = await openPostgresTransactions(url, bounds);
  return createPrismaStorage({ reader, transactions, close: () => reader.client.$disconnect() }, keyring, {
    reading: readingWithin(bounds.call),
    patience: bounds.call,
    connections: () => ({ used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
  });
};

/** Applies what is to be applied to a database, which must be there, and says what that was. */
export const applyPostgresMigrations = (url: string): Promise<readonly string[]> =>
  migratePostgres(url, POSTGRESQL_MIGRATIONS);

/** Only reads that go through everything there is take longer for good reasons; each statement of theirs is bounded. */
const LONG: ReadonlySet<string> = new Set(['audit.verify']);

/** A read changes nothing, so one whose connection was lost is made once more. */
const readingWithin =
  (milliseconds: number): Reading =>
  (read, name) => {
    const twice = () => read().catch((error: unknown) => (isLost(error) ? read() : Promise.reject(error)));
    return LONG.has(name) ? twice() : before(performance.now() + milliseconds, twice());
  };
