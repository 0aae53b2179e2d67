import { storageDifferential } from '@health-case/domain/contracts/storage-differential';
import { setBackSqlite } from './support/set-back-sqlite.ts';

storageDifferential('the SQLite store', setBackSqlite(), process.env);
