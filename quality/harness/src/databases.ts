import { DatabaseSync } from 'node:sqlite';
import { administer, databaseAt, freshName } from '@health-case/storage-prisma/testing/administer';
import { type PostgresServer, startPostgresServer } from '@health-case/storage-prisma/testing/postgres-server';
import { Client } from 'pg';
import { type Harness, scratchFolder } from './harness.ts';
import { type Environment, operate } from './processes.ts';

type Row = Readonly<Record<string, unknown>>;

/** A store: the settings that name it, and statements that do not pass through the service. */
export type Database = {
  readonly environment: Environment;
  readonly query: (sql: string) => Promise<readonly Row[]>;
};

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

let shared: Promise<PostgresServer> | undefined;

/** The URL of one PostgreSQL server for all runs of this process. It does not sync. Started when first asked for. */
const sharedServerUrl = async (): Promise<string> => {
  shared ??= startPostgresServer();
  return (await shared).url;
};

/** Whoever asks for it after that gets another one: several test files share a process. */
export const stopSharedServer = async (): Promise<void> => {
  const stopped = shared;
  shared = undefined;
  await (await stopped)?.remove();
};

/** An empty database of the shared server, or of the server at a URL. */
export const newPostgres = async (harness: Harness, serverUrl?: string): Promise<Database> => {
  const server = serverUrl ?? (await sharedServerUrl());
  const name = freshName();
  await administer(server, `CREATE DATABASE ${name}`);
  if (!serverUrl) harness.defer(() => administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const url = databaseAt(server, name);
  const { environment, query } = databaseOf(url, (sql) => queryAt(url, sql));
  return { environment: { ...environment, MAIL_URL: `file:${scratchFolder(harness)}` }, query };
};

/** The database at a URL for the service, whatever that means to whom it is given. */
export const databaseOf = (url: string, query: Database['query']): Database => ({
  environment: { DATABASE_URL: url, SECRET_KEY },
  query,
});

export const newSqlite = (harness: Harness): Database => {
  const { environment, query } = sqliteAt(`${scratchFolder(harness)}/health-case.db`);
  return { environment: { ...environment, SECRET_KEY }, query };
};

/** A SQLite file, whose key stands beside it. */
export const sqliteAt = (file: string): Database => ({
  environment: { DATABASE_URL: `file:${file}` },
  query: async (sql) => {
    using database = new DatabaseSync(file, { timeout: 60_000 });
    return database.prepare(sql).all();
  },
});

export const queryAt = async (url: string, sql: string, values: string[] = []): Promise<readonly Row[]> => {
  const client = new Client({ connectionString: url });
  // pg emits an error for a connection that is lost while it is idle; a query that was under way fails besides.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
};

export const numberIn = async ({ query }: Database, sql: string): Promise<number> =>
  Number(Object.values((await query(sql))[0] ?? {})[0]);

/** Has the operator's command verify the audit trail; resolves to the number of its records. */
export const verifyAuditTrail = async (harness: Harness, { environment }: Database): Promise<number> => {
  const said = await operate(harness, environment, 'audit', 'verify', '--json').catch((error: Error) => error.message);
  const verdict = /\{"sound":true,"records":(\d+)\}/.exec(said);
  if (!verdict) harness.fail(`The audit trail does not verify: ${said}`);
  return Number(verdict?.[1] ?? 0);
};
