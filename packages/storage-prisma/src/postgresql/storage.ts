import type { Keyring } from '@health-case/domain/ports/security';
import { isLost } from '../failures.ts';
import { bringUpToDate, type Migrating, migrate } from '../migrations.ts';
import { createPrismaStorage, type PrismaStorage, type RunRead } from '../prisma-storage.ts';
import { connectionOver, createPool } from './connection.ts';
import { BOUNDS, type Bounds } from './host-client.ts';
import { postgresDatabase } from './migrate.ts';
import { before, openPostgresTransactions, repeated } from './transactions.ts';

type Options = {
  /** Of the scheme postgresql: or postgres:, with the driver's own parameters, `sslmode` for example. */
  readonly url: string;
  readonly keyring: Keyring;
  readonly bounds?: Partial<Bounds>;
  readonly migrating?: Migrating;
};

/**
 * A PostgreSQL database as `Storage`, brought to the schema of this program first. Throws `StoreUnusable`, having changed
 * nothing, for a database that cannot be reached, belongs to another program, or is newer than this one.
 */
export const openPostgresStorage = async ({
  url,
  keyring,
  bounds: given = {},
  migrating = 'apply',
}: Options): Promise<PrismaStorage> => {
  const bounds = { ...BOUNDS, ...given };
  await bringUpToDate(postgresDatabase(url), migrating);
  const pool = createPool(url, bounds.readers, bounds);
  const transactions = openPostgresTransactions(url, bounds);
  const database = {
    reader: connectionOver(pool),
    transactions,
    parallel: {
      waiting: transactions.waiting,
      connections: () => ({ used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    },
    close: () => pool.end(),
    runRead: readWithin(bounds.call),
  };
  return createPrismaStorage(database, keyring);
};

/** Applies the pending migrations to a database, which must be there. Resolves to their names. */
export const applyPostgresMigrations = (url: string): Promise<readonly string[]> => migrate(postgresDatabase(url));

/** Reads of a whole table, which may take longer; each of their statements has its timeout. */
const LONG: ReadonlySet<string> = new Set(['audit.verify']);

/** A read changes nothing, so it is repeated if its connection was lost. */
const readWithin =
  (milliseconds: number): RunRead =>
  (read, name) => {
    const deadline = performance.now() + milliseconds;
    const result = repeated(read, deadline, isLost);
    return LONG.has(name) ? result : before(deadline, result);
  };
