import { type ClientConfig, Pool } from 'pg';
import type { Connection } from '../client.ts';
import { PrismaClient as PostgresClient } from '../generated/postgresql/client.ts';
import type { PrismaClient } from '../generated/sqlite/client.ts';
import { TranslatingPg } from './adapter.ts';
import type { Bounds } from './bounds.ts';
import { postgresSql } from './sql.ts';

/** A connection that knows its bounds, on either side: the server ends what takes too long, and so does the driver. */
export const connectionTo = (url: string, bounds: Bounds): ClientConfig => ({
  connectionString: url,
  fallback_application_name: 'health-case-service',
  connectionTimeoutMillis: bounds.connecting,
  statement_timeout: bounds.statement,
  query_timeout: bounds.statement + 500,
  lock_timeout: bounds.lock,
  idle_in_transaction_session_timeout: bounds.idleInTransaction,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // Whatever the role's own settings are.
  options: '-c search_path=public -c default_transaction_isolation=read\\ committed',
});

/** A pool outlives its connections: one that is lost while nobody uses it is replaced when it is needed. */
export const createPool = (url: string, max: number, bounds: Bounds): Pool => {
  const pool = new Pool({ ...connectionTo(url, bounds), max, idleTimeoutMillis: 60_000 });
  pool.on('error', () => undefined);
  // Between two owners a connection has nobody who listens, and an error that nobody listens for would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
};

type PooledConnection = Connection & {
  readonly client: PrismaClient;
  readonly adapter: TranslatingPg;
};

/**
 * Prisma's client over a pool, which it closes with itself. Both clients are written by one generator from one file of
 * models: they differ in what their types allow (PostgreSQL's knows more), and the stores use what both have.
 */
export const connectionOver = async (pool: Pool): Promise<PooledConnection> => {
  const adapter = new TranslatingPg(pool);
  const client = new PostgresClient({ adapter, errorFormat: 'minimal' }) as unknown as PrismaClient;
  await client.$connect();
  return { client, sql: postgresSql(() => adapter.pooled), adapter };
};
