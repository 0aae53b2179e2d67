import { storageDifferential } from '@health-case/domain/contracts/storage-differential';
import { migratedDatabase, openPostgres } from './support/postgresql.ts';
import { setBackSqlite } from './support/set-back-sqlite.ts';

storageDifferential('the SQLite store', setBackSqlite(), process.env);

// Each sequence has a database of its own, which takes its time, so they are few unless more are asked for.
storageDifferential('the PostgreSQL store', async () => openPostgres(await migratedDatabase()), {
  DIFFERENTIAL_RUNS: '5',
  ...process.env,
});
