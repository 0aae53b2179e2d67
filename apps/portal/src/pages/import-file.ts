import { LANGUAGES } from '@health-case/domain/model/account';
import { parseBirthDate } from '@health-case/domain/model/child';
import { IMPORT_COLUMNS, type ImportColumn, MOST_ROWS, type RowTexts } from '@health-case/domain/model/import';
import { inOneLine } from '@health-case/domain/model/typed-text';
import type { NumberedRow } from '@health-case/domain/use-cases/imports';
import { type CsvProblem, readCsv } from '../kit/read-csv.ts';
import { dayOf } from '../kit/typed-day.ts';
import { importWords } from '../words/imports.ts';

/** D-48: the rows of a list of children, or why it is none. `columns`: those that are missing, or that come twice. */
export type ImportFile =
  | { readonly rows: readonly NumberedRow[] }
  | CsvProblem
  | { readonly problem: 'empty' }
  | { readonly problem: 'missing' | 'twice'; readonly columns: readonly ImportColumn[] };

const NEEDED: readonly ImportColumn[] = ['firstName', 'lastName', 'doctor'];

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** By what is written above it, in any language of the portal, or as the interface calls it. */
const COLUMN_OF: ReadonlyMap<string, ImportColumn> = new Map(
  IMPORT_COLUMNS.flatMap((column) =>
    [column, ...LANGUAGES.map((language) => importWords[language].columns[column])].map(
      (name) => [folded(name), column] as const,
    ),
  ),
);

const typedDay = (text: string): string => dayOf({ 'birthDate-day': text }, 'birthDate');

/** A day that is one only with the month first. */
const hasMonthFirst = (text: string): boolean => /^\d{4}-(1[3-9]|2\d|3[01])-(0\d|1[0-2])$/.test(typedDay(text));
/** In numbers, of which either may be the month. */
const MAY_BE_TURNED = /^\D*(0?[1-9]|1[0-2])[^\p{L}\d]+(?!0?\1(?!\d))(0?[1-9]|1[0-2])[^\p{L}\d]/u;

/** As people type days; what is none stays as it is. So does what may be turned round, in a list with the month first. */
const birthDateOf = (text: string, isTurned: boolean): string => {
  const day = typedDay(text);
  return parseBirthDate(day).ok && !(isTurned && MAY_BE_TURNED.test(text)) ? day : text;
};

export const readImportFile = async (bytes: Uint8Array): Promise<ImportFile> => {
  const table = await readCsv(bytes, MOST_ROWS + 1);
  if ('problem' in table) return table;
  const [head, ...rows] = table;
  const columns = (head?.cells ?? []).map((name) => COLUMN_OF.get(folded(name)));
  const missing = NEEDED.filter((column) => !columns.includes(column));
  if (missing.length > 0) return { problem: 'missing', columns: missing };
  const twice = IMPORT_COLUMNS.filter((column) => columns.indexOf(column) !== columns.lastIndexOf(column));
  if (twice.length > 0) return { problem: 'twice', columns: twice };
  if (rows.length === 0) return { problem: 'empty' };
  const isTurned = rows.some(({ cells }) => hasMonthFirst(cells[columns.indexOf('birthDate')] ?? ''));
  return {
    rows: rows.map(({ number, cells }) => {
      const textOf = (column: ImportColumn) => inOneLine(cells[columns.indexOf(column)] ?? '');
      const texts = Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, textOf(column)])) as RowTexts;
      return { number, texts: { ...texts, birthDate: birthDateOf(texts.birthDate, isTurned) } };
    }),
  };
};
