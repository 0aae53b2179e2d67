import type { Stores } from '../ports/storage.ts';
import type { Tables } from '../ports/tables.ts';
import { contextOf, type Keys, newestCipher } from './fields.ts';

/** D-36. */
export const sealedTexts = (table: Tables['texts'], keyTable: Tables['keys'], keys: Keys): Stores['texts'] => ({
  reencrypt: async (of, request) => {
    const rows = await table.page(of, request);
    const { keyOf, open, seal } = await newestCipher(keys, keyTable);
    let count = 0;
    for (const { id, texts } of rows) {
      if (Object.values(texts).every((text) => keyOf(text) === 'current')) continue;
      const sealed = Object.entries(texts).map(([field, text]) => {
        const context = contextOf(of, id, field);
        return [field, seal(open(text, context), context)];
      });
      await table.replace(of, id, Object.fromEntries(sealed));
      count += 1;
    }
    return { last: rows.at(-1)?.id, sealed: count };
  },
});
