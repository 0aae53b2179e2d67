import type { Stores } from '../../src/ports/storage.ts';
import type { MemoryTables, Sync } from './table.ts';

export const practiceStores = ({
  practice,
  setupCodes,
}: MemoryTables): Sync<Pick<Stores, 'practice' | 'setupCodes'>> => ({
  practice: { find: practice.find, save: practice.put },
  setupCodes: {
    find: (digest) => setupCodes.all({ digest })[0],
    save: setupCodes.put,
    remove: () => setupCodes.clear(),
  },
});
