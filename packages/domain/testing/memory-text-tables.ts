import { BACKLOG_TASKS, type BacklogTask } from '../src/model/backlog.ts';
import { TEXTS, type TextsOf } from '../src/model/texts.ts';
import type { StoredText, StoredTexts, Tables } from '../src/ports/tables.ts';
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
      const text = row[field] as StoredText | undefined;
      return text ? [[field, text] as const] : [];
    });
    if (stored.length === 0) return [];
    const texts = Object.fromEntries(stored.map(([field, { text }]) => [field, text]));
    return { id: row.id, isSealed: stored.every(([, { isSealed }]) => isSealed), texts };
  });

/** The rows that each task of a backlog does. */
const rowsLeftTo = (maps: MemoryTables, task: BacklogTask): readonly { readonly id: string }[] => {
  const rows: Readonly<Record<BacklogTask, () => readonly { readonly id: string }[]>> = {
    'account names': () => [...maps.accounts.values()].map(({ account: { id } }) => ({ id })),
    'patient names': () => [...maps.children.values()],
    'case titles': () => textsOf(maps, 'Case'),
    'task titles': () => textsOf(maps, 'Task'),
    'certification texts': () => textsOf(maps, 'Certification'),
    'history reasons': () => textsOf(maps, 'CaseEvent'),
    files: () => [],
  };
  const after = maps.backlog.get(task);
  return rows[task]().filter(({ id }) => after === undefined || id > after);
};

const tasksLeft = ({ backlog }: MemoryTables) => BACKLOG_TASKS.filter((task) => backlog.has(task));

export const textTables = (maps: MemoryTables): Pick<Tables, 'backlog' | 'texts'> => ({
  backlog: {
    next: async () => {
      const task = BACKLOG_TASKS.find((one) => maps.backlog.has(one));
      return task && { task, after: maps.backlog.get(task) };
    },
    save: async (task, after) => {
      if (after === undefined) maps.backlog.delete(task);
      else if (maps.backlog.has(task)) maps.backlog.set(task, after);
    },
    tasks: async () => tasksLeft(maps),
    left: async () => tasksLeft(maps).map((task) => ({ task, rows: rowsLeftTo(maps, task).length })),
    /** There is no index here. */
    indexNames: async (of, request) => page(rowsLeftTo(maps, of), request).at(-1)?.id,
  },
  texts: {
    page: async (of, request) => page(textsOf(maps, of), request),
    replace: async (of, id, texts) => {
      const sealed = Object.entries(texts).map(([field, text]) => [field, { text, isSealed: true }]);
      change(rowsOf(maps, of), id, Object.fromEntries(sealed));
    },
  },
});
