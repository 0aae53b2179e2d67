/* What people type or paste is what they mean, with digits of their script, dashes of a word processor, spaces. */

import { runsRightToLeft } from './text-direction.ts';

const DIGIT = /\p{Nd}/u;

/** Digits of all scripts stand in runs of ten, from 0 to 9, one run behind another. */
const digitOf = (digit: string): string => {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
};

/** Each decimal digit (Unicode `Nd`) as 0 to 9. */
export const asciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, digitOf);

/** Digits, dashes, dots, slashes and spaces as ASCII has them, without characters that nobody sees. */
export const asciiSigns = (text: string): string =>
  asciiDigits(text.replace(/\p{Default_Ignorable_Code_Point}+/gu, ''))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[．。｡·・․٫]/g, '.')
    .replace(/[／⁄∕؍]/g, '/')
    .replace(/\p{Zs}/gu, ' ');

/** Databases write a day as the moment at which it begins. */
const MIDNIGHT = /(?<=\d)[T\s]+00?:00(?::00(?:\.0+)?)?(?:Z|\+00:?00)?(?!\S)/i;
const [DAYS, MONTHS, YEARS] = ['(0[1-9]|[12]\\d|3[01])', '(0[1-9]|1[0-2])', '((?:19|20)\\d\\d)'];
const DAY_FIRST = new RegExp(`(?<!\\d)${DAYS}${MONTHS}${YEARS}(?!\\d)`);
const YEAR_FIRST = new RegExp(`(?<!\\d)${YEARS}${MONTHS}${DAYS}(?!\\d)`);
/** The signs of a text that may hold a day: one without anything between its parts is taken apart, and no midnight is behind it. */
export const signsOfDay = (text: string): string =>
  asciiSigns(text).replace(MIDNIGHT, '').replace(DAY_FIRST, '$1.$2.$3').replace(YEAR_FIRST, '$1-$2-$3');

/** A code as it was given out: digits of any script, and nothing that only divides or surrounds them. */
export const bareCode = (text: string): string => asciiDigits(text.normalize('NFKC')).replace(/[^\p{L}\p{N}]+/gu, '');

/** What breaks a word where a line ends, or joins words. Outside of it, it has no meaning. */
const MEANINGLESS = /[\u00ad\u200b\u2060\ufeff]+/gu;
/** What other programs put around a text that they copy, so that it keeps its direction, and marks of one it has not. */
const AROUND = /[\s\u202a-\u202e\u2066-\u2069]/u;
/** Unit by unit: an expression that ends with the text would begin anew at each of many blanks. */
const withoutAround = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && AROUND.test(text.charAt(from))) from += 1;
  while (from < to && AROUND.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};
/** In a text that runs from left to right they turn nothing round, but for those of `TURNS`. */
const DIRECTION = /[\u200e\u200f\u061c]+/gu;
const ANY_DIRECTION = /[\u200e\u200f\u061c\u202a\u202c\u202d\u2066\u2068\u2069]+/gu;
const TURNS = /[\u202b\u202e\u2067]/u;
const withoutDirection = (text: string): string =>
  runsRightToLeft(text) ? text : text.replace(TURNS.test(text) ? DIRECTION : ANY_DIRECTION, '');

/** One line: each white space is a space, line breaks included, and what has no meaning is gone. */
export const inOneLine = (text: string): string =>
  withoutAround(withoutDirection(text).replace(MEANINGLESS, ''))
    .split(/[\s\u0085]+/u)
    .filter((word) => word !== '')
    .join(' ');
