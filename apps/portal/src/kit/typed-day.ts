import { asciiSigns } from '@health-case/domain/model/typed-text';
import type { Typed } from './form.ts';

/** A day as people type it in three fields, or paste it whole into the first one. */

export const DAY_PARTS = ['day', 'month', 'year'] as const;
type DayPart = (typeof DAY_PARTS)[number];

/** In the languages of the portal, without accents. */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januari', 'janner', 'jaenner', 'janvier'],
  ['february', 'februari', 'feber', 'fevrier'],
  ['march', 'marz', 'maerz', 'mars', 'maart', 'mrt', 'mrz'],
  ['april', 'avril'],
  ['may', 'mai', 'mei'],
  ['june', 'juni', 'juin'],
  ['july', 'juli', 'juillet'],
  ['augustus', 'aout'],
  ['september', 'septembre'],
  ['october', 'oktober', 'octobre'],
  ['november', 'novembre'],
  ['december', 'dezember', 'decembre'],
];
const SHORTEST = 3;

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The number of a month, by its number or the beginning of its name. Empty if it is of none, or of several. */
const monthIn = (text: string): string => {
  if (/^\d*$/.test(text)) return text;
  const name = folded(text).replace(/\.$/, '');
  const found = MONTHS.flatMap((names, index) => (names.some((one) => one.startsWith(name)) ? [index] : []));
  const [month, ...others] = found;
  return name.length >= SHORTEST && month !== undefined && others.length === 0 ? String(month + 1) : '';
};

/** What makes a number one of an order: 27., 27th, 1er. */
const ORDINAL = /(?<=\d)(?:\.|st|nd|rd|th|er|ste|de|e)$/i;

const NAMED_DAY =
  /(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|er|ste|de|e)?[\s./-]{1,5}([\p{L}\p{M}]{3,16})\.?[\s.,/-]{1,5}(?=\d{4}(?!\d))/giu;
/** The months of days as pages show them, by their numbers. */
export const withNumbersOfMonths = (text: string): string =>
  text.replace(NAMED_DAY, (whole, day: string, name: string) => (monthIn(name) ? `${day} ${monthIn(name)} ` : whole));

type Parts = readonly [day: string, month: string, year: string];

/** What was pasted into the field of the day: the year first, or last. Of "Wednesday, 27th of March 2019" three words count. */
const pasted = ([day, month, year]: Parts): Parts | undefined => {
  const words = day.split(/[\s./,-]+/).filter((part) => part !== '');
  const isName = (word: string) => /^\D/.test(word) && monthIn(word) !== '';
  const named = words.filter((word) => /^\d/.test(word) || isName(word));
  // In French, "mar." is a Tuesday, too.
  const parts = words.length > 3 ? named.slice(named.filter(isName).length > 1 ? 1 : 0) : words;
  const [first = '', second = '', third = ''] = parts;
  if (month + year !== '' || parts.length !== 3) return undefined;
  if (/^\d{4}$/.test(first)) return [third, second, first];
  return /^\d/.test(first) ? [first, second, third] : [second, first, third];
};

/** UTF-16 units. What is longer is no part of a day, and is not read. */
const LONGEST = 40;
const textOf = (typed: Readonly<Partial<Typed>>, name: string, part: DayPart): string => {
  const text = typed[`${name}-${part}`] ?? '';
  return text.length > LONGEST ? '?' : asciiSigns(text).trim();
};

/** The three parts as numbers, as far as they are any. */
const partsOf = (typed: Readonly<Partial<Typed>>, name: string): Parts => {
  const [day = '', month = '', year = ''] = DAY_PARTS.map((part) => textOf(typed, name, part));
  const [d, m, y] = pasted([day, month, year]) ?? [day, month, year];
  const plain = (part: string): string => part.replace(ORDINAL, '').replace(/^0+(?=\d)/, '');
  return [plain(d), monthIn(plain(m)), plain(y)];
};

const isEmpty = (typed: Readonly<Partial<Typed>>, name: string): boolean =>
  DAY_PARTS.every((part) => textOf(typed, name, part) === '');

/** YYYY-MM-DD; empty if nothing was typed. */
export const dayOf = (typed: Readonly<Partial<Typed>>, name: string): string => {
  if (isEmpty(typed, name)) return '';
  const [day, month, year] = partsOf(typed, name);
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

/** The part that is none, of a day that was typed. */
export const wrongPart = (typed: Readonly<Partial<Typed>>, name: string): DayPart | undefined => {
  if (isEmpty(typed, name)) return undefined;
  const [day, month, year] = partsOf(typed, name);
  const isWithin = (text: string, most: number) => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  if (!isWithin(day, 31)) return 'day';
  if (!isWithin(month, 12)) return 'month';
  return /^\d{4}$/.test(year) ? undefined : 'year';
};
