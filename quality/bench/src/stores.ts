import { constants, copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PASSWORD } from '@health-case/harness/client';
import { queryAt, sqliteAt } from '@health-case/harness/databases';
import { administer, databaseAt } from '@health-case/storage-prisma/testing/administer';
import { startPostgresServer } from '@health-case/storage-prisma/testing/postgres-server';
import { hashSync } from 'bcrypt';
import { passwordDigestOf } from '../contract.ts';
import type * as Data from './data.ts';
import { numbers, ROWS } from './data.ts';
import { pin } from './machine.ts';
import type * as Sealing from './sealing.ts';
import { launch, programOf, type Run, settings } from './servers.ts';

const hashOf = (cost: number): string => hashSync(passwordDigestOf(PASSWORD), cost);
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** What fits the schema of the checkout that is measured, as its own benchmark says. */
const contentsFor = async (
  { root }: Run,
  rows: number,
  store: unknown,
): Promise<ReturnType<typeof Data.contentsOf>> => {
  const [{ contentsOf }, { keysOf }] = (await Promise.all(
    ['data', 'sealing'].map((file) => import(join(root, 'quality/bench/src', `${file}.ts`))),
  )) as [typeof Data, typeof Sealing];
  return contentsOf(rows, hashOf(10), keysOf(String(store), settings('')));
};

const SELECT_STORE = 'SELECT id FROM _prisma_migrations ORDER BY migration_name LIMIT 1';

const migrate = async (run: Run, url: string): Promise<void> => {
  const { exitCode, output } = await launch(run, [programOf(run, 'migrate')], settings(url));
  if ((await exitCode) !== 0) throw new Error(`The migration failed. ${output()}`);
};

const fillFile = async (run: Run, rows: number): Promise<string> => {
  const file = join(run.folder, `filled-${rows}.db`);
  await migrate(run, `file:${file}`);
  using database = new DatabaseSync(file);
  const [store] = database.prepare(SELECT_STORE).all();
  database.exec('BEGIN');
  for (const { table, count, rowsOf } of await contentsFor(run, rows, store?.['id'])) {
    const columns = Object.keys(rowsOf(0)[0] ?? {});
    const insert = database.prepare(`INSERT INTO "${table}" (${quoted(columns)}) VALUES (${columns.map(() => '?')})`);
    for (let n = 0; n < count; n += 1) {
      for (const row of rowsOf(n)) {
        insert.run(...Object.values(row).map((value) => (value instanceof Date ? value.getTime() : value)));
      }
    }
  }
  database.exec('COMMIT');
  return file;
};

const filled = new Map<string, Promise<string>>();

/** A copy of the filled SQLite store, whose sessions start now. */
export const newFile = async (run: Run, name: string, rows = ROWS): Promise<string> => {
  const key = `${run.root} ${rows}`;
  const store = filled.get(key) ?? fillFile(run, rows);
  filled.set(key, store);
  const file = join(run.folder, `${name.replaceAll(/\W+/g, '-')}.db`);
  for (const old of [file, `${file}-wal`, `${file}-shm`]) rmSync(old, { force: true });
  copyFileSync(await store, file, constants.COPYFILE_FICLONE);
  const now = Date.now();
  await sqliteAt(file).query(`UPDATE "Session" SET "startedAt" = ${now}, "lastUsedAt" = ${now}`);
  return file;
};

const LARGE = { shared_buffers: '256MB', max_connections: '600' };

/** The URL of one server for the run, on all cores. */
const startServer = async (run: Run): Promise<string> => {
  // The server inherits the cores of this process.
  pin(process.pid, run.cores.all);
  const server = await startPostgresServer(LARGE).finally(() => pin(process.pid, run.cores.load));
  run.harness.defer(server.remove);
  return server.url;
};

const templateOf = (rows: number): string => `template_bench_${rows}`;
/** A string of JSON cannot hold all of a million. */
const INSERTED_AT_ONCE = 20_000;

/** Fills a database that others are copied from. */
const fillTemplate = async (run: Run, server: string, rows: number): Promise<void> => {
  await administer(server, `CREATE DATABASE ${templateOf(rows)}`);
  const template = databaseAt(server, templateOf(rows));
  await migrate(run, template);
  const [store] = await queryAt(template, SELECT_STORE);
  for (const { table, count, rowsOf } of await contentsFor(run, rows, store?.['id'])) {
    const columns = quoted(Object.keys(rowsOf(0)[0] ?? {}));
    const from = `json_populate_recordset(NULL::"${table}", $1)`;
    for (let first = 0; first < count; first += INSERTED_AT_ONCE) {
      const some = numbers(Math.min(INSERTED_AT_ONCE, count - first)).flatMap((nth) => rowsOf(first + nth));
      await queryAt(template, `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM ${from}`, [
        JSON.stringify(some),
      ]);
    }
  }
};

const servers = new Map<string, Promise<string>>();
const templates = new Map<string, Promise<void>>();
let databases = 0;

/** The URL of a new copy of the filled PostgreSQL database, in which all sessions start now. */
export const newDatabase = async (run: Run, rows = ROWS): Promise<string> => {
  const starting = servers.get(run.root) ?? startServer(run);
  servers.set(run.root, starting);
  const server = await starting;
  const key = `${run.root} ${rows}`;
  const filling = templates.get(key) ?? fillTemplate(run, server, rows);
  templates.set(key, filling);
  await filling;
  databases += 1;
  const name = `bench_${databases}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${templateOf(rows)}`);
  const url = databaseAt(server, name);
  const now = `now() AT TIME ZONE 'UTC'`;
  await queryAt(url, `UPDATE "Session" SET "startedAt" = ${now}, "lastUsedAt" = ${now}`);
  await queryAt(url, 'VACUUM ANALYZE');
  return url;
};

/** Gives every account a hash that is cheap to verify, as bcrypt would hide what a login costs besides. */
export const cheapen = async (url: string): Promise<void> => {
  await queryAt(url, `UPDATE "Account" SET "passwordHash" = $1`, [hashOf(4)]);
  await queryAt(url, 'VACUUM FULL ANALYZE "Account"');
};
