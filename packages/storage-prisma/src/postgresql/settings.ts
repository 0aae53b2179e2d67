import type { ClientConfig } from 'pg';

/** Time limits in milliseconds, after which a call fails, and how many connections a process may have. */
export type Bounds = {
  /** A whole call, including its waiting: it throws `Unavailable` then. */
  readonly call: number;
  /** Until there is a connection: a new one, or one that is returned to the pool. */
  readonly connecting: number;
  readonly statement: number;
  /** For a lock that another transaction holds. */
  readonly lock: number;
  /** How long a process may leave a transaction open without a statement, while others wait for its locks. */
  readonly idleInTransaction: number;
  readonly readers: number;
  readonly writers: number;
};

export const BOUNDS: Bounds = {
  call: 5000,
  connecting: 2000,
  statement: 4000,
  lock: 3000,
  idleInTransaction: 5000,
  readers: 8,
  writers: 10,
};

/** The settings of a connection with its bounds on both sides: the server ends what takes too long, and so does the driver. */
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
  // Overrides the settings of the role.
  options: '-c search_path=public -c default_transaction_isolation=read\\ committed',
});

/** What may be shown of a URL: where the database is and what it is called, without user and password. */
export const nameOf = (url: string): string => {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'localhost'}:${port || '5432'}${pathname}`;
};
