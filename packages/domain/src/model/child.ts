import { missing, ok, type Parsed, problem } from '../result.ts';
import type { AccountId, Brand, ChildId, Instant, PersonName } from './values.ts';
import { HOUR, LENGTHS, lengthProblem } from './values.ts';

/** A child never changes its parent. D-11: one added through variant B has neither birth date nor number. */
export type Child = {
  readonly id: ChildId;
  readonly parentId: AccountId;
  readonly firstName: PersonName;
  readonly lastName: PersonName;
  readonly birthDate: BirthDate | undefined;
  readonly socSecNum: SocSecNum | undefined;
};

/** D-18. */
export type ChildEntry = Pick<Child, 'id' | 'firstName' | 'lastName'>;

/** D-13: a real calendar day, YYYY-MM-DD, 1900-01-01 or later. Such texts compare as the days do. */
export type BirthDate = Brand<string, 'BirthDate'>;

export const FIRST_DAY = '1900-01-01';

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

export const parseBirthDate = (text: string): Parsed<BirthDate> => {
  const day = text.trim();
  if (day === '') return missing;
  const begins = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // `Date` accepts 30 February and makes it a day of March, so the day is valid only if it reads back the same.
  if (Number.isNaN(begins) || dayOf(begins) !== day) return problem('must be a calendar day written YYYY-MM-DD');
  return day >= FIRST_DAY ? ok(day as BirthDate) : problem(`must not lie before ${FIRST_DAY}`);
};

/** D-13: a day that has begun anywhere on Earth (UTC+14 is first) is not in the future. */
export const isInFuture = (day: BirthDate, now: Instant): boolean => day > dayOf(now + 14 * HOUR);

/** D-14: 4–32 characters out of letters, digits, space, `-`, `.` and `/`, at least one of them a letter or digit. Secret. */
export type SocSecNum = Brand<string, 'SocSecNum'>;

/**
 * D-14: without separators and case, as secret as the number. Upper case first, then lower case: only both make all forms of a
 * letter equal (ß and SS, the two small sigmas).
 */
export const comparableSocSecNum = (number: SocSecNum): string => {
  const bare = number.normalize('NFKC').replace(/[ \-./]/g, '');
  return bare.toUpperCase().toLowerCase().normalize('NFKC');
};

export const parseSocSecNum = (text: string): Parsed<SocSecNum> => {
  const number = text.trim().normalize('NFC');
  if (number === '') return missing;
  const wrongLength = lengthProblem(number, LENGTHS.socSecNum);
  if (wrongLength) return wrongLength;
  if (!/^[\p{L}\p{M}\p{Nd} \-./]+$/u.test(number)) {
    return problem('must consist of letters, digits, spaces, "-", "." and "/"');
  }
  return /[\p{L}\p{Nd}]/u.test(number) ? ok(number as SocSecNum) : problem('must contain a letter or a digit');
};
