import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { openPostgresStorage } from '../../src/postgresql/storage.ts';
import { createTestDatabase } from '../../testing/postgres-databases.ts';
import { keyring } from './keyring.ts';

type Options = Partial<Parameters<typeof openPostgresStorage>[0]>;

/** The URL of a database that goes with the test that asked for it. */
export const migratedDatabase = async (content: 'schema' | 'nothing' = 'schema'): Promise<string> => {
  const { url, drop } = await createTestDatabase(content);
  onTestFinished(drop);
  return url;
};

/** A store that closes with the test that opened it. */
export const openPostgres = async (url: string, options: Options = {}) => {
  const storage = await openPostgresStorage({ url, keyring: keyring(), ...options });
  onTestFinished(() => storage.close());
  return storage;
};

/** How many connections stores have to the database of another connection. */
export const connectionsBeside = async (beside: Client): Promise<number> => {
  const { rowCount } = await beside.query(`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'health-case-service'`);
  return rowCount ?? 0;
};

/** Another connection to a database, with nothing of ours in between. It closes with the test that opened it. */
export const connectBeside = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};
