import { PRACTICE, type Practice, type PracticeFact } from '@health-case/domain/model/practice';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import { columnsOf, hot } from '../statements/statement.ts';
import { branded, modelOf } from './rows.ts';

const FACTS = Object.keys(PRACTICE) as readonly PracticeFact[];
const COLUMNS = columnsOf('Practice', ...FACTS);

export const FIND_PRACTICE = hot('Each certification that is issued without a statement asks for it.').returning(
  COLUMNS,
)`
  SELECT ${COLUMNS} FROM "Practice" WHERE "id" = 1`;

type Row = { readonly name: string } & { readonly [Fact in PracticeFact]: string | null };

const toPractice = (row: Row) => {
  const known = Object.entries(row).filter(([, text]) => text !== null);
  return branded<Practice>({ ...Object.fromEntries(known), name: row.name });
};

export const practiceStore = ({ sql, write }: Access): Stores['practice'] => ({
  find: async () => modelOf((await sql.rows(FIND_PRACTICE))[0], toPractice),
  save: async (known) => {
    const row = { ...Object.fromEntries(FACTS.map((fact) => [fact, known[fact] ?? null])), name: known.name };
    await write(({ practice }) => practice.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row }));
  },
});
