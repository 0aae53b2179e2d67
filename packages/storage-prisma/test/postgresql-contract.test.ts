import { storageContract } from '@health-case/domain/contracts/storage-contract';
import { migratedDatabase, openPostgres, tamperPostgres } from './support/postgresql.ts';

storageContract('the PostgreSQL store', async () => {
  const url = await migratedDatabase();
  const storage = await openPostgres(url);
  return { storage, tamper: tamperPostgres(url, storage) };
});
