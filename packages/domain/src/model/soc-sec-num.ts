import { ok } from '../result.ts';
import type { Brand } from './brand.ts';
import { characters, missing, type Parsed, problem } from './parsed.ts';

/** D-14: 4–32 characters out of letters, digits, space, `-`, `.` and `/`, at least one of them a letter or digit. Secret. */
export type SocSecNum = Brand<string, 'SocSecNum'>;
/** The form in which two numbers are compared: without separators and case. As secret as the number. */
export type ComparableSocSecNum = Brand<string, 'ComparableSocSecNum'>;

export const NUMBER_LEAST = 4;
export const NUMBER_MOST = 32;
const ALLOWED_IN_NUMBER = /^[\p{L}\p{M}\p{Nd} \-./]+$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;
const SEPARATORS = /[ \-./]/g;

/** Up and then down again is what brings all cases of a letter together: ß and SS, the two small sigmas. */
export const comparableSocSecNum = (number: SocSecNum): ComparableSocSecNum => {
  const bare = number.normalize('NFKC').replace(SEPARATORS, '');
  return bare.toUpperCase().toLowerCase().normalize('NFKC') as ComparableSocSecNum;
};

export const parseSocSecNum = (text: string): Parsed<SocSecNum> => {
  const number = text.trim().normalize('NFC');
  if (number === '') return missing;
  const length = characters(number);
  if (length < NUMBER_LEAST || length > NUMBER_MOST) {
    return problem(`must have ${NUMBER_LEAST} to ${NUMBER_MOST} characters`);
  }
  if (!ALLOWED_IN_NUMBER.test(number)) return problem('must consist of letters, digits, spaces, "-", "." and "/"');
  return LETTER_OR_DIGIT.test(number) ? ok(number as SocSecNum) : problem('must contain a letter or a digit');
};
