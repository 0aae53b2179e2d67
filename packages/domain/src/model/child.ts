import { missing, ok, type Parsed, problem } from '../result.ts';
import type { AccountId, Brand, ChildId, Day, Instant, PersonName } from './values.ts';
import { dayOf, HOUR, LENGTHS, lengthProblem, parseDay } from './values.ts';

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

/** D-13: 1900-01-01 or later. */
export type BirthDate = Brand<Day, 'BirthDate'>;

export const FIRST_DAY = '1900-01-01';

export const parseBirthDate = (text: string): Parsed<BirthDate> => {
  const day = parseDay(text);
  return day.ok && day.value < FIRST_DAY ? problem(`must not lie before ${FIRST_DAY}`) : (day as Parsed<BirthDate>);
};

/** D-13: a day that has begun anywhere on Earth (UTC+14 is first) is not in the future. */
export const isInFuture = (day: BirthDate, now: Instant): boolean => day > dayOf(now + 14 * HOUR);

/** D-14: 4–32 letters, digits, spaces, `-`, `.` and `/`, at least one of them a letter or digit. Secret. */
export type SocSecNum = Brand<string, 'SocSecNum'>;

/**
 * D-14: the number without separators, in lower case. It is as secret as the number. First it is put into upper case:
 * only both conversions make all forms of a letter equal (ß and SS, the two small sigmas).
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
