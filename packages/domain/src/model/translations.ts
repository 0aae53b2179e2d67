import { LANGUAGES, type Language } from './account.ts';

type RowOf<Languages extends readonly Language[]> = { readonly [Nth in keyof Languages]: string };
/** A text in each language, in their order. One that is missing does not compile. */
export type Row = RowOf<typeof LANGUAGES>;

/** What is told in one language. */
type ToldBy<Rows> = Rows extends Row | undefined
  ? string
  : Rows extends (...given: infer Given) => infer Told
    ? (...given: Given) => ToldBy<Told>
    : { readonly [Name in keyof Rows]: ToldBy<Rows[Name]> };

/** Rows, lists of them, functions that return them, and objects of all these. */
type Rows = Row | readonly Rows[] | ((...given: never[]) => Rows) | { readonly [name: string]: Rows };

const told = (nth: number, rows: Rows): unknown => {
  if (typeof rows === 'function') return (...given: never[]) => told(nth, rows(...given));
  if (!Array.isArray(rows))
    return Object.fromEntries(Object.entries(rows).map(([name, one]) => [name, told(nth, one)]));
  return typeof rows[0] === 'string' ? rows[nth] : rows.map((row) => told(nth, row));
};

export const translations = <const Texts extends { readonly [name: string]: Rows }>(texts: Texts) =>
  Object.fromEntries(LANGUAGES.map((language, nth) => [language, told(nth, texts)])) as Readonly<
    Record<Language, ToldBy<Texts>>
  >;
