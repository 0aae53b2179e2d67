import { postgresContract } from './support/postgres-contract.ts';

// SQLite keeps the contract in indexes.test.ts, where its statements are looked at.
postgresContract();
