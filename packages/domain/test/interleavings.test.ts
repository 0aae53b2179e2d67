import { interleavings } from '../contracts/interleavings.ts';
import { createMemoryStorage } from '../testing/memory.ts';

interleavings('the memory store', async () => [createMemoryStorage()], process.env);
