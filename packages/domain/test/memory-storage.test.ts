import { tamperWithTables } from '../contracts/storage/tampering.ts';
import { storageContract } from '../contracts/storage-contract.ts';
import { createMemoryStorage } from '../src/memory.ts';
import { emptyTables } from '../src/memory-tables.ts';

storageContract('the memory store', async () => {
  const tables = emptyTables();
  const storage = createMemoryStorage(tables);
  return {
    storage,
    tamper: async (change) => {
      tamperWithTables(tables, change);
      return storage;
    },
  };
});
