import type { Stores } from '../../src/ports/storage.ts';
import type { MemoryTables, Sync } from './table.ts';

export const keptOutcomeStore = ({ keptOutcomes }: MemoryTables): Sync<Stores>['keptOutcomes'] => ({
  find: ({ key, request }, since) => {
    const kept = keptOutcomes.find(key);
    if (!kept || kept.at < since) return undefined;
    return kept.request === request ? { outcome: kept.outcome } : 'other request';
  },
  save: keptOutcomes.put,
  sweep: keptOutcomes.sweep('at'),
});
