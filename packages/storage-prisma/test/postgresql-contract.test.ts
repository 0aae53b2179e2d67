import { storageContract } from '@health-case/domain/contracts/storage-contract';
import { migratedDatabase, openPostgres } from './support/postgresql.ts';

storageContract('the PostgreSQL store', async () => openPostgres(await migratedDatabase()));
