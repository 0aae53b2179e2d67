import Database from 'better-sqlite3';
import { Client } from 'pg';
import { administer, databaseAt } from '../../../../packages/storage-prisma/testing/administer.ts';
import { startPostgresServer } from '../../../../packages/storage-prisma/testing/postgres-server.ts';
import { compare, say } from '../compare.ts';
import { pin } from '../machine.ts';
import { SMALL } from '../sizes.ts';
import { copyFor } from '../stores.ts';
import {
  launch,
  programOf,
  type Run,
  type Server,
  type System,
  settings,
  startOther,
  startService,
} from '../systems.ts';
import { atLeast, type Row } from '../table.ts';
import { listChildren } from './over-sqlite.ts';

const TABLES = ['Account', 'Session', 'Child', 'Case'] as const;
const TEMPLATE = 'template_bench';
/** As durable as PostgreSQL is by default. The tests turn this off. */
const DURABLE = { fsync: 'on', full_page_writes: 'on', shared_buffers: '128MB' };

/** A server on the core of the databases, with a filled database that others are copied from. */
export const startPostgres = async (run: Run, sessions: readonly number[]): Promise<{ readonly url: string }> => {
  say('Starting PostgreSQL …');
  // The server inherits the core of this process.
  pin(process.pid, run.cores.database);
  const server = await startPostgresServer(DURABLE).finally(() => pin(process.pid, run.cores.load));
  run.harness.defer(server.remove);
  await administer(server.url, `CREATE DATABASE ${TEMPLATE}`);
  const { exitCode, output } = await launch(run, [programOf('migrate')], settings(databaseAt(server.url, TEMPLATE)));
  if ((await exitCode) !== 0) throw new Error(`The migration failed. ${output()}`);
  await copyRows(databaseAt(server.url, TEMPLATE), await copyFor(run, 'postgresql-source', SMALL, sessions));
  return server;
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
  await client.query('ANALYZE');
  await client.end();
  sqlite.close();
};

/** A system over a database of its own. */
export const overPostgres = (
  serverUrl: string,
  name: string,
  startWith: (run: Run, DATABASE_URL: string) => Promise<Server>,
): System => ({
  name,
  size: SMALL,
  start: async (run) => {
    const database = name.toLowerCase().replaceAll(/\W+/g, '_');
    await administer(serverUrl, `CREATE DATABASE ${database} TEMPLATE ${TEMPLATE}`);
    return startWith(run, databaseAt(serverUrl, database));
  },
});

const [L2, N] = ['L2 node:http + pg', 'N Hono + Prisma'] as const;

/** The list of a doctor's children, as over SQLite. */
export const overPostgresql = async (run: Run): Promise<readonly Row[]> => {
  const { url } = await startPostgres(run, listChildren.sessions(SMALL));
  const other = (name: string, file: string): System =>
    overPostgres(url, name, (_, DATABASE_URL) => startOther(run, name, file, { DATABASE_URL }));
  return compare(
    {
      id: 'children-postgresql',
      title: "A doctor's children, 50 rows, PostgreSQL",
      systems: [
        overPostgres(url, 'service', startService),
        other(L2, 'limits/l2-postgres.ts'),
        other(N, 'rivals/hono-prisma.ts'),
      ],
      ...listChildren,
      goals: {
        [L2]: (ratio) => atLeast(0.8, ratio, 'L2'),
        [N]: (ratio) => atLeast(2.5, ratio, 'N'),
      },
    },
    run,
  );
};
