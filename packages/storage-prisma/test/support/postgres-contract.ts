import { type SAMPLE, secrecyContract, storageContract } from '@health-case/domain/contracts/storage-contract';
import { beforeAll } from 'vitest';
import { openDatabase } from '../../src/postgresql/storage.ts';
import { createPrismaStorage } from '../../src/prisma-storage.ts';
import { createTestDatabase } from '../../testing/postgres-databases.ts';
import { keyring, openClient, PATIENT, type Place, postgresPlaceOf, rawHarnessOf } from './stores.ts';

/** Making a database, and connections to it, takes longer than most of these tests, so each empties the same one. */
export const EMPTY = `
  SET session_replication_role = replica;
  DO $$ DECLARE name regclass; BEGIN
    FOR name IN SELECT oid FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
    LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
  END $$`;

const stay = async () => undefined;

/** The contract for stores whose connections go `through` something, or straight to the server. */
export const postgresContract = (
  through: (url: string) => string = (url) => url,
  create = createTestDatabase,
  suites?: typeof SAMPLE,
): void => {
  let place: Place;
  beforeAll(async () => {
    const { url, drop } = await create();
    const beside = await openClient(url);
    const database = await openDatabase({ url: through(url), bounds: PATIENT });
    const { close, transactions } = database;
    const kept = { ...database, close: stay, transactions: { ...transactions, close: stay } };
    const open = () => createPrismaStorage(kept, keyring());
    place = { ...postgresPlaceOf(through(url), beside), open };
    return async () => {
      await close();
      await transactions.close();
      await beside.end();
      await drop();
    };
  });
  const open = async () => {
    await place.query(EMPTY);
    return rawHarnessOf(place);
  };
  storageContract('the PostgreSQL store', open, suites);
  if (!suites) secrecyContract('the PostgreSQL store', open);
};
