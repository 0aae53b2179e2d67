import type { Storage } from '../../src/ports/storage.ts';
import type { Database } from '../../src/ports/tables.ts';
import { openSealedStorage } from '../../src/sealed-storage.ts';
import { memoryDatabase, plainKeyring } from '../../testing/memory.ts';
import type { MemoryTables } from '../../testing/memory-maps.ts';

/** What a process opens over a database, with the port's other methods left out. */
export const openDatabase = async (database: Database, name: string) =>
  (await openSealedStorage(database, plainKeyring(name))) as unknown as Storage;

export const openOver = (maps: MemoryTables, name = 'a') => openDatabase(memoryDatabase(maps), name);
