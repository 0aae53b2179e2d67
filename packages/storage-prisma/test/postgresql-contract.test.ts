import { storageContract } from '@health-case/domain/contracts/storage-contract';
import { afterAll, beforeAll } from 'vitest';
import { administer } from '../testing/administer.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres-databases.ts';
import { openPostgres, tamperPostgres } from './support/postgresql.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Making a database takes longer than most of these tests, so each begins with the same one, without its rows. */
const EMPTY = `
  SET session_replication_role = replica;
  DO $$ DECLARE name regclass; BEGIN
    FOR name IN SELECT oid FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
    LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
  END $$`;

storageContract('the PostgreSQL store', async () => {
  await administer(database.url, EMPTY);
  const storage = await openPostgres(database.url);
  return { storage, tamper: tamperPostgres(database.url, storage) };
});
