import { missing, ok, type Parsed, type Problem, problem, type Refused } from '../result.ts';
import { hasNeedlessInvisible } from './invisible.ts';

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
export type MailId = Brand<string, 'MailId'>;
export type AuditRecordId = Brand<string, 'AuditRecordId'>;
/** D-21: some calls accept either. The two cannot collide, as no identifier is given out twice. */
export type CaseOrTaskId = CaseId | TaskId;

/** In either case: an identifier written in capitals is the same one (RFC 9562, 4). */
export const UUID_V7 = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/;

export const parseId = <Id extends string>(text: string): Parsed<Id> =>
  UUID_V7.test(text) ? ok(text.toLowerCase() as Id) : problem('is no identifier that this service gave out');

/** D-06: 1–100 characters, trimmed, NFC, no control characters, none that is invisible without need. */
export type PersonName = Brand<string, 'PersonName'>;
/** D-06: as a name, but 1–500 characters. */
export type Title = Brand<string, 'Title'>;
/** D-06: as a name, but 1–500 characters. */
export type Reason = Brand<string, 'Reason'>;

/** D-38: what its owner calls a passkey. As a name. */
export type PasskeyName = Brand<string, 'PasskeyName'>;
/** D-26: what a certificate states. As a name, but 1–120 characters. */
export type Statement = Brand<string, 'Statement'>;
/** A real calendar day, YYYY-MM-DD. Such texts compare as the days do. */
export type Day = Brand<string, 'Day'>;

/** In code points, not in UTF-16 units. */
type Length = { readonly minLength: number; readonly maxLength: number };

export const LENGTHS = {
  name: { minLength: 1, maxLength: 100 },
  nameSearch: { minLength: 1, maxLength: 100 },
  title: { minLength: 1, maxLength: 500 },
  reason: { minLength: 1, maxLength: 500 },
  statement: { minLength: 1, maxLength: 120 },
  email: { minLength: 1, maxLength: 254 },
  password: { minLength: 8, maxLength: 128 },
  socSecNum: { minLength: 4, maxLength: 32 },
} as const;

export const lengthProblem = (text: string, { minLength, maxLength }: Length): Refused<Problem> | undefined => {
  const length = Array.from(text).length;
  if (length >= minLength && length <= maxLength) return undefined;
  return problem(`must have ${minLength > 1 ? `${minLength} to` : 'at most'} ${maxLength} characters`);
};

/** P-23: control characters, line breaks, and characters that change the direction of the text around them (UAX 9). */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const ONLY_INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\s]*$/u;

const textParser =
  <Text extends string>(length: Length) =>
  (text: string): Parsed<Text> => {
    if (!text.isWellFormed()) return problem('must be well-formed Unicode');
    const tidy = text.trim().normalize('NFC');
    if (ONLY_INVISIBLE.test(tidy)) return missing;
    const tooLong = lengthProblem(tidy, length);
    if (tooLong) return tooLong;
    if (CONTROL.test(tidy)) return problem('must not contain control characters');
    return hasNeedlessInvisible(tidy) ? problem('must not contain invisible characters') : ok(tidy as Text);
  };

export const parsePersonName = textParser<PersonName>(LENGTHS.name);
export const parseTitle = textParser<Title>(LENGTHS.title);
export const parseReason = textParser<Reason>(LENGTHS.reason);
export const parsePasskeyName = textParser<PasskeyName>(LENGTHS.name);
export const parseStatement = textParser<Statement>(LENGTHS.statement);

/** The day of an instant in UTC. Which day it is where the service is, its `Calendar` tells. */
export const dayInUtc = (instant: number): Day => new Date(instant).toISOString().slice(0, 10) as Day;
/** When the day begins in UTC. `NaN` for some texts that are no day. */
export const beginInUtc = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

export const parseDay = (text: string): Parsed<Day> => {
  const day = text.trim() as Day;
  if (day === '') return missing;
  const begins = /^\d{4}-\d{2}-\d{2}$/.test(day) ? beginInUtc(day) : Number.NaN;
  // `Date` accepts 30 February and makes it a day of March, so the day is valid only if it reads back the same.
  if (Number.isNaN(begins) || dayInUtc(begins) !== day) return problem('must be a calendar day written YYYY-MM-DD');
  return ok(day);
};
