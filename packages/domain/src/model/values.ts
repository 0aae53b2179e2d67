import { FEW, missing, ok, type Parsed, type Parser, type Problem, parser, problem, type Refused } from '../result.ts';
import { asciiSigns, inOneLine } from './typed-text.ts';

const scripts = (...names: readonly string[]): string => `[${names.map((name) => `\\p{sc=${name}}`).join('')}]`;

const RIGHT_TO_LEFT = new RegExp(
  `[\\p{L}&&${scripts('Hebr', 'Arab', 'Syrc', 'Thaa', 'Nkoo', 'Mand', 'Adlm', 'Rohg')}]`,
  'v',
);
const CURSIVE = `[\\p{L}&&${scripts('Arab', 'Syrc', 'Mong', 'Nkoo', 'Mand', 'Adlm', 'Rohg')}]`;
/** The marks of one script alone, such as a virama. */
const OWN_MARK = '[[\\p{M}&&\\p{Dia}]--\\p{sc=Zinh}]';
const EMOJI = '\\p{ExtPict}';

/** P-23: characters that nobody sees, where writing needs them: each with what must stand before and behind it. */
const NEEDED = [
  // Joiners: between cursive letters, or at the end of one that would join; beside a virama (RFC 5892, A.1 and A.2).
  // As many marks as a letter may have: an unbounded look behind would take quadratic time.
  `(?<=${CURSIVE}\\p{M}{0,6})[\\u200c\\u200d](?=${CURSIVE})`,
  `(?<=${CURSIVE}\\p{M}{0,6})\\u200d`,
  `(?<=${OWN_MARK})[\\u200c\\u200d]|(?<=\\p{L})[\\u200c\\u200d](?=${OWN_MARK})`,
  // Selectors of the form of an ideograph, a Mongolian letter, an emoji or a key; joiners of emoji; the region of a flag.
  '(?<=\\p{Ideographic})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=[\\p{L}&&\\p{sc=Mong}])[\\u180b-\\u180f]',
  `(?<=${EMOJI})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)`,
  `(?<=${EMOJI}[\\ufe0f\\p{EMod}]?)\\u200d(?=${EMOJI})`,
  '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}',
];
/** Marks of direction, in a text with letters that run from right to left. */
const DIRECTION = '[\\u200e\\u200f\\u061c]';
const ALL_NEEDED = new RegExp(NEEDED.join('|'), 'gv');
const ALL_NEEDED_RIGHT_TO_LEFT = new RegExp([...NEEDED, DIRECTION].join('|'), 'gv');

/** Unicode would have programs show the last three, which begin and end an annotation. None does. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
/** P-23: the first character that nobody sees and that its script does not need. */
const needlessInvisible = (text: string): string | undefined =>
  INVISIBLE.exec(text.replace(RIGHT_TO_LEFT.test(text) ? ALL_NEEDED_RIGHT_TO_LEFT : ALL_NEEDED, ''))?.[0];

declare const brand: unique symbol;

/** A plain value that only its parser or its source can make. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Readonly<Record<Name, true>> };

/** Milliseconds since 1970-01-01T00:00:00Z, without leap seconds. */
export type Instant = Brand<number, 'Instant'>;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const later = (instant: Instant, milliseconds: number): Instant => (instant + milliseconds) as Instant;

/** D-10: UUIDv7 in lower case, opaque to clients. Several clocks make them, so no rule relies on their order. */
export type AccountId = Brand<string, 'AccountId'>;
export type ChildId = Brand<string, 'ChildId'>;
export type CaseId = Brand<string, 'CaseId'>;
export type TaskId = Brand<string, 'TaskId'>;
export type CertificationId = Brand<string, 'CertificationId'>;
export type CertificateId = Brand<string, 'CertificateId'>;
export type CaseEventId = Brand<string, 'CaseEventId'>;
export type CoverId = Brand<string, 'CoverId'>;
export type NoteId = Brand<string, 'NoteId'>;
export type PhraseId = Brand<string, 'PhraseId'>;
export type ImportId = Brand<string, 'ImportId'>;
export type MailId = Brand<string, 'MailId'>;
export type AuditRecordId = Brand<string, 'AuditRecordId'>;
export type ChildListId = Brand<string, 'ChildListId'>;
/** D-21: some calls accept either. The two cannot collide, as no identifier is given out twice. */
export type CaseOrTaskId = CaseId | TaskId;

