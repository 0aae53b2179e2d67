import { storageContract } from '../contracts/storage-contract.ts';
import { createMemoryStorage } from '../src/memory/memory-storage.ts';

storageContract('the memory store', async () => createMemoryStorage());
