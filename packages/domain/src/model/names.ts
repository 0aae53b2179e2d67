import { missing, ok, type Parser, problem } from '../result.ts';
import { signsOfDay } from './typed-text.ts';
import { type Brand, LENGTHS, lengthParser, lengthProblem } from './values.ts';

/** D-31: the beginnings of words, folded as `nameWords` folds them: 1 to `MOST_WORDS`, none of them empty. */
export type NameSearch = Brand<readonly string[], 'NameSearch'>;

const MOST_WORDS = 10;

/** Greater by one with each change of what people are found by: the words of all are made anew then. */
export const FOLDING = 1;

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
  // Persian and Arabic keyboards have one each; a tatweel only makes a word longer.
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ة: 'ه',
  ـ: '',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

const APART = /[^\p{L}\p{N}\p{M}]+/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

const lengthOf = (word: string): number => Array.from(word).length;

/** What people type for an apostrophe. Unicode calls some of these letters, and takes others apart. */
const APOSTROPHES = /[`\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/gu;

/** Marks that people leave out, by script. In others a mark makes another letter: राम is not रीमा, カク is not ガク. */
const OPTIONAL_MARKS = /([\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}])\p{M}+/gu;

/** They choose another form of the same letter (葛\u{e0100} is 葛), and few keyboards have them. */
const FORMS = /\p{Variation_Selector}+/gu;

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(FORMS, '').replace(OPTIONAL_MARKS, '$1');

/** Only case makes a difference. */
const PLAIN = /^[ -_a-~]*$/;

/** Case, accents and forms of one letter make no difference, whatever the store. */
const folded = (text: string): string => (PLAIN.test(text) ? text.toLowerCase() : foldedAny(text));
const foldedAny = (text: string): string =>
  withoutMarks(
    withoutMarks(text.replace(APOSTROPHES, "'"))
      .toUpperCase()
      .toLowerCase()
      .replace(LETTER, (letter) => LETTERS[letter] ?? letter),
  );

/** ä, ö, ü, ø and å are also written ae, oe, ue, oe and aa. */
const DIGRAPH = /ae|oe|ue|aa/g;

/** Code points of a word that count. Databases index no longer ones: folding makes eighteen letters of some. */
const MOST_POINTS = 200;

/** Parts of a name as one word. Part by part, a digraph across two of them would stay. */
const joined = (parts: readonly string[]): string => {
  const word = parts.join('').replace(DIGRAPH, ([vowel = '']) => vowel);
  return word.length > MOST_POINTS ? Array.from(word).slice(0, MOST_POINTS).join('') : word;
};

/** Spaces, hyphens, apostrophes and the like divide a name. */
const partsOf = (text: string): readonly string[] =>
  folded(text)
    .split(APART)
    .filter((part) => LETTER_OR_DIGIT.test(part));

/** Words of a name of which each two are a pair. Who has more is looked at by each search for two. */
const MOST_IN_PAIRS = 6;
/** Letters of each word of a pair that count. */
const MOST_PAIRED = 10;

const firstLetters = (word: string, length: number): string => Array.from(word).slice(0, length).join('');

/** Letters of both by turns: two beginnings of words, taken so, are the beginning of one text that an index finds. */
const byTurns = (one: string, other: string, length: number): string => {
  const [letters, others] = [Array.from(one), Array.from(other)];
  // The shorter word is filled up, so that the letters after its end keep their places.
  return Array.from({ length }, (_, at) => (letters[at] ?? ' ') + (others[at] ?? ' ')).join('');
};

/** No word begins so. */
export const PAIR = '&';
export const isPair = (word: string): boolean => word.startsWith(PAIR);
const pairOf = (lower: string, higher: string, length: number): string => `${PAIR}${byTurns(lower, higher, length)}`;
/** A few letters of a word, and another one: by turns they would be those of many, as most names begin with some letters. */
const FEW = [1, 2];
const behind = (other: string, count: number, word: string): string =>
  `${PAIR}${' '.repeat(count)}${firstLetters(other, count)}${firstLetters(word, 2 * MOST_PAIRED)}`;

const inOrder = (words: readonly string[]): string[] => words.toSorted(compareCodePoints);
const isRedundant = (word: string, words: readonly string[]): boolean =>
  words.some((other) => other !== word && other.startsWith(word));
const withoutBeginnings = (words: readonly string[]): string[] =>
  [...new Set(words)].filter((word, _, all) => !isRedundant(word, all));

/**
 * D-31: what somebody is found by, each once: from each part of the names on, all parts as one word, in both orders of the
 * names. So they are found with and without what divides them: "Anne-Marie de la Croix" by "annemarie", "lacroix" and
 * "croixanne". Who looks for two words is led by `pairsOf`: of all who are called Müller few are called Anna, too.
 */
export const nameWords = (...names: readonly string[]): readonly string[] => {
  const orders = [names, names.toReversed()].map((order) => order.flatMap(partsOf));
  return withoutBeginnings(orders.flatMap((order) => order.map((_, first) => joined(order.slice(first)))));
};

/** Each two of the words by turns, the lower first; and each behind the first letters of each other. */
const pairsOf = (words: readonly string[]): readonly string[] =>
  inOrder(words).flatMap((word, at, all) => [
    ...all.slice(at + 1).map((other) => pairOf(word, other, MOST_PAIRED)),
    ...all.filter((other) => other !== word).flatMap((other) => FEW.map((count) => behind(other, count, word))),
  ]);

/** What an account is found by: its words, and each two of them. */
export const indexWords = (...names: readonly string[]): readonly string[] => {
  const words = nameWords(...names);
  return [...words, ...(words.length > MOST_IN_PAIRS ? [PAIR] : new Set(pairsOf(words)))];
};

/** D-37: equal for names that are one name to a search, in whatever order. Empty if they have no letter or digit. */
export const nameKey = (...names: readonly string[]): string =>
  [names, names.toReversed()].map((order) => joined(order.flatMap(partsOf))).sort(compareCodePoints)[0] ?? '';

/** D-31: one or more words, 1–100 characters in all. What has neither letter nor digit finds nobody, so it is refused. */
export const parseNameSearch: Parser<NameSearch> = lengthParser(LENGTHS.nameSearch, (text) => {
  if (text.trim() === '') return missing;
  if (!text.isWellFormed()) return problem('must be well-formed Unicode');
  const tooLong = lengthProblem(text.trim(), LENGTHS.nameSearch);
  if (tooLong) return tooLong;
  const words = withoutBeginnings(text.split(/\s+/u).map((word) => joined(partsOf(word)))).filter(Boolean);
  if (words.length === 0) return problem('must contain a letter or a digit');
  if (words.length > MOST_WORDS) return problem(`must have at most ${MOST_WORDS} words`);
  return ok(words as unknown as NameSearch);
});

type Patient = { readonly firstName: string; readonly lastName: string; readonly birthDate: string | undefined };

/**
 * What a child is found by among those of a doctor: also its birth date, or that there is none, and its place in the
 * alphabet. No word of `parseNameSearch` begins as these two do, and by each of them a list of children is ordered.
 */
export const wordsOfPatient = ({ firstName, lastName, birthDate }: Patient): readonly string[] => [
  ...indexWords(firstName, lastName),
  placeInAlphabet(firstName, lastName),
  birthWord(birthDate ?? ''),
];
export const [BY_NAME, BY_BIRTH_DATE] = ['+', '-'];
/** People are in the order of these. */
export const placeInAlphabet = (firstName: string, lastName: string): string =>
  `${BY_NAME}${[lastName, firstName].map((name) => joined(partsOf(name))).join(' ')}`;
export const birthWord = (day: string): string => `${BY_BIRTH_DATE}${day}`;
const isBirthWord = (word: string): boolean => word.startsWith(BY_BIRTH_DATE);

/** A birth date as people type it: 2019-02-03, or 3 2 2019 or 3 2 19 with whatever stands between. */
const BIRTH_DATE =
  /(?<!\d)(?:(\d{4})[./-](\d{1,2})[./-](\d{1,2})|(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4}|\d\d(?![./-]*\d)))(?!\d)/;
/** What other programs, in the languages of the service, say before a birth date. */
const BORN =
  /(?<!\p{L})(?:geb(?:oren)?|geburtsdatum|born|date of birth|dob|née?|date de naissance|geboortedatum)(?!\p{L})[\s.:(]*(?:am|on|le|op)?\s*$/iu;
/** The year of a day that was typed with two digits. */
export const yearOf = (year: string): string => (/^\d\d$/.test(year) ? (year < '50' ? '20' : '19') + year : year);

/** D-46: names as `parseNameSearch` takes them, a birth date, or both. */
export const parsePatientSearch: Parser<NameSearch> = lengthParser(LENGTHS.nameSearch, (text) => {
  const signs = signsOfDay(text);
  const [typed, isoYear, isoMonth, isoDay, day = isoDay, month = isoMonth, year = isoYear] =
    BIRTH_DATE.exec(signs) ?? [];
  if (typed === undefined) return parseNameSearch(text);
  const born = birthWord([yearOf(year ?? ''), month, day].map((part = '') => part.padStart(2, '0')).join('-'));
  const [before = '', ...behind] = signs.split(typed);
  const names = [before.replace(BORN, ''), ...behind].join(' ');
  if (!LETTER_OR_DIGIT.test(names)) return ok([born] as unknown as NameSearch);
  const search = parseNameSearch(names);
  return search.ok ? ok([...search.value, born] as unknown as NameSearch) : search;
});

/** Whether each word of the search is the beginning of one of the words. */
export const fitsWords = (search: NameSearch, words: readonly string[]): boolean =>
  search.every((wanted) => words.some((word) => word.startsWith(wanted)));
export const fitsName = (search: NameSearch, ...names: readonly string[]): boolean =>
  fitsWords(search, nameWords(...names));

/**
 * The order of what a search finds: by this word, then by id. It is the first of the words, in the order of code points,
 * that begins as the search leads. `undefined` if none does.
 */
export const foundByWord = (search: NameSearch, words: readonly string[]): string | undefined =>
  inOrder(words.filter((word) => word.startsWith(leads(search)[0]) || (word === PAIR && isPair(leads(search)[0]))))[0];
export const foundBy = (search: NameSearch, ...names: readonly string[]): string | undefined =>
  foundByWord(search, indexWords(...names));

/**
 * How a search looks: what leads is the beginning of a word that few have, and the rest must be there, too. It is a birth
 * date, the only word, or the first and the last together: of several they are the likeliest to be of both names, as
 * in "Zoë de Vries".
 */
export const leads = (search: NameSearch): readonly [string, ...string[]] => {
  const born = search.find(isBirthWord);
  const [first = '', ...others] = search;
  const last = others.pop();
  if (born !== undefined) return [born, ...search.filter((word) => word !== born)];
  if (last === undefined) return [first];
  const length = Math.min(lengthOf(first), lengthOf(last), MOST_PAIRED);
  const longer = [first, last].filter((word) => lengthOf(word) > length);
  const [lower = '', higher = ''] = inOrder([first, last]);
  const [short, long] = lengthOf(first) === length ? [first, last] : [last, first];
  const lead = FEW.includes(length) ? behind(short, length, long) : pairOf(lower, higher, length);
  return [lead, ...longer, ...others];
};

/** The order in which databases compare UTF-8 as bytes. `<` compares UTF-16 units, which differs beyond U+FFFF. */
export const compareCodePoints = (one: string, other: string): number => {
  const [points, others] = [Array.from(one), Array.from(other)];
  const nth = points.findIndex((point, index) => point !== others[index]);
  if (nth < 0) return points.length - others.length;
  return (points[nth]?.codePointAt(0) ?? -1) - (others[nth]?.codePointAt(0) ?? -1);
};