/** In either case: an identifier written in capitals is the same one (RFC 9562, 4). */
export const UUID_V7 = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/;

const NO_ID = problem('is no identifier that this service gave out');
const UUID_LENGTH = 36;
const readId = <Id extends string>(text: string): Parsed<Id> =>
  text.length === UUID_LENGTH && UUID_V7.test(text) ? ok(text.toLowerCase() as Id) : NO_ID;
export const parseId = Object.assign(readId, { longest: UUID_LENGTH });

/** RFC 9562, 5.7: the first 48 bits of a UUIDv7 are milliseconds since 1970. */
export const createdAt = (id: string): Instant => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) as Instant;

/** D-06: 1–100 characters, trimmed, NFC, a letter, no control characters, none that is invisible without need. */
export type PersonName = Brand<string, 'PersonName'>;
/** D-06: as a name, but 1–500 characters. */
export type Title = Brand<string, 'Title'>;
/** D-06: as a name, but 1–500 characters. */
export type Reason = Brand<string, 'Reason'>;

/** D-38: what its owner calls a passkey. As a name. */
export type PasskeyName = Brand<string, 'PasskeyName'>;
/** D-26: what a certificate states. As a name, but 1–120 characters. */
export type Statement = Brand<string, 'Statement'>;
/** D-45: 1–2,000 characters. As a name, but in lines. */
export type NoteText = Brand<string, 'NoteText'>;
/** A real calendar day, YYYY-MM-DD. Such texts compare as the days do. */
export type Day = Brand<string, 'Day'>;

/** In code points, not in UTF-16 units. */
type Length = { readonly minLength?: number; readonly maxLength: number };

export const LENGTHS = {
  name: { minLength: 1, maxLength: 100 },
  nameSearch: { minLength: 1, maxLength: 100 },
  title: { minLength: 1, maxLength: 500 },
  purpose: { minLength: 1, maxLength: 200 },
  reason: { minLength: 1, maxLength: 500 },
  statement: { minLength: 1, maxLength: 120 },
  note: { minLength: 1, maxLength: 2000 },
  email: { maxLength: 254 },
  password: { minLength: 8, maxLength: 128 },
  socSecNum: { minLength: 4, maxLength: 32 },
} as const;

const wrongLength = ({ minLength = 1, maxLength }: Length) =>
  problem(`must have ${minLength > 1 ? `${minLength} to` : 'at most'} ${maxLength} characters`);

export const lengthProblem = (text: string, length: Length): Refused<Problem> | undefined => {
  const points = Array.from(text).length;
  return points >= (length.minLength ?? 1) && points <= length.maxLength ? undefined : wrongLength(length);
};

/** What a character of a normalised text may have been before: two surrogates, or a letter and its marks. */
const UNITS = 4;
export const longestOf = ({ maxLength }: Length): number => UNITS * maxLength;

/** D-06: parses a text that can have this length once it is normalised. */
export const lengthParser = <Value>(length: Length, parse: (text: string) => Parsed<Value>): Parser<Value> =>
  parser(longestOf(length), wrongLength(length), parse, length);

