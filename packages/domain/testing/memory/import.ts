import type { RowResult } from '../../src/model/import.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { type MemoryTables, page, type Sync } from './table.ts';

export const importStores = ({ importRows, imports }: MemoryTables): Sync<Pick<Stores, 'imports'>> => ({
  imports: {
    find: imports.find,
    all: (request) => page(imports.all(), request, true),
    open: () =>
      page(
        imports.all(({ state }) => state !== 'closed'),
        { after: undefined, size: 1000 },
      ),
    rows: (importId, request, result) =>
      importRows.page((row) => row.importId === importId && (result === undefined || row.result === result), request),
    row: importRows.find,
    counts: (importId) => {
      const counts: Partial<Record<RowResult, number>> = {};
      for (const { result } of importRows.all({ importId })) counts[result] = (counts[result] ?? 0) + 1;
      return counts;
    },
    save: imports.put,
    addRows: (rows) => {
      for (const row of rows) importRows.insert(row);
    },
    settle: ({ id, result, reasons, childId, likes }) => importRows.change({ id }, { result, reasons, childId, likes }),
    clear: (importId, atMost) => {
      const some = importRows.all((row) => row.importId === importId && row.texts !== undefined).slice(0, atMost);
      for (const { id } of some) importRows.change({ id }, { texts: undefined, childId: undefined, likes: [] });
      return some.length;
    },
  },
});
