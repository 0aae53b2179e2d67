import { interleavings } from '../contracts/interleavings.ts';
import { idSourceContract } from '../contracts/platform-contract.ts';
import { type Harness, tamperWithTables } from '../contracts/storage/harness.ts';
import { tamperings } from '../contracts/storage/tampering.ts';
import { SAMPLE, storageContract } from '../contracts/storage-contract.ts';
import { emptyTables } from '../testing/memory/table.ts';
import { createMemoryStorage } from '../testing/memory.ts';
import { createTestPorts } from './support/ports.ts';

const OF_RECORDS = [
  ...SAMPLE,
  ...(['who has looked (D-34)', 'an audit trail that was changed past the port'] as const),
  'a checkpoint of the audit trail' as const,
];

for (const parallel of [false, true]) {
  const name = `the memory store${parallel ? ' with pending audit records' : ''}`;
  const open = async (): Promise<Harness> => {
    const tables = emptyTables();
    const storage = createMemoryStorage(tables, { parallel });
    const tamper: Harness['tamper'] = async (change, pending) => {
      if (!pending) await storage.sequence([]);
      tamperWithTables(tables, change);
      return storage;
    };
    return { storage, tamper };
  };
  storageContract(name, open, parallel ? OF_RECORDS : undefined);
  tamperings(name, open, parallel ? 200 : 100);
}

const AT_ONCE = ['use cases that run at once have the effect of some order of them'] as const;
interleavings('the memory store', async () => [createMemoryStorage()], AT_ONCE, 12);

idSourceContract('the counted ids of the tests', () => createTestPorts().ids);
