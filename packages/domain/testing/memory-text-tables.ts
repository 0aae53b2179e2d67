import { TEXTS, type TextsOf } from '../src/model/texts.ts';
import type { StoredTexts, Tables } from '../src/ports/tables.ts';
import { change, type MemoryTables, page } from './memory-maps.ts';

/** Entries with texts, whatever else they have. */
type Row = { readonly id: string } & { readonly [field: string]: unknown };

const rowsOf = (maps: MemoryTables, of: TextsOf): Map<string, Row> => {
  const tables = { Case: maps.cases, Task: maps.tasks, Certification: maps.certifications, CaseEvent: maps.history };
  return tables[of] as Map<string, Row>;
};

const textsOf = (maps: MemoryTables, of: TextsOf): readonly StoredTexts[] =>
  [...rowsOf(maps, of).values()].flatMap((row) => {
    const stored = TEXTS[of].flatMap((field) => {
      const text = row[field] as string | undefined;
      return text === undefined ? [] : [[field, text] as const];
    });
    return stored.length === 0 ? [] : { id: row.id, texts: Object.fromEntries(stored) };
  });

export const textTable = (maps: MemoryTables): Tables['texts'] => ({
  page: async (of, request) => page(textsOf(maps, of), request),
  replace: async (of, id, texts) => change(rowsOf(maps, of), id, texts),
});
