import { inOneLine } from '@health-case/domain/model/typed-text';
import { crowdedLetter, isHeapOfMarks, unfitCharacter } from '@health-case/domain/model/values';
import { missing, type Parsed } from '@health-case/domain/result';
import { type FieldName, isFieldName } from '../words/fields.ts';
import type { Words } from '../words/words.ts';
import { type AnyForm, type FieldRule, TICK_END, type Typed } from './form.ts';
import { DAY_PARTS, dayOf, wrongPart } from './typed-day.ts';
import type { Visit } from './visit.ts';

const isDay = ({ control }: FieldRule<unknown>): boolean => control?.as === 'day';

/** The names under which a field is sent. */
export const namesOf = (name: string, rule: FieldRule<unknown>): readonly string[] =>
  isDay(rule) ? DAY_PARTS.map((part) => `${name}-${part}`) : [name];

/** YYYY-MM-DD as three parts. */
const partsOf = (name: string, day: string): Typed => {
  const [year = '', month = '', date = ''] = day.split('-').map((part) => part.replace(/^0+/, ''));
  return { [`${name}-day`]: date, [`${name}-month`]: month, [`${name}-year`]: year };
};

const rulesOf = ({ fields }: AnyForm) =>
  Object.entries(fields).flatMap(([name, rule]) => (rule && isFieldName(name) ? [[name, rule] as const] : []));

/** What a browser has sent. Of a field that comes twice, the first, unless several can be ticked. */
export const typedFrom = ({ fields }: AnyForm, body: string): Typed => {
  const typed = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    const before = typed.get(name);
    if (before === undefined) typed.set(name, value);
    else if (isFieldName(name) && fields[name]?.control?.as === 'ticks') typed.set(name, before + TICK_END + value);
  }
  return Object.fromEntries(typed);
};

/** What a form holds at first, under the names by which it is sent. */
export const asTyped = (form: AnyForm, values: Readonly<Partial<Record<string, string>>>): Typed =>
  Object.fromEntries(
    rulesOf(form).flatMap(([name, rule]) => {
      const value = values[name] ?? '';
      return Object.entries(isDay(rule) && value !== '' ? partsOf(name, value) : { [name]: value });
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

const isInLines = ({ control }: FieldRule<unknown>): boolean =>
  control?.as === 'long text' && control.isInLines === true;

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
  return letter ? common.crowdedLetter(letter) : fields[name].invalid;
};

/** The values of some fields. */
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
