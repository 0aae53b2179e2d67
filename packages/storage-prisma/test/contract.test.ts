import { storageContract } from '@health-case/domain/contracts/storage-contract';
import { describe } from 'vitest';
import { postgresContract } from './support/postgres-contract.ts';
import { harnessOf, sqlitePlace } from './support/stores.ts';

storageContract('the SQLite store', async () => harnessOf(await sqlitePlace()));

describe('PostgreSQL', () => postgresContract());
