import type { Harness } from '@health-case/domain/contracts/storage/harness';
import type { Storage } from '@health-case/domain/ports/storage';
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

/** Changes the audit trail in a database on a connection of its own. */
export const tamperPostgres =
  (url: string, storage: Storage): Harness['tamper'] =>
  async (change) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const rowsOf = async (table: string) =>
      (await client.query(`SELECT coalesce(json_agg(r ORDER BY "place"), '[]') AS rows FROM "${table}" r`)).rows[0]
        .rows;
    const replace = async (table: string, rows: readonly unknown[]) => {
      await client.query(`DELETE FROM "${table}"`);
      const inserted = `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1)`;
      await client.query(inserted, [JSON.stringify(rows)]);
    };
    const { records, end } = change({ records: await rowsOf('AuditRecord'), end: (await rowsOf('AuditEnd'))[0] });
    await replace('AuditRecord', records);
    await replace('AuditEnd', end ? [end] : []);
    await client.end();
    return storage;
  };
