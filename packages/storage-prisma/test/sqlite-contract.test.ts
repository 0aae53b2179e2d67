import { storageContract } from '@health-case/domain/contracts/storage-contract';
import { migratedFile, openSqlite, tamperSqlite } from './support/sqlite.ts';

const open = async (options = {}) => {
  const file = await migratedFile();
  const storage = await openSqlite(file, options);
  return { storage, tamper: tamperSqlite(file, storage) };
};

storageContract('the SQLite store', open);
storageContract('the SQLite store without its cache', () => open({ readCache: false }));
