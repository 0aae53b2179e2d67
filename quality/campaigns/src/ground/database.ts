import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { administer, databaseAt, freshName } from '@health-case/storage-prisma/testing/administer';
import { Client } from 'pg';
import type { Ground } from './ground.ts';
import { type Environment, operate, scratchFolder } from './processes.ts';

type Row = Readonly<Record<string, unknown>>;

/** A store for one campaign: the settings that name it, and a look into it with eyes that are not the service's. */
export type Database = {
  readonly environment: Environment;
  readonly query: (sql: string) => Promise<readonly Row[]>;
};

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** An empty database of the server that all share, or of one that is given. */
export const newPostgres = async (ground: Ground, given?: string): Promise<Database> => {
  const serverUrl = given ?? (await ground.serverUrl());
  const name = freshName();
  // Others may create databases from the same template at this moment, which locks it for as long as one copy takes.
  await persistently(() => administer(serverUrl, `CREATE DATABASE ${name}`));
  if (!given) ground.ending.defer(() => administer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const url = databaseAt(serverUrl, name);
  return { environment: { DATABASE_URL: url, SECRET_KEY }, query: (sql) => queryAt(url, sql) };
};

export const newSqlite = (ground: Ground): Database => {
  const { environment, query } = sqliteAt(`${scratchFolder(ground)}/health-case.db`);
  return { environment: { ...environment, SECRET_KEY }, query };
};

/** A file, with its key beside it. */
export const sqliteAt = (file: string): Database => ({
  environment: { DATABASE_URL: `file:${file}` },
  query: async (sql) => {
    using database = new DatabaseSync(file, { readOnly: true });
    return database.prepare(sql).all();
  },
});

/** Runs one statement on a connection of its own. */
export const queryAt = async (url: string, sql: string): Promise<readonly Row[]> => {
  const client = new Client({ connectionString: url });
  // A connection that is lost while nothing is asked on it is told as an event, and the question fails besides.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const persistently = async (work: () => Promise<void>): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 10) throw error;
      await sleep(100 * tries);
    }
  }
};

/** That the audit trail is what was written, by the operator's word: the number of its records. */
export const verifiedRecords = async (ground: Ground, { environment }: Database): Promise<number> => {
  const said = await operate(ground, environment, 'audit', 'verify', '--json').catch((error: Error) => error.message);
  const verdict = /\{"sound":true,"records":(\d+)\}/.exec(said);
  if (!verdict) ground.wrong(`The audit trail does not verify: ${said}`);
  return Number(verdict?.[1] ?? 0);
};
