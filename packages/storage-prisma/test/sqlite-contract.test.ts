import { storageContract } from '@health-case/domain/contracts/storage-contract';
import { migratedFile, openSqlite } from './support/sqlite.ts';

storageContract('the SQLite store', async () => openSqlite(await migratedFile()));
storageContract('the SQLite store without its cache', async () =>
  openSqlite(await migratedFile(), { readCache: false }),
);
