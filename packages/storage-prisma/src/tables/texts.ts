import { TEXTS } from '@health-case/domain/model/texts';
import type { StoredTexts, Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import * as SQL from '../statements/texts.ts';

type TextsRow = { readonly id: string };

const toStoredTexts = ({ id, ...columns }: TextsRow): StoredTexts => {
  const texts: Record<string, string> = {};
  for (const [name, text] of Object.entries(columns)) if (typeof text === 'string') texts[name] = text;
  return { id, texts };
};

export const textTable = ({ sql }: Access): Tables['texts'] => ({
  page: async (of, { after = '', size }) => {
    const rows: readonly TextsRow[] = await sql.rows<TextsRow, [string, number]>(SQL.LOCK_TEXTS[of], after, size);
    return rows.map(toStoredTexts);
  },
  replace: (of, id, texts) => sql.write(SQL.replaceTexts(of), id, ...TEXTS[of].map((name) => texts[name] ?? null)),
});
