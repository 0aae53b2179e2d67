import { interleavings } from '@health-case/domain/contracts/interleavings';
import { PATIENT, postgresPlace, sqlitePlace } from './support/stores.ts';

interleavings('the SQLite store', async () => [await (await sqlitePlace()).open({ timeout: PATIENT.call })]);

interleavings('two stores over one PostgreSQL database', async () => {
  const { open } = await postgresPlace();
  return [await open({ bounds: PATIENT }), await open({ bounds: PATIENT })];
});
