import type { BacklogTask } from '../model/backlog.ts';
import type { TextsOf } from '../model/texts.ts';
import type { Stores } from '../ports/storage.ts';
import type { StoredTexts, Tables } from '../ports/tables.ts';
import { contextOf, type Keys, newestCipher } from './fields.ts';

/** D-36. */
export const sealedTexts = (table: Tables['texts'], keyTable: Tables['keys'], keys: Keys): Stores['texts'] => ({
  reencrypt: async (of, request) => {
    const rows = await table.page(of, request);
    const { keyOf, open, seal } = await newestCipher(keys, keyTable);
    const isDone = ({ isSealed, texts }: StoredTexts): boolean =>
      isSealed && Object.values(texts).every((text) => keyOf(text) === 'current');
    let count = 0;
    for (const row of rows) {
      if (isDone(row)) continue;
      const sealed = Object.entries(row.texts).map(([field, text]) => {
        const context = contextOf(of, row.id, field);
        return [field, seal(row.isSealed ? open(text, context) : text, context)];
      });
      await table.replace(of, row.id, Object.fromEntries(sealed));
      count += 1;
    }
    return { last: rows.at(-1)?.id, sealed: count };
  },
});

type TextTask = Exclude<BacklogTask, 'account names' | 'patient names' | 'files'>;
const TEXTS_OF: Readonly<Record<TextTask, TextsOf>> = {
  'case titles': 'Case',
  'task titles': 'Task',
  'certification texts': 'Certification',
  'history reasons': 'CaseEvent',
};

/** Each step is committed with the place that it has reached, so the work may be interrupted anywhere. */
export const backlogSteps = (table: Tables['backlog'], texts: Stores['texts']): Stores['backlog'] => ({
  left: table.left,
  filesCleared: () => table.save('files', undefined),
  step: async (rows) => {
    const next = await table.next();
    if (!next) return undefined;
    const { task, after } = next;
    if (task === 'files') {
      // Another unit may be at the last texts: what they were is in the files until it is committed.
      const isLast = (await table.tasks()).every((left) => left === 'files');
      return isLast ? 'files to clear' : undefined;
    }
    const request = { after, size: rows };
    const last =
      task === 'account names' || task === 'patient names'
        ? await table.indexNames(task, request)
        : (await texts.reencrypt(TEXTS_OF[task], request)).last;
    // Behind the last row there is nothing left, so the task is done.
    await table.save(task, last);
    return 'some rows';
  },
});
