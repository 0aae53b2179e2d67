import { LANGUAGES, type Language } from '@health-case/domain/model/account';
import { yearOf } from '@health-case/domain/model/names';
import { inOneLine, signsOfDay } from '@health-case/domain/model/typed-text';
import { crowdedLetter, isHeapOfMarks, unfitCharacter } from '@health-case/domain/model/values';
import { missing, type Parsed } from '@health-case/domain/result';
import { type FieldName, isFieldName } from '../words/fields.ts';
import type { Words } from '../words/words.ts';
import type { AnyForm, FieldRule, Typed, Visit } from './form.ts';

/** A day as people type it in three fields, or paste it whole into the first one. */

const DAY_PARTS = ['day', 'month', 'year'] as const;
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
  /(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|er|ste|de|e)?[\s./-]{1,5}([\p{L}\p{M}]{3,16})\.?[\s.,/-]{1,5}(?=\d{2}(?:\d\d)?(?!\d))/giu;
/** March 27, 2019. */
const MONTH_FIRST =
  /(?<![\p{L}\p{M}])([\p{L}\p{M}]{3,16})\.?\s{1,5}(\d{1,2})(?:st|nd|rd|th)?[\s,]{1,5}(?=\d{2}(?:\d\d)?(?!\d))/giu;
/** The months of days as pages show them, or as Americans write them, by their numbers. */
export const withNumbersOfMonths = (text: string): string => {
  const numbered = (whole: string, day: string, name: string) => (monthIn(name) ? `${day} ${monthIn(name)} ` : whole);
  return text
    .replace(NAMED_DAY, numbered)
    .replace(MONTH_FIRST, (whole, name: string, day: string) => numbered(whole, day, name));
};

type Parts = readonly [day: string, month: string, year: string];

/** What was pasted into the field of the day: the year first, or last. Of "Wednesday, 27th of March 2019" three words count. */
const pasted = ([day, month, year]: Parts): Parts | undefined => {
  const words = day.split(/[\s./,_*|-]+/).filter((part) => part !== '');
  const isName = (word: string) => /^\D/.test(word) && monthIn(word) !== '';
  const named = words.filter((word) => /^\d/.test(word) || isName(word));
  // In French, "mar." is a Tuesday, too.
  const parts = words.length > 3 ? named.slice(named.filter(isName).length > 1 ? 1 : 0) : words;
  const [first = '', second = '', third = ''] = parts;
  // Of two, the year is missing.
  if (month + year !== '' || parts.length < 2 || parts.length > 3) return undefined;
  if (/^\d{4}$/.test(first)) return [third, second, first];
  return /^\d/.test(first) ? [first, second, third] : [second, first, third];
};

/** UTF-16 units. What is longer is no part of a day, and is not read. */
const LONGEST = 40;
const textOf = (typed: Readonly<Partial<Typed>>, name: string, part: DayPart): string => {
  const text = typed[`${name}-${part}`] ?? '';
  return text.length > LONGEST ? '?' : signsOfDay(text).trim();
};

