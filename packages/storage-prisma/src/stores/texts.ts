import { TEXTS, type TextsOf } from '@health-case/domain/model/texts';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import { CHANGE, columnsBeside, hot, lock, quoted } from '../statement.ts';

type Field = (typeof TEXTS)[TextsOf][number];
type TextRow = { readonly id: string } & { readonly [Name in Field]?: string | null };

/** One statement: a read behind a lock of its own could find a row that was inserted meanwhile. */
const lockTextsOf = (of: TextsOf) => {
  const columns = columnsBeside<TextRow>(of, 'id', ...TEXTS[of]);
  // Where `newTitle` is, `oldTitle` is, so the index leaves it out.
  const some = TEXTS[of].filter((name) => name !== 'newTitle').map((name) => `${quoted([name])} IS NOT NULL`);
  return lock<[after: string, size: number]>('What is encrypted is what is stored.').selecting(columns)`
    WHERE "id" > $1 AND (${some.join(' OR ')}) ORDER BY "id" LIMIT $2${CHANGE}`;
};
export const LOCK_TEXTS = Object.fromEntries(
  (Object.keys(TEXTS) as TextsOf[]).map((of) => [of, lockTextsOf(of)]),
) as Readonly<Record<TextsOf, ReturnType<typeof lockTextsOf>>>;

/** Its values: the id, and the texts in the order of `TEXTS`. */
export const replaceTexts = (of: TextsOf) =>
  hot<readonly (string | null)[]>('A rotated key replaces every row, and calls wait for those of one unit.').sql`
    UPDATE "${of}" SET ${TEXTS[of].map((name, nth) => `${quoted([name])} = $${nth + 2}`).join(', ')} WHERE "id" = $1`;

export const textStore = ({ sql }: Access, { fieldsOf }: Encryption): Stores['texts'] => ({
  reencrypt: async (of, { after = '', size }) => {
    const rows = await sql.rows(LOCK_TEXTS[of], after, size);
    const replace = ({ id, ...texts }: TextRow) =>
      sql.write(replaceTexts(of), id, ...TEXTS[of].map((name: Field) => texts[name] ?? null));
    return fieldsOf(of).reencrypt(rows, replace);
  },
});
