import { tamperings } from '@health-case/domain/contracts/storage/tampering';
import { type SAMPLE, storageContract } from '@health-case/domain/contracts/storage-contract';
import { afterAll, beforeAll } from 'vitest';
import { administer } from '../../testing/administer.ts';
import { createTestDatabase } from '../../testing/postgres-databases.ts';
import { harnessOf, postgresPlace } from './stores.ts';

/** Making a database takes longer than most of these tests, so each empties the same one. */
export const EMPTY = `
  SET session_replication_role = replica;
  DO $$ DECLARE name regclass; BEGIN
    FOR name IN SELECT oid FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
    LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
  END $$`;

/** The contract for stores whose connections go `through` something, or straight to the server. */
export const postgresContract = (
  through: (url: string) => string = (url) => url,
  create = createTestDatabase,
  suites?: typeof SAMPLE,
): void => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.drop());

  const place = () => postgresPlace('schema', through(database.url));
  const open = async (there = place()) => {
    await administer(database.url, EMPTY);
    return harnessOf(await there);
  };
  storageContract('the PostgreSQL store', () => open(), suites);
  // Each place keeps a connection until the test has finished, so these share one.
  let shared: ReturnType<typeof place> | undefined;
  tamperings(
    'the PostgreSQL store',
    () => {
      shared ??= place();
      return open(shared);
    },
    10,
  );
};
