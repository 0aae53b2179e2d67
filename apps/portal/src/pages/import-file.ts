import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LANGUAGES } from '@health-case/domain/model/account';
import { parseBirthDate } from '@health-case/domain/model/child';
import { IMPORT_COLUMNS, type ImportColumn, type RowTexts } from '@health-case/domain/model/import';
import { inOneLine } from '@health-case/domain/model/typed-text';
import type { NumberedRow } from '@health-case/domain/use-cases/imports';
import { type CsvError, parse } from 'csv-parse';
import { dayOf } from '../kit/read-fields.ts';
import { importWords } from '../words/imports.ts';

/** Rows of a file as spreadsheets write it: the first is row 1. A row without text is left out. */
export type CsvRow = { readonly number: number; readonly cells: readonly string[] };

/** `row`: the one that is too long, as that in which a quotation mark is not closed. */
type CsvProblem = { readonly problem: 'no text' | 'too many rows' } | { readonly problem: 'row'; readonly row: number };

const MOST_ROWS = 20_000;
/** Characters of a row. */
const LONGEST_ROW = 20_000;
/** Of a row. */
const MOST_CELLS = 1000;
/** Also those without text. */
const MOST_LINES = 99_999;
/** Characters that are parsed in one turn of the event loop: the parser takes long for a row without text. */
const SLICE = 1024;

/** It names the delimiter to Excel, which does not count it among the rows. */
const SEPARATOR_LINE = /^sep=.\r?\n/i;

/** What a byte order mark, or a letter such as ü, is in UTF-8, as Windows-1252 reads it: nobody is called MÃ¼ller. */
const WAS_UTF_8 = /^ï»¿|Ã[Ÿ¡-¿]/;
/** UTF-8, or else Windows-1252, in which every byte is a character. Undefined: no text, as what has a NUL; or a bit of both. */
const decoded = (bytes: Uint8Array): string | undefined => {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return WAS_UTF_8.test(text) ? undefined : text;
  }
};

/** What stands most often between the cells of the first line. */
const delimiterOf = (text: string): string => {
  const line =
    text
      .slice(0, LONGEST_ROW)
      .replace(/"[^"]*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? '';
  const counts = [';', ',', '\t'].map((one) => [one, line.split(one).length] as const);
  return counts.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ';';
};

async function* slicesOf(text: string) {
  let end = text.length;
  // Spreadsheets write many rows without text below the last one.
  while (end > 0 && !/[^\s,;]/.test(text.slice(Math.max(0, end - SLICE), end))) end -= SLICE;
  for (let at = 0; at < end; at += SLICE) {
    await nextTurn();
    yield text.slice(at, at + SLICE);
  }
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && 'records' in error;

/** Cells that spreadsheets would have taken for formulas got an apostrophe (`model/csv.ts`). */
const cellOf = (text: string): string => text.replace(/^'(?=[\s\0]*[=+\-@|%＝＋－＠])/, '');

/** At most so many rows. */
export const readCsv = async (bytes: Uint8Array, mostRows: number): Promise<readonly CsvRow[] | CsvProblem> => {
  const text = decoded(bytes)?.replace(SEPARATOR_LINE, '');
  if (text === undefined) return { problem: 'no text' };
  const options = { relax_column_count: true, relax_quotes: true, max_record_size: LONGEST_ROW };
  const parser = Readable.from(slicesOf(text)).pipe(parse({ ...options, delimiter: delimiterOf(text) }));
  const rows: CsvRow[] = [];
  let number = 0;
  try {
    for await (const cells of parser as AsyncIterable<readonly string[]>) {
      number += 1;
      if (cells.length > MOST_CELLS) return { problem: 'row', row: number };
      if (number > MOST_LINES) return { problem: 'too many rows' };
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (rows.length === mostRows) return { problem: 'too many rows' };
      rows.push({ number, cells: cells.map(cellOf) });
    }
  } catch (error) {
    if (!isCsvError(error)) throw error;
    return { problem: 'row', row: Number(error['records']) + 1 };
  }
  return rows;
};

/** D-48: the rows of a list of children, or why it is none. `columns`: those that are missing, or that come twice. */
type ImportFile =
  | { readonly rows: readonly NumberedRow[] }
  | CsvProblem
  | { readonly problem: 'empty' }
  | { readonly problem: 'missing' | 'twice'; readonly columns: readonly ImportColumn[] }
  /** Of columns with other names somebody must say whether they are these: nothing is left out without a word. */
  | { readonly problem: 'unread'; readonly names: readonly string[]; readonly columns: readonly ImportColumn[] };

const NEEDED: readonly ImportColumn[] = ['firstName', 'lastName', 'doctor'];

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** What people and other programs write above the columns. */
const ALSO_CALLED: Readonly<Partial<Record<ImportColumn, string>>> = {
  firstName: 'given name, forename, Rufname, prénoms, roepnaam',
  lastName: 'name, surname, family name, Familienname, nom de famille, naam, familienaam',
  birthDate: 'DOB, birth date, birthday, Geburtstag, geb., geb.-Datum, geboren am, né(e) le, geboren op',
  number: 'SSN, social security number, Versicherungsnummer, numéro de sécurité sociale, BSN',
  doctor: 'doctor, physician, Arzt, Ärztin, Arzt/Ärztin, Kinderarzt, Kinderärztin, médecin, pédiatre, arts, kinderarts',
  title: 'case, Fall, Titel, dossier, titre, zaak',
  parents:
    'Eltern, ouders, e-mail parents, e-mail mother, e-mail father, E-Mail Eltern, E-Mail Mutter, E-Mail Vater, e-mail mère, e-mail père, e-mail ouders, e-mail moeder, e-mail vader',
};

/** By what is written above it, in any language of the portal, as the interface calls it, or by another name. */
const COLUMN_OF: ReadonlyMap<string, ImportColumn> = new Map(
  IMPORT_COLUMNS.flatMap((column) => {
    const titles = LANGUAGES.map((language) => importWords[language].columns[column]);
    const names = [column, ...titles, ...(ALSO_CALLED[column]?.split(', ') ?? [])];
    return names.map((name) => [folded(name), column] as const);
  }),
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
  const placesOf = Map.groupBy(columns.keys(), (at) => columns[at]);
  const absent = IMPORT_COLUMNS.filter((column) => !placesOf.has(column));
  const names = (head?.cells ?? []).filter((_, at) => !columns[at] && rows.some(({ cells }) => cells[at]?.trim()));
  if (names.length > 0 && absent.length > 0) return { problem: 'unread', names: names.map(inOneLine), columns: absent };
  const missing = NEEDED.filter((column) => absent.includes(column));
  if (missing.length > 0) return { problem: 'missing', columns: missing };
  // Each parent may have a column.
  const twice = IMPORT_COLUMNS.filter((column) => column !== 'parents' && (placesOf.get(column) ?? []).length > 1);
  if (twice.length > 0) return { problem: 'twice', columns: twice };
  if (rows.length === 0) return { problem: 'empty' };
  const isTurned = rows.some(({ cells }) => hasMonthFirst(cells[columns.indexOf('birthDate')] ?? ''));
  return {
    rows: rows.map(({ number, cells }) => {
      const textOf = (column: ImportColumn) =>
        inOneLine((placesOf.get(column) ?? []).map((at) => cells[at] ?? '').join(', '));
      const texts = Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, textOf(column)])) as RowTexts;
      return { number, texts: { ...texts, birthDate: birthDateOf(texts.birthDate, isTurned) } };
    }),
  };
};