/** P-23: control characters, line breaks, and characters that change the direction of the text around them (UAX 9). */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const CONTROL_IN_LINES = /[[\p{Cc}--\n]\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/v;
/** The first character that no text may have, as Unicode names it: `U+202E`. */
export const unfitCharacter = (text: string): string | undefined => {
  const found = CONTROL.exec(text)?.[0] ?? needlessInvisible(text);
  const point = found?.codePointAt(0);
  return point === undefined ? undefined : `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
};
const INVISIBLE_PROBLEM = problem('must not contain invisible characters');
export const invisibleProblem = (text: string): Refused<Problem> | undefined =>
  INVISIBLE.test(text) ? INVISIBLE_PROBLEM : undefined;

/** A blank of Braille is no white space to Unicode. */
const ONLY_INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\s\u2800]*$/u;

/** P-23. A joiner between marks does not begin a new letter. */
export const MOST_MARKS = 6;
const someMarks = (count: number) => `(?:\\p{M}[\\u200c\\u200d]?){${count}}`;
const TOO_MANY_MARKS = new RegExp(`(\\P{M}?)${someMarks(MOST_MARKS + 1)}`, 'u');
/** Too many in any form. To normalise thousands, Unicode compares each with all before it. */
const HEAP_OF_MARKS = new RegExp(someMarks(64), 'u');
export const isHeapOfMarks = (text: string): boolean => HEAP_OF_MARKS.test(text);
const MARKS_PROBLEM = problem(`must have at most ${MOST_MARKS} accents or other marks on one letter`);
/** The first letter with more marks than it may have. Empty if the text begins with them. */
export const crowdedLetter = (text: string): string | undefined => TOO_MANY_MARKS.exec(text)?.[1];
export const marksProblem = (text: string): Refused<Problem> | undefined =>
  crowdedLetter(text) === undefined ? undefined : MARKS_PROBLEM;

const textParser = <Text extends string>(
  length: Length,
  tidied = (text: string) => text,
  control = CONTROL,
): Parser<Text> =>
  lengthParser(length, (text) => {
    if (!text.isWellFormed()) return problem('must be well-formed Unicode');
    if (isHeapOfMarks(text)) return MARKS_PROBLEM;
    const tidy = tidied(text).trim().normalize('NFC');
    if (ONLY_INVISIBLE.test(tidy)) return missing;
    const tooLong = lengthProblem(tidy, length);
    if (tooLong) return tooLong;
    if (control.test(tidy)) return problem('must not contain control characters');
    return marksProblem(tidy) ?? (needlessInvisible(tidy) ? INVISIBLE_PROBLEM : ok(tidy as Text));
  });

/** A person is found by letters, so a name has one. Apostrophes and the like are letters to Unicode alone (`Lm`). */
const FOUND_BY = /(?![\p{Lm}\ua78b\ua78c])\p{L}/u;
const parseText = textParser<PersonName>(LENGTHS.name);
export const parsePersonName: Parser<PersonName> = Object.assign((text: string) => {
  const name = parseText(text);
  return name.ok && !FOUND_BY.test(name.value.normalize('NFKC')) ? problem('must have a letter') : name;
}, parseText);
export const parseTitle = textParser<Title>(LENGTHS.title);
/** D-44: what a certificate is for. */
export const parsePurpose = textParser<Title>(LENGTHS.purpose);
export const parseReason = textParser<Reason>(LENGTHS.reason);
export const parsePasskeyName = textParser<PasskeyName>(LENGTHS.name);
export const parseStatement = textParser<Statement>(LENGTHS.statement);
/** Several lines, each as `inOneLine` leaves it. */
const inLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/u)
    .map(inOneLine)
    .join('\n');
export const parseNoteText = textParser<NoteText>(LENGTHS.note, inLines, CONTROL_IN_LINES);

/** The day of an instant in UTC. Which day it is where the service is, its `Calendar` tells. */
export const dayInUtc = (instant: number): Day => new Date(instant).toISOString().slice(0, 10) as Day;
/** When the day begins in UTC. `NaN` for some texts that are no day. */
export const beginInUtc = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

const NO_DAY = problem('must be a calendar day written YYYY-MM-DD');
export const parseDay: Parser<Day> = parser(FEW, NO_DAY, (text) => {
  const day = asciiSigns(text).trim() as Day;
  if (day === '') return missing;
  const begins = /^\d{4}-\d{2}-\d{2}$/.test(day) ? beginInUtc(day) : Number.NaN;
  // `Date` accepts 30 February and makes it a day of March, so the day is valid only if it reads back the same.
  return Number.isNaN(begins) || dayInUtc(begins) !== day ? NO_DAY : ok(day);
});
