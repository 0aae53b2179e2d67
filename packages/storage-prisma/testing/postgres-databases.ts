import { Socket } from 'node:net';
import { Client } from 'pg';
import { inject } from 'vitest';
import { databaseAt, freshName } from './administer.ts';
import { type PostgresServer, type Prepared, startPostgresServer } from './postgres-server.ts';

/** What the setup of a test run hands to the tests. */
export type PostgresForTests = {
  readonly serverUrl: string;
  /** The name of a database with the schema only. */
  readonly template: string;
  readonly prepared: Partial<Prepared>;
};

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: PostgresForTests;
  }
}

/** The connection of this process to the server: a new one takes as long as what is asked on it. */
let administrator: Promise<Client> | undefined;

const connect = async (): Promise<Client> => {
  const { serverUrl } = inject('postgres');
  // The process may end with it open.
  const client = new Client({ connectionString: serverUrl, stream: () => new Socket().unref() });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

const administer = async (statement: string): Promise<readonly unknown[]> => {
  administrator ??= connect();
  return (await (await administrator).query(statement)).rows;
};

/** A server of its own. */
export const startTestServer = (settings?: Readonly<Record<string, string>>): Promise<PostgresServer> =>
  startPostgresServer(settings, { from: inject('postgres').prepared });

/** A database for one test: a copy of the one that has the schema, or one with nothing in it. */
export const createTestDatabase = async (content: 'schema' | 'nothing' = 'schema') => {
  const { serverUrl, template } = inject('postgres');
  const name = freshName();
  const from = content === 'schema' ? template : 'template1';
  // Copying the files takes half as long as writing the log of them.
  await administer(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
  return {
    url: databaseAt(serverUrl, name),
    /** Call it when all connections have ended: they tell then what they have counted. */
    drop: async (deadlocks: 'none' | 'any' = 'none') => {
      const counted = await administer(
        `SELECT "deadlocks" FROM pg_stat_database WHERE "datname" = '${name}' AND "deadlocks" > 0`,
      );
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      // Whoever was ended runs again after a second of waiting, so nothing else would show it.
      if (counted.length > 0 && deadlocks === 'none')
        throw new Error(`Two units of work take locks in different orders (${name}); ${SEE_LOG}`);
    },
  };
};

const SEE_LOG = 'the log of PostgreSQL, which postgres-global-setup.ts can hear, has the statements.';
