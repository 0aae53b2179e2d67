import { constants, copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { administer, databaseAt } from '../../../packages/storage-prisma/testing/administer.ts';
import { startPostgresServer } from '../../../packages/storage-prisma/testing/postgres-server.ts';
import { queryAt } from '../../harness/src/databases.ts';
import {
  digestOf,
  doctorOf,
  emailOf,
  FIRST_MILLISECOND,
  firstParentsSession,
  idOf,
  namesOf,
  PASSWORD,
  ROWS,
  sizesOf,
} from './data.ts';
import { pin } from './machine.ts';
import { launch, programOf, type Run, settings, startService } from './servers.ts';

const filled = new Map<number, Promise<string>>();

/** The filled SQLite store of the run, of which every system gets a copy. */
export const filledStore = (run: Run, rows = ROWS): Promise<string> => {
  const store = filled.get(rows) ?? fill(run, join(run.folder, `filled-${rows}.db`), rows);
  filled.set(rows, store);
  return store;
};

/** The service migrates the empty file and hashes the password, for one parent more. */
const fill = async (run: Run, file: string, rows: number): Promise<string> => {
  const { ports, stop } = await startService({ ...run, serviceOptions: [] }, `file:${file}`);
  const body = { firstName: 'Greta', lastName: 'Holm', email: 'first@example.org', password: PASSWORD, role: 'Par' };
  await run.client(ports[0], { method: 'POST', path: '/api/Auth/register', body });
  await stop();
  const database = new Database(file);
  const { passwordHash } = database.prepare('SELECT "passwordHash" FROM "Account"').get() as { passwordHash: string };
  database.transaction(insertRows)(database, rows, passwordHash);
  database.close();
  return file;
};

const insertRows = (database: Database.Database, rows: number, passwordHash: string): void => {
  const { parents } = sizesOf(rows);
  const firstParent = firstParentsSession(rows);
  const insert = (table: string, count: number, rowOf: (n: number) => Readonly<Record<string, string | number>>) => {
    const columns = Object.keys(rowOf(0));
    const [names, values] = [columns.map((name) => `"${name}"`), columns.map((name) => `$${name}`)];
    const statement = database.prepare(`INSERT INTO "${table}" (${names}) VALUES (${values})`);
    for (let n = 0; n < count; n += 1) statement.run(rowOf(n));
  };
  const account = (kind: 'doctor' | 'parent', role: string) => (n: number) => {
    const who = { id: idOf(kind, n), ...namesOf(n), email: emailOf(kind, n) };
    return { ...who, passwordHash, role, registeredAt: FIRST_MILLISECOND };
  };
  insert('Account', rows, account('doctor', 'Doc'));
  insert('Account', parents, account('parent', 'Par'));
  insert('Session', rows, (n) => {
    const isParent = n >= firstParent && n < firstParent + parents;
    const accountId = isParent ? idOf('parent', n - firstParent) : idOf('doctor', n);
    return { digest: digestOf(n), accountId, startedAt: 0, lastUsedAt: 0 };
  });
  const parentId = (n: number): string => idOf('parent', n % parents);
  insert('Child', rows, (n) => ({ id: idOf('child', n), parentId: parentId(n), ...namesOf(n * 7) }));
  insert('Case', rows, (n) => {
    const people = {
      childId: idOf('child', n),
      parentId: parentId(n),
      doctorId: idOf('doctor', doctorOf(n, rows)),
    };
    return { id: idOf('case', n), ...people, title: 'Asthma', openedAt: FIRST_MILLISECOND };
  });
};

/** A copy of the SQLite store, whose sessions start now. */
export const newFile = async (run: Run, name: string, rows = ROWS): Promise<string> => {
  const file = join(run.folder, `${name.replaceAll(/\W+/g, '-')}.db`);
  for (const old of [file, `${file}-wal`, `${file}-shm`]) rmSync(old, { force: true });
  copyFileSync(await filledStore(run, rows), file, constants.COPYFILE_FICLONE);
  const database = new Database(file);
  database.prepare('UPDATE "Session" SET "startedAt" = $now, "lastUsedAt" = $now').run({ now: Date.now() });
  database.close();
  return file;
};

const TEMPLATE = 'template_bench';
/** As durable as PostgreSQL is by default. The tests turn this off. */
const DURABLE = { fsync: 'on', full_page_writes: 'on', shared_buffers: '256MB', max_connections: '600' };

let shared: Promise<string> | undefined;

/** The URL of one server for the run, on all cores, with a filled database that others are copied from. */
const startServer = async (run: Run): Promise<string> => {
  // The server inherits the cores of this process.
  pin(process.pid, run.cores.all);
  const server = await startPostgresServer(DURABLE).finally(() => pin(process.pid, run.cores.load));
  run.harness.defer(server.remove);
  await administer(server.url, `CREATE DATABASE ${TEMPLATE}`);
  const template = databaseAt(server.url, TEMPLATE);
  const { exitCode, output } = await launch(run, [programOf('migrate')], settings(template));
  if ((await exitCode) !== 0) throw new Error(`The migration failed. ${output()}`);
  await copyRows(template, await filledStore(run));
  return server.url;
};

/** Copies the rows of the SQLite store, so that both hold the same. */
const copyRows = async (url: string, store: string): Promise<void> => {
  const sqlite = new Database(store, { readonly: true });
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`SET TIME ZONE 'UTC'`);
  for (const table of ['Account', 'Session', 'Child', 'Case']) {
    const columns = sqlite.pragma(`table_info("${table}")`) as { name: string; type: string }[];
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const values = columns.map(({ type }, n) => (type === 'DATETIME' ? `to_timestamp(c${n} / 1000.0)` : `c${n}`));
    const arrays = columns.map(({ type }, n) => `$${n + 1}::${type === 'DATETIME' ? 'float8' : 'text'}[]`);
    const rows = sqlite.prepare<[], unknown[]>(`SELECT ${names} FROM "${table}"`).raw().all();
    const insert = `INSERT INTO "${table}" (${names}) SELECT ${values.join(', ')}
      FROM unnest(${arrays.join(', ')}) AS rows(${columns.map((_, n) => `c${n}`).join(', ')})`;
    await client.query(
      insert,
      columns.map((_, n) => rows.map((row) => row[n])),
    );
  }
  await client.end();
  sqlite.close();
};

let databases = 0;

/** The URL of a new copy of the filled PostgreSQL database, in which all sessions start now. */
export const newDatabase = async (run: Run): Promise<string> => {
  shared ??= startServer(run);
  const server = await shared;
  databases += 1;
  const name = `bench_${databases}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const url = databaseAt(server, name);
  const now = `now() AT TIME ZONE 'UTC'`;
  await queryAt(url, `UPDATE "Session" SET "startedAt" = ${now}, "lastUsedAt" = ${now}`);
  await queryAt(url, 'VACUUM ANALYZE');
  return url;
};
