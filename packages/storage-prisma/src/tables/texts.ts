import { BACKLOG_TASKS, type BacklogTask } from '@health-case/domain/model/backlog';
import { TEXTS } from '@health-case/domain/model/texts';
import type { StoredText, StoredTexts, Tables } from '@health-case/domain/ports/tables';
import type { Access, Reading } from '../client.ts';
import * as SQL from '../statements/texts.ts';
import { oneOf } from './rows.ts';

type Bit = boolean | 0 | 1;

export const toStoredText = (text: string, sealed: Bit): StoredText => ({ text, isSealed: Boolean(sealed) });

/** SQLite has numbers for true and false, and PostgreSQL takes them. */
export const toBit = (sealed: boolean): number => (sealed ? 1 : 0);

type TextsRow = { readonly id: string; readonly sealed: Bit };

const toStoredTexts = ({ id, sealed, ...columns }: TextsRow): StoredTexts => {
  const texts: Record<string, string> = {};
  for (const [name, text] of Object.entries(columns)) if (typeof text === 'string') texts[name] = text;
  return { id, isSealed: Boolean(sealed), texts };
};

export const textTable = ({ sql }: Access): Tables['texts'] => ({
  page: async (of, { after = '', size }) => {
    const rows: readonly TextsRow[] = await sql.rows<TextsRow, [string, number]>(SQL.LOCK_TEXTS[of], after, size);
    return rows.map(toStoredTexts);
  },
  replace: (of, id, texts) => sql.write(SQL.replaceTexts(of), id, ...TEXTS[of].map((name) => texts[name] ?? null)),
});

type Count = (client: Reading, left: { readonly id: { readonly gt: string } }) => Promise<number>;

/** How many rows each task still has. */
const ROWS: Readonly<Record<BacklogTask, Count>> = {
  'account names': ({ account }, where) => account.count({ where }),
  'patient names': ({ child }, where) => child.count({ where }),
  'case titles': (client, where) => client.case.count({ where: { ...where, sealed: false } }),
  'task titles': ({ task }, where) => task.count({ where: { ...where, sealed: false } }),
  'certification texts': ({ certification }, where) => {
    const hasAny = { OR: [{ reason: { not: null } }, { statement: { not: null } }] };
    return certification.count({ where: { ...where, ...hasAny, sealed: false } });
  },
  'history reasons': ({ caseEvent }, where) =>
    caseEvent.count({ where: { ...where, reason: { not: null }, sealed: false } }),
  files: async () => 0,
};

const toTask = (task: string): BacklogTask => oneOf(BACKLOG_TASKS, task, 'a task', task);

export const backlogTable = ({ sql, read, write }: Access): Omit<Tables['backlog'], 'indexNames'> => ({
  next: async () => {
    const [left] = await sql.rows(SQL.NEXT_TASK);
    return left && { task: toTask(left.task), after: left.after ?? undefined };
  },
  save: (task, after) =>
    write(({ backlog }) =>
      after === undefined
        ? backlog.deleteMany({ where: { task } })
        : backlog.updateMany({ where: { task }, data: { after } }),
    ),
  tasks: async () =>
    (await read(({ backlog }) => backlog.findMany({ select: { task: true } }))).map(({ task }) => toTask(task)),
  left: async () => {
    const tasks = await read(({ backlog }) => backlog.findMany({ orderBy: { place: 'asc' } }));
    return Promise.all(
      tasks.map(async ({ task: name, after }) => {
        const task = toTask(name);
        return { task, rows: await read((client) => ROWS[task](client, { id: { gt: after ?? '' } })) };
      }),
    );
  },
});
