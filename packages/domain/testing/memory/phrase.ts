import type { Stores } from '../../src/ports/storage.ts';
import { by, type MemoryTables, type Sync } from './table.ts';

export const phraseStores = ({ phrases }: MemoryTables): Sync<Pick<Stores, 'phrases'>> => ({
  phrases: {
    of: (accountId) => phrases.all({ accountId }).sort(by('place', 'id')),
    save: phrases.put,
    remove: phrases.drop,
  },
});
