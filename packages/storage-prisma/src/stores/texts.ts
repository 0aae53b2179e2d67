import { TEXTS, type TextsOf } from '@health-case/domain/model/texts';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import type { Sealer } from '../sealer.ts';
import { CHANGE, columnsOf, hot, lock, quoted } from '../statement.ts';

type Page = [after: string, size: number];
const locked = lock<Page>('What is encrypted is what is stored.');
const [CASE, TASK] = [columnsOf('Case', 'id', 'title'), columnsOf('Task', 'id', 'title')];
const CERTIFICATION = columnsOf('Certification', 'id', 'reason', 'statement');
const EVENT = columnsOf('CaseEvent', 'id', 'reason', 'oldTitle', 'newTitle');
const NOTE = columnsOf('Note', 'id', 'text', 'reason');
const COVER = columnsOf('Cover', 'id', 'reason');
const PHRASE = columnsOf('Phrase', 'id', 'text');
const IMPORT_ROW = columnsOf('ImportRow', 'id', 'texts');

/** One statement: a read behind a lock of its own could find a row that was inserted meanwhile. */
export const LOCK_TEXTS = {
  Case: locked.returning(CASE)`
    SELECT ${CASE} FROM "Case" WHERE "id" > $1 ORDER BY "id" LIMIT $2${CHANGE}`,
  Task: locked.returning(TASK)`
    SELECT ${TASK} FROM "Task" WHERE "id" > $1 ORDER BY "id" LIMIT $2${CHANGE}`,
  Certification: locked.returning(CERTIFICATION)`
    SELECT ${CERTIFICATION} FROM "Certification" WHERE "id" > $1 AND ("reason" IS NOT NULL OR "statement" IS NOT NULL)
    ORDER BY "id" LIMIT $2${CHANGE}`,
  CaseEvent: locked.returning(EVENT)`
    SELECT ${EVENT} FROM "CaseEvent" WHERE "id" > $1 AND ("reason" IS NOT NULL OR "oldTitle" IS NOT NULL)
    ORDER BY "id" LIMIT $2${CHANGE}`,
  Note: locked.returning(NOTE)`
    SELECT ${NOTE} FROM "Note" WHERE "id" > $1 ORDER BY "id" LIMIT $2${CHANGE}`,
  Cover: locked.returning(COVER)`
    SELECT ${COVER} FROM "Cover" WHERE "id" > $1 AND "reason" IS NOT NULL ORDER BY "id" LIMIT $2${CHANGE}`,
  Phrase: locked.returning(PHRASE)`
    SELECT ${PHRASE} FROM "Phrase" WHERE "id" > $1 ORDER BY "id" LIMIT $2${CHANGE}`,
  ImportRow: locked.returning(IMPORT_ROW)`
    SELECT ${IMPORT_ROW} FROM "ImportRow" WHERE "id" > $1 ORDER BY "id" LIMIT $2${CHANGE}`,
} as const;

/** Its values: the id, and the texts in the order of `TEXTS`. */
export const replaceTexts = (of: TextsOf) =>
  hot<readonly (string | null)[]>('A rotated key replaces every row, while calls wait for it.').sql`
    UPDATE "${of}" SET ${TEXTS[of].map((name, nth) => `${quoted([name])} = $${nth + 2}`).join(', ')} WHERE "id" = $1`;

type Field = (typeof TEXTS)[TextsOf][number];
type TextRow = { readonly id: string } & { readonly [Name in Field]?: string | null };

export const textStore = ({ sql }: Access, { fieldsOf }: Sealer): Stores['texts'] => ({
  reencrypt: async (of, { after = '', size }) => {
    const rows: readonly TextRow[] = await sql.rows<TextRow, [string, number]>(LOCK_TEXTS[of], after, size);
    const replace = ({ id, ...texts }: TextRow) =>
      sql.write(replaceTexts(of), id, ...TEXTS[of].map((name: Field) => texts[name] ?? null));
    return fieldsOf<Field>(of, ...TEXTS[of]).reencrypt(rows, replace);
  },
});