/** The three parts as numbers, as far as they are any. */
const partsOf = (typed: Readonly<Partial<Typed>>, name: string): Parts => {
  const [day = '', month = '', year = ''] = DAY_PARTS.map((part) => textOf(typed, name, part));
  const [d, m, y] = pasted([day, month, year]) ?? [day, month, year];
  const plain = (part: string): string => part.replace(ORDINAL, '').replace(/^0+(?=\d)/, '');
  return [plain(d), monthIn(plain(m)), yearOf(y.replace(ORDINAL, ''))];
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

const isDay = ({ control }: FieldRule<unknown>): boolean => control?.as === 'day';

/** The names under which a field is sent. */
export const namesOf = (name: string, rule: FieldRule<unknown>): readonly string[] =>
  isDay(rule) ? DAY_PARTS.map((part) => `${name}-${part}`) : [name];

/** YYYY-MM-DD as three parts. */
const typedDay = (name: string, day: string): Typed => {
  const [year = '', month = '', date = ''] = day.split('-').map((part) => part.replace(/^0+/, ''));
  return { [`${name}-day`]: date, [`${name}-month`]: month, [`${name}-year`]: year };
};

const rulesOf = ({ fields }: AnyForm) =>
  Object.entries(fields).flatMap(([name, rule]) => (rule && isFieldName(name) ? [[name, rule] as const] : []));

/** What the button of a language in the foot of a page sends as `go`. The form is shown again then, in this language. */
export const goTo = (language: Language): string => `language-${language}`;

export const languageSentBy = ({ go }: Typed): Language | undefined =>
  LANGUAGES.find((language) => go === goTo(language));

/** What a form holds at first, under the names by which it is sent. */
export const asTyped = (form: AnyForm, values: Readonly<Partial<Record<string, string>>>): Typed =>
  Object.fromEntries(
    rulesOf(form).flatMap(([name, rule]) => {
      const value = values[name] ?? '';
      return Object.entries(isDay(rule) && value !== '' ? typedDay(name, value) : { [name]: value });
    }),
  );

/** What may be kept of what was typed, and shown again. */
export const withoutSecrets = (form: AnyForm, typed: Readonly<Partial<Typed>>): Typed =>
  Object.fromEntries(
    rulesOf(form)
      .filter(([, rule]) => !rule.isSecret)
      .flatMap(([name, rule]) => namesOf(name, rule).map((sent) => [sent, typed[sent] ?? ''] as const)),
  );

type Reading = {
  readonly values: Readonly<Record<string, unknown>>;
  /** A sentence for each field that does not fit. */
  readonly errors: Readonly<Partial<Record<FieldName, string>>>;
};

const isMissing = (parsed: Parsed<unknown>, text: string): boolean =>
  parsed === missing || (!parsed.ok && inOneLine(text) === '');

const isInLines = ({ control }: FieldRule<unknown>) => control?.as === 'long text' && control.isInLines === true;

/** A reason or a title may be typed in several lines. What is too long to be a value is parsed as it is: refused. */
const parse = (rule: FieldRule<unknown>, text: string): Parsed<unknown> => {
  const isAsItIs = rule.isSecret || isInLines(rule) || text.length > rule.parse.longest;
  return rule.parse(isAsItIs ? text : inOneLine(text));
};

type Wrong = { readonly rule: FieldRule<unknown>; readonly typed: Typed; readonly text: string };

const sentenceOf = ({ common, fields }: Words, name: FieldName, { rule, typed, text }: Wrong): string => {
  if (isDay(rule)) {
    const part = wrongPart(typed, name);
    return part ? common.wrongPart[part] : fields[name].invalid;
  }
  const read = !rule.isSecret && text.length <= rule.parse.longest ? inOneLine(text) : '';
  const composed = isHeapOfMarks(read) ? read : read.normalize('NFC');
  const [character, letter] = [unfitCharacter(composed), crowdedLetter(composed)];
  if (character) return common.unfitCharacter(character);
  if (letter) return common.crowdedLetter(letter);
  const unfit = rule.parse.unfit?.(composed);
  return unfit ? common.unfitCharacter(unfit === ' ' ? common.space : `“${unfit}”`) : fields[name].invalid;
};

export const readFields = (form: AnyForm, asked: readonly string[], typed: Typed, visit: Visit): Reading => {
  const { words } = visit;
  const values: Record<string, unknown> = {};
  const errors: Partial<Record<FieldName, string>> = {};
  for (const [name, rule] of rulesOf(form).filter(([name]) => asked.includes(name))) {
    const text = isDay(rule) ? dayOf(typed, name) : (typed[name] ?? '');
    if (rule.isOptional && !rule.isNeeded?.(visit) && text.trim() === '') continue;
    const parsed = parse(rule, text);
    if (parsed.ok) values[name] = parsed.value;
    else if (isMissing(parsed, text)) errors[name] = words.fields[name].missing;
    else errors[name] = sentenceOf(words, name, { rule, typed, text });
  }
  return { values, errors };
};
