import { TEXTS, type TextsOf } from '@health-case/domain/model/texts';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import type { Sealer } from '../sealer.ts';
import * as SQL from '../statements/texts.ts';

type Field = (typeof TEXTS)[TextsOf][number];
type Row = { readonly id: string } & { readonly [Name in Field]?: string | null };

export const textStore = ({ sql }: Access, { fieldsOf }: Sealer): Stores['texts'] => ({
  reencrypt: async (of, { after = '', size }) => {
    const rows: readonly Row[] = await sql.rows<Row, [string, number]>(SQL.LOCK_TEXTS[of], after, size);
    const replace = ({ id, ...texts }: Row) =>
      sql.write(SQL.replaceTexts(of), id, ...TEXTS[of].map((name: Field) => texts[name] ?? null));
    return fieldsOf<Field>(of, ...TEXTS[of]).reencrypt(rows, replace);
  },
});
