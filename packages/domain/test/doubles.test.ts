import { interleavings } from '../contracts/interleavings.ts';
import { idSourceContract } from '../contracts/platform-contract.ts';
import { tamperWithTables } from '../contracts/storage/harness.ts';
import { storageContract } from '../contracts/storage-contract.ts';
import { createMemoryStorage } from '../testing/memory.ts';
import { emptyTables } from '../testing/memory-tables.ts';
import { createTestPorts } from './support/ports.ts';

for (const parallel of [false, true]) {
  storageContract(`the memory store${parallel ? ' with pending audit records' : ''}`, async () => {
    const tables = emptyTables();
    const storage = createMemoryStorage(tables, { parallel });
    return {
      storage,
      tamper: async (change) => {
        await storage.sequence([]);
        tamperWithTables(tables, change);
        return storage;
      },
    };
  });
}

idSourceContract('the counted ids of the tests', () => createTestPorts().ids);

for (const parallel of [false, true]) {
  const name = `the memory store${parallel ? ' with pending audit records' : ''}`;
  interleavings(name, async () => [createMemoryStorage(undefined, { parallel })], process.env);
}
