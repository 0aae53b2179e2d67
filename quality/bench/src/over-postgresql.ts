import Database from 'better-sqlite3';
import { Client } from 'pg';
import { administer, databaseAt } from '../../../packages/storage-prisma/testing/administer.ts';
import { startPostgresServer } from '../../../packages/storage-prisma/testing/postgres-server.ts';
import { queryAt } from '../../harness/src/databases.ts';
import { say, type Work } from './compare.ts';
import { pin } from './machine.ts';
import { addChildren, listChildren } from './over-sqlite.ts';
import { SMALL } from './sizes.ts';
import { storeOf } from './stores.ts';
import {
  launch,
  programOf,
  type Run,
  type Server,
  type System,
  settings,
  startOther,
  startService,
} from './systems.ts';

const TABLES = ['Account', 'Session', 'Child', 'Case'] as const;
const TEMPLATE = 'template_bench';
/** As durable as PostgreSQL is by default. The tests turn this off. */
const DURABLE = { fsync: 'on', full_page_writes: 'on', shared_buffers: '128MB' };

let shared: Promise<string> | undefined;

/** The URL of one server for the run, on the core of the databases, with a filled database that others are copied from. */
const serverFor = (run: Run): Promise<string> => {
  shared ??= startServer(run);
  return shared;
};

const startServer = async (run: Run): Promise<string> => {
  say('Starting PostgreSQL …');
  // The server inherits the core of this process.
  pin(process.pid, run.cores.database);
  const server = await startPostgresServer(DURABLE).finally(() => pin(process.pid, run.cores.load));
  run.harness.defer(server.remove);
  await administer(server.url, `CREATE DATABASE ${TEMPLATE}`);
  const template = databaseAt(server.url, TEMPLATE);
  const { exitCode, output } = await launch(run, [programOf('migrate')], settings(template));
  if ((await exitCode) !== 0) throw new Error(`The migration failed. ${output()}`);
  await copyRows(template, await storeOf(run, SMALL));
  return server.url;
};

const CHUNK = 5000;

/** Copies the rows of the SQLite store, so that both hold the same. */
const copyRows = async (url: string, store: string): Promise<void> => {
  const sqlite = new Database(store, { readonly: true });
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`SET TIME ZONE 'UTC'`);
  for (const table of TABLES) {
    const columns = sqlite.pragma(`table_info("${table}")`) as { name: string; type: string }[];
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const values = columns.map(({ type }, n) => (type === 'DATETIME' ? `to_timestamp(c${n} / 1000.0)` : `c${n}`));
    const arrays = columns.map(({ type }, n) => `$${n + 1}::${type === 'DATETIME' ? 'float8' : 'text'}[]`);
    const rows = sqlite.prepare<[], unknown[]>(`SELECT ${names} FROM "${table}"`).raw().all();
    const insert = `INSERT INTO "${table}" (${names}) SELECT ${values.join(', ')}
      FROM unnest(${arrays.join(', ')}) AS rows(${columns.map((_, n) => `c${n}`).join(', ')})`;
    for (let at = 0; at < rows.length; at += CHUNK) {
      const chunk = rows.slice(at, at + CHUNK);
      await client.query(
        insert,
        columns.map((_, n) => chunk.map((row) => row[n])),
      );
    }
  }
  await client.end();
  sqlite.close();
};

/** The URL of a new copy of the filled database, in which all sessions start now. */
export const newDatabase = async (run: Run, name: string): Promise<string> => {
  const server = await serverFor(run);
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const url = databaseAt(server, name);
  const now = `now() AT TIME ZONE 'UTC'`;
  await queryAt(url, `UPDATE "Session" SET "startedAt" = ${now}, "lastUsedAt" = ${now}`);
  await queryAt(url, 'VACUUM ANALYZE');
  return url;
};

let databases = 0;

/** A system over a database of its own. */
const overPostgres = (name: string, startWith: (run: Run, DATABASE_URL: string) => Promise<Server>): System => ({
  name,
  start: async (run) => {
    databases += 1;
    return startWith(run, await newDatabase(run, `bench_${databases}`));
  },
});

const other = (name: string, file: string): System =>
  overPostgres(name, (run, DATABASE_URL) => startOther(run, name, file, { DATABASE_URL }));

const L2 = other('L2 node:http + pg', 'limits/l2-postgres.ts');
const honoPrisma = other('N Hono + Prisma', 'rivals/hono-prisma.ts');

export const overPostgresql: readonly Work[] = [
  {
    id: 'children-postgresql',
    title: "A doctor's children, 50 rows, PostgreSQL",
    systems: [overPostgres('service', startService), L2, honoPrisma],
    ...listChildren,
    goals: { [L2.name]: 0.8, [honoPrisma.name]: 2.5 },
  },
  {
    id: 'add-child-postgresql',
    title: 'Add a child, 64 clients, PostgreSQL',
    systems: [overPostgres('service', (run, url) => startService(run, url, 'b')), honoPrisma],
    ...addChildren(64),
    goals: {},
  },
];
