import { storageContract } from '@health-case/domain/contracts/storage-contract';
import { afterAll, beforeAll, describe } from 'vitest';
import { administer } from '../testing/administer.ts';
import { createTestDatabase } from '../testing/postgres-databases.ts';
import { harnessOf, postgresPlace, sqlitePlace } from './support/stores.ts';

storageContract('the SQLite store', async () => harnessOf(await sqlitePlace()));

/** Making a database takes longer than most of these tests, so each empties the same one. */
const EMPTY = `
  SET session_replication_role = replica;
  DO $$ DECLARE name regclass; BEGIN
    FOR name IN SELECT oid FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
    LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
  END $$`;

describe('PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  storageContract('the PostgreSQL store', async () => {
    await administer(database.url, EMPTY);
    return harnessOf(await postgresPlace('schema', database.url));
  });
});
