import { missing, ok, type Parser, problem } from '../result.ts';
import { type Brand, LENGTHS, lengthParser, lengthProblem } from './values.ts';

/** D-31: the beginnings of words, folded as `nameWords` folds them: 1 to `MOST_WORDS`, none of them empty. */
export type NameSearch = Brand<readonly string[], 'NameSearch'>;

const MOST_WORDS = 10;

/** Forms of letters that Unicode does not take apart into a letter and its accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  þ: 'th',
  // The end of a word searched for need not be the end of the word.
  ς: 'σ',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

const APART = /[^\p{L}\p{N}]+/u;

/** Case, accents and forms of one letter make no difference, whatever the store. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');

/** The parts of each word: hyphens, apostrophes and the like divide it. */
const partsOf = (text: string): readonly (readonly string[])[] =>
  folded(text)
    .split(/\s+/u)
    .map((word) => word.split(APART).filter(Boolean))
    .filter(({ length }) => length > 0);

/**
 * D-31: what a name is found by, each once. A word of several parts is also found by a later part: "Anne-Marie" by
 * "annemarie" and "marie".
 */
export const nameWords = (...names: readonly string[]): readonly string[] => {
  const words = names.flatMap(partsOf).flatMap((parts) => parts.map((_, first) => parts.slice(first).join('')));
  return [...new Set(words)];
};

/** D-31: one or more words, 1–100 characters in all. What has neither letter nor digit finds nobody, so it is refused. */
export const parseNameSearch: Parser<NameSearch> = lengthParser(LENGTHS.nameSearch, (text) => {
  if (text.trim() === '') return missing;
  if (!text.isWellFormed()) return problem('must be well-formed Unicode');
  const tooLong = lengthProblem(text.trim(), LENGTHS.nameSearch);
  if (tooLong) return tooLong;
  const words = [...new Set(partsOf(text).map((parts) => parts.join('')))];
  if (words.length === 0) return problem('must contain a letter or a digit');
  if (words.length > MOST_WORDS) return problem(`must have at most ${MOST_WORDS} words`);
  return ok(words as unknown as NameSearch);
});

/** Whether each word of the search is the beginning of a word of the names. */
export const fitsName = (search: NameSearch, ...names: readonly string[]): boolean => {
  const words = nameWords(...names);
  return search.every((wanted) => words.some((word) => word.startsWith(wanted)));
};

/**
 * The order of what a search finds: by this word, then by id. It is the first of the name's words, in the order of code
 * points, that begins with the longest word of the search. `undefined` if none does.
 */
export const foundBy = (search: NameSearch, ...names: readonly string[]): string | undefined =>
  nameWords(...names)
    .filter((word) => word.startsWith(leadingWord(search)))
    .sort(compareCodePoints)[0];

/** The longest word, which fits the fewest names. */
export const leadingWord = (search: NameSearch): string =>
  search.reduce((longest, word) => (word.length > longest.length ? word : longest), '');

/** The order in which databases compare UTF-8 as bytes. `<` compares UTF-16 units, which differs beyond U+FFFF. */
export const compareCodePoints = (one: string, other: string): number => {
  const [points, others] = [Array.from(one), Array.from(other)];
  const nth = points.findIndex((point, index) => point !== others[index]);
  if (nth < 0) return points.length - others.length;
  return (points[nth]?.codePointAt(0) ?? -1) - (others[nth]?.codePointAt(0) ?? -1);
};
