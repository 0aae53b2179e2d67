import { interleavings } from '@health-case/domain/contracts/interleavings';
import { onTestFinished } from 'vitest';
import { createTestDatabase } from '../testing/postgres-databases.ts';
import { PATIENT, postgresPlace, sqlitePlace } from './support/stores.ts';

interleavings('the SQLite store', async () => [await (await sqlitePlace()).open({ timeout: PATIENT.call })]);

interleavings('two stores over one PostgreSQL database', async () => {
  const { url, drop } = await createTestDatabase('schema');
  // An account that is erased, and calls of or about it, may lock in two orders; one of them then runs again.
  onTestFinished(() => drop('any'));
  const { open } = await postgresPlace('schema', url);
  return [await open({ bounds: PATIENT }), await open({ bounds: PATIENT })];
});
