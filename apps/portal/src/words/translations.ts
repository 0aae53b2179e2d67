import { LANGUAGES, type Language } from '@health-case/domain/model/account';

type RowOf<Languages extends readonly Language[]> = { readonly [Nth in keyof Languages]: string };
/** A text in each language, in their order. One that is missing does not compile. */
export type Row = RowOf<typeof LANGUAGES>;
type Rows = { readonly [name: string]: Row | ((...given: never[]) => Row) | Rows };

/** The texts of one language. */
type Texts<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends Row | undefined
    ? string
    : Of[Name] extends (...given: infer Given) => Row
      ? (...given: Given) => string
      : Texts<Of[Name]>;
};

const textsIn = (nth: number, rows: Rows[string]): unknown => {
  if (Array.isArray(rows)) return rows[nth];
  if (typeof rows === 'function') return (...given: never[]) => rows(...given)[nth];
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, textsIn(nth, row)]));
};

/** The texts by language. */
export const translations = <const Of extends Rows>(rows: Of) =>
  Object.fromEntries(LANGUAGES.map((language, nth) => [language, textsIn(nth, rows)])) as Readonly<
    Record<Language, Texts<Of>>
  >;
