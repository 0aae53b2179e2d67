import { expect, test } from 'vitest';
import { comparableSocSecNum, parseSocSecNum } from '../../src/model/child.ts';
import { parseFactorAttempt, parseTypedFactor } from '../../src/model/second-factor.ts';
import { asciiDigits, asciiSigns, bareCode, inOneLine, signsOfDay } from '../../src/model/typed-text.ts';
import { must } from '../support/values.ts';

test('each decimal digit of Unicode has its value', () => {
  const digits = Array.from({ length: 0x110000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((one) => /\p{Nd}/u.test(one));
  expect(digits.length % 10).toBe(0);
  expect(asciiDigits(digits.join(''))).toBe('0123456789'.repeat(digits.length / 10));
  expect(asciiDigits('a²Ⅷ½')).toBe('a²Ⅷ½');
});

test.each([
  '151 301',
  '151\u00a0301',
  '151\u202f301',
  '151-301',
  '151\u2013301',
  '１５１３０１',
  '۱۵۱۳۰۱',
  ' 151301\u200b',
  '"151301"',
  '“151.301”.',
])('%j is the one-time password 151301', (text) =>
  expect([parseFactorAttempt(text), parseTypedFactor(text)].map(must)).toEqual(['151301', '151301']),
);

test.each(['15130', '1513010', '15130x', '0123-4567'])('%j is no guess of a person', (text) => {
  expect(parseTypedFactor(text).ok).toBe(false);
  expect(parseFactorAttempt(text).ok).toBe(true);
});

test('a recovery code may have any dashes and spaces', () => {
  const code = '0123-4567-89ab-cdef-0123-4567-89ab-cdef';
  for (const dash of ['\u2010', '\u2013', '\u2212', ' ', '\u202f', '\u00ad']) {
    expect(bareCode(code.replaceAll('-', dash))).toBe(bareCode(code));
  }
  for (const text of [code.toUpperCase(), `“${code}”.`, `• ${code}`, code.replaceAll('0', 'O').replaceAll('1', 'l')])
    expect(parseTypedFactor(text).ok).toBe(true);
});

test('a number is the same in the digits of any script', () => {
  const [one, other] = ['756.1234', '۷۵۶.۱۲۳۴'].map((text) => comparableSocSecNum(must(parseSocSecNum(text))));
  expect(one).toBe(other);
});

test.each([
  ['756\u20131234\u20112', '756-1234-2'],
  ['７５６．１２／３－４', '756.12/3-4'],
  ['756\u00a012\u202f3', '756 12 3'],
  ['\u200e2019\u22123\u22122\u200f', '2019-3-2'],
  ['27\u00b73\u00b72019', '27.3.2019'],
  ['27。3｡2019', '27.3.2019'],
  ['27\u20443\u22152019', '27/3/2019'],
  ['۲۷\u060d۳\u060d۲۰۱۹', '27/3/2019'],
])('the signs of %j are those of %j', (text, signs) => expect(asciiSigns(text)).toBe(signs));

test.each([
  ['27032019', '27.03.2019'],
  ['20190327', '2019-03-27'],
  ['2019-03-27T00:00:00.000Z', '2019-03-27'],
  ['27.03.2019 00:00 Mia', '27.03.2019 Mia'],
  ['2019-03-27T10:00Z', '2019-03-27T10:00Z'],
  ['27132019 123456789', '27132019 123456789'],
])('the signs of %j, which may hold a day, are those of %j', (text, signs) => expect(signsOfDay(text)).toBe(signs));

test.each(['\t', '\u000b', '\u2028', '\u2029', '\u0085', '\r\n', '\u00a0', '\u3000'])(
  'the white space %j becomes a space',
  (space) => expect(inOneLine(`Measure${space}lung function`)).toBe('Measure lung function'),
);

test('what has no meaning goes: soft hyphens, joiners of words', () => {
  expect(inOneLine('\ufefflung\u00adfunc\u200btion\u2060')).toBe('lungfunction');
});

test('so does what other programs put around a text for its direction, but not what turns a part of it', () => {
  for (const text of ['\u202aNoor\u202c', '\u2068 Noor \u2069', '\u200eNoor\u200f', 'No\u200eor'])
    expect(inOneLine(text)).toBe('Noor');
  expect(inOneLine('\u2068Noor\u2069 \u2068de Vries\u2069, \u202aGrau\u202c')).toBe('Noor de Vries, Grau');
  expect(inOneLine('No\ufeff\u200eor')).toBe('Noor');
  expect(inOneLine('No\u2067o\u2069r')).toBe('No\u2067o\u2069r');
  expect(inOneLine('\u2067דר״\u200f, A\u2069')).toBe('דר״\u200f, A');
  expect(inOneLine('No\u202eor')).toBe('No\u202eor');
});
