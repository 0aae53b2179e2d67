import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { type Database, newPostgres, newSqlite } from '@health-case/harness/databases';
import { type Harness, scratchFolder } from '@health-case/harness/harness';
import { type Instance, startApp, startProcesses } from '@health-case/harness/processes';
import { startPostgresServer } from '@health-case/storage-prisma/testing/postgres-server';

/** A store with a process for each variant, which log everything that they ever log. */
export type Store = {
  readonly name: string;
  readonly database: Database;
  readonly instances: readonly Instance[];
  /** A query for the names of all tables. */
  readonly tables: string;
  /** Where the files of the database are. */
  readonly folder: string;
  /** Where the mails are, which hold codes in the clear. */
  readonly mails: string;
  /** What the processes logged, and the database server, if there is one. */
  readonly logged: () => string;
};

const talkative = ({ environment, query }: Database, mails: string): Database => {
  const settings = { SECRET_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'trace', MAIL_URL: `file:${mails}` };
  return { environment: { ...environment, ...settings }, query };
};

export const sqliteStore = async (harness: Harness): Promise<Store> => {
  const mails = scratchFolder(harness);
  const database = talkative(newSqlite(harness), mails);
  const file = String(database.environment['DATABASE_URL']).slice('file:'.length);
  const instances = await startApp(harness, 'together', database.environment);
  const tables = `SELECT "name" FROM sqlite_schema WHERE "type" = 'table'`;
  return { name: 'SQLite', database, tables, instances, folder: dirname(file), mails, logged: instances[0].output };
};

/** The server logs every statement with its parameters. */
const TALKATIVE = {
  log_statement: 'all',
  log_min_messages: 'debug1',
  log_parameter_max_length: '-1',
  log_parameter_max_length_on_error: '-1',
};

export const postgresStore = async (harness: Harness): Promise<Store> => {
  const heard: Buffer[] = [];
  const server = await startPostgresServer(TALKATIVE, { hear: (chunk) => heard.push(chunk) });
  harness.defer(server.remove);
  const mails = scratchFolder(harness);
  const database = talkative(await newPostgres(harness, server.url), mails);
  const [shown] = await database.query('SHOW data_directory');
  const instances = await startProcesses(harness, database.environment, 1);
  return {
    name: 'PostgreSQL',
    database,
    tables: `SELECT "tablename" AS "name" FROM pg_tables WHERE "schemaname" = 'public'`,
    instances,
    folder: String(shown?.['data_directory']),
    mails,
    logged: () => [...instances.map(({ output }) => output()), ...heard].join(''),
  };
};

/** The secret key of a store, and the keys that it keeps wrapped under that one. */
export const keysOf = async ({ environment, query }: Database): Promise<ReadonlyMap<string, string | Buffer>> => {
  const text = String(environment['SECRET_KEY']);
  const secret = Buffer.from(text, 'base64');
  const wrapping = Buffer.from(hkdfSync('sha256', secret, '', 'health-case/wrapping-key/1', 32));
  const rows = await query('SELECT "id", "purpose", "wrapped" FROM "WrappedKey"');
  const [first] = await query('SELECT id FROM _prisma_migrations ORDER BY migration_name LIMIT 1');
  const keys = rows.map((row): [string, Buffer] => {
    const { id, purpose, wrapped } = row as { id: string; purpose: string; wrapped: string };
    const sealed = Buffer.from(wrapped.slice(wrapped.indexOf('.') + 1), 'base64url');
    const cipher = createDecipheriv('aes-256-gcm', wrapping, sealed.subarray(0, 12), { authTagLength: 16 });
    cipher.setAAD(Buffer.from(`WrappedKey:${purpose}:${id}:${first?.['id']}`)).setAuthTag(sealed.subarray(-16));
    return [`key to ${purpose} ${id}`, Buffer.concat([cipher.update(sealed.subarray(12, -16)), cipher.final()])];
  });
  return new Map<string, string | Buffer>([
    ['secret key', secret],
    ['secret key, as it is given', text],
    ['wrapping key', wrapping],
    ...keys,
  ]);
};
