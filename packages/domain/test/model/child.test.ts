import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { child } from '../../contracts/storage/samples.ts';
import {
  ageOn,
  type BirthDate,
  comparableSocSecNum,
  correctedFields,
  isInFuture,
  maskedSocSecNum,
  parseBirthDate,
  parseClear,
  parseSocSecNum,
} from '../../src/model/child.ts';
import { ok, refused } from '../../src/result.ts';
import { accepts, acceptsAll, refuses } from '../support/parsing.ts';
import { at, day, name, number } from '../support/values.ts';

describe('a birth date (D-13)', () => {
  const NO_DAY = 'must be a calendar day written YYYY-MM-DD';
  const written = (...parts: number[]) => parts.map((part, nth) => String(part).padStart(nth ? 2 : 4, '0')).join('-');
  /** The rule of the calendar itself, not of a library. */
  const daysIn = (year: number, month: number): number => {
    if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
    return [4, 6, 9, 11].includes(month) ? 30 : 31;
  };

  test('is every calendar day since 1900, as written, and no other', () => {
    const [year, month] = [fc.integer({ min: 1900, max: 9999 }), fc.integer({ min: 0, max: 13 })];
    fc.assert(
      fc.property(year, month, fc.integer({ min: 0, max: 40 }), (inYear, inMonth, date) => {
        const exists = inMonth >= 1 && inMonth <= 12 && date >= 1 && date <= daysIn(inYear, inMonth);
        const text = written(inYear, inMonth, date);
        expect(parseBirthDate(text)).toEqual(exists ? ok(text) : refused({ problem: NO_DAY }));
      }),
      { numRuns: 500 },
    );
  });

  accepts(
    parseBirthDate,
    ['۲۰۱۹-۰۳-۲۷', '２０１９－０３－２７', '\u200e2019\u201003\u201027'].map((text) => [text, '2019-03-27'] as const),
  );
  accepts(parseBirthDate, ['1904-02-29', '2000-02-29', '2400-02-29', '1900-01-01', [' 2020-01-01\n', '2020-01-01']]);
  refuses(parseBirthDate, NO_DAY, ['1900-02-29', '2023-02-29', '2100-02-29', '2024-02-30', '2023-04-31']);
  refuses(parseBirthDate, NO_DAY, [
    ...['2020-1-1', '20-01-01', '20200101', '2020/01/01', '01-01-2020', '02020-01-01', '+002020-01-01', '+010000-01'],
    ...['-000001-01', '2020-01-01T00:00:00Z', '2020-01-01\n2020-01-02', '2020-01-01x', 'yesterday'],
  ]);
  refuses(parseBirthDate, 'must not lie before 1900-01-01', ['1899-12-31', '0000-01-01']);
  refuses(parseBirthDate, 'is missing', ['', ' \t']);
});

test.each([
  ['2026-03-02', '2026-03-01T09:59:59.999Z', true],
  ['2026-03-02', '2026-03-01T10:00:00.000Z', false],
  ['2026-03-01', '2026-03-01T23:59:59.999Z', false],
  ['2024-03-01', '2024-02-28T10:00:00.000Z', true],
  ['2027-01-01', '2026-12-31T10:00:00.000Z', false],
])('a birth date %s, seen at %s, lies in the future: %s (D-13)', (text, now, future) => {
  expect(isInFuture(day(text), at(now))).toBe(future);
});

const significant = fc.constantFrom(...'abcxyzABCXYZ0123456789äßéŁж');
const separator = fc.constantFrom(' ', '-', '.', '/');
/** A number, and the same with separators anywhere inside. */
const separated = fc
  .tuple(
    fc.string({ unit: significant, minLength: 4, maxLength: 12 }),
    fc.array(fc.string({ unit: separator, maxLength: 1 }), { minLength: 11, maxLength: 11 }),
  )
  .map(([text, separators]) => ({
    text,
    withSeparators: [...text].reduce((all, character, nth) => all + (separators[nth - 1] ?? '') + character),
  }));

describe('a social security number (D-14)', () => {
  test('is kept as written, separators and case included', () =>
    acceptsAll(
      parseSocSecNum,
      separated.map(({ withSeparators }) => withSeparators),
    ));

  // Counted with separators, without white space around it, in code points.
  refuses(parseSocSecNum, 'must have 4 to 32 characters', ['111', '1'.repeat(33), ' 123 ', '𠀀'.repeat(3)]);
  accepts(parseSocSecNum, ['1111', '1'.repeat(32), '𠀀'.repeat(32), [' 1 23 ', '1 23']]);
  accepts(parseSocSecNum, ['756.9217.0769.85', '12 345678 A 901', 'AB-12/34', 'ÄÖÜ 12', 'жщ 12']);
  accepts(parseSocSecNum, [
    ['756\u20111234\u00a056', '756-1234 56'],
    ['７５６．１２３４', '756.1234'],
    ['756\u200b1234', '7561234'],
    ['756·1234·5678·97', '756.1234.5678.97'],
  ]);
  test.each([
    ['756,1234', ','],
    ['Nr. 756#1', '#'],
    ['756', undefined],
  ])('of %j the character that no number has is %j', (text, unfit) => expect(parseSocSecNum.unfit?.(text)).toBe(unfit));
  refuses(
    parseSocSecNum,
    'must consist of letters, digits, spaces, "-", "." and "/"',
    [...'_,;:+*#@!?\\|()[]{}<>=&%$\'"`~^\t\n\u0000½🐛', '\ud83d'].map((one) => `12${one}34`),
  );
  refuses(parseSocSecNum, 'must have at most 6 accents or other marks on one letter', [`1234a${'\u0315'.repeat(7)}`]);
  refuses(parseSocSecNum, 'must contain a letter or a digit', ['----', '- . /', '....', '-/-/', '-\u0301--']);
  refuses(parseSocSecNum, 'is missing', ['', '    ', '\t\u00a0']);
});

describe('two social security numbers (D-14)', () => {
  const comparable = (text: string) => comparableSocSecNum(number(text));

  test('are the same whatever their separators and their case', () => {
    const cased = fc.string({ unit: fc.constantFrom(...'abcxyz0189äéłж'), minLength: 4, maxLength: 32 });
    fc.assert(
      fc.property(separated, cased, ({ text, withSeparators }, lower) => {
        expect(comparable(withSeparators)).toBe(comparable(text));
        expect(comparable(lower.toUpperCase())).toBe(comparable(lower));
      }),
    );
  });

  test.each([
    ['e\u0301\u0301a1234', '\u00e9\u0301a1234'],
    ['１２３４ａ', '1234A'],
    ['𝐀1234', 'a1234'],
    ['J\u030c123', '\u01f0123'],
    ['ΑΣ12', 'ασ12'],
    ['straße', 'STRASSE'],
    ['a-\u0301bcd', 'ábcd'],
    ['ΑΣ-Α1', 'ΑΣΑ1'],
  ])('are the same in any script, however composed or wide: %s and %s', (one, other) => {
    expect(comparable(one)).toBe(comparable(other));
  });
});

describe('a masked social security number (D-30)', () => {
  test.each([
    ['756.9217.0769.85', '**************85'],
    ['1234', '**34'],
    ['12-4', '**-4'],
    ['AB 1', '** 1'],
    ['𠀀𠀀𠀀𠀀', '**𠀀𠀀'],
  ])('of %s is %s', (text, masked) => {
    expect(maskedSocSecNum(number(text))).toBe(masked);
  });

  test('shows the last two characters alone, and how many there are', () => {
    const valid = fc.string({ unit: significant, minLength: 4, maxLength: 32 });
    fc.assert(
      fc.property(valid, (text) => {
        expect(maskedSocSecNum(number(text))).toMatch(new RegExp(`^\\*{${text.length - 2}}${text.slice(-2)}$`));
      }),
    );
  });
});

describe('the fields that a correction changes (D-30)', () => {
  const known = { ...child('756.1'), lastName: name('Jansen') };

  test.each([
    ['nothing', {}, []],
    ['what is known', { firstName: name('Mia'), socSecNum: number('756.1') }, []],
    ['nothing, in all fields', { firstName: undefined, birthDate: undefined, socSecNum: undefined }, []],
    ['a birth date that was not known', { birthDate: day('2020-02-29') }, ['birthDate']],
    ['the same number written otherwise', { socSecNum: number('7561') }, ['socSecNum']],
    ['another name, and one that is known', { firstName: name('mia'), lastName: name('Jansen') }, ['firstName']],
    [
      'all',
      { socSecNum: number('7562'), birthDate: day('2020-02-29'), lastName: name('Jan'), firstName: name('Lea') },
      ['firstName', 'lastName', 'birthDate', 'socSecNum'],
    ],
  ])('to %s', (_, correction, fields) => {
    expect(correctedFields(known, correction)).toEqual(fields);
  });

  test('what is cleared is corrected if it was known, whatever is given beside it', () => {
    expect(correctedFields(known, {}, ['birthDate', 'socSecNum'])).toEqual(['socSecNum']);
    expect(correctedFields(known, { birthDate: day('2020-02-29') }, ['birthDate'])).toEqual([]);
  });
});

test.each([
  ['birthDate', ok(['birthDate'])],
  [' socSecNum  birthDate ', ok(['birthDate', 'socSecNum'])],
  ['firstName', undefined],
  ['birthDate,socSecNum', undefined],
])('what may be cleared is named: %j (D-30)', (text, parsed) => {
  if (parsed) expect(parseClear(text)).toEqual(parsed);
  else expect(parseClear(text).ok).toBe(false);
});

test.each([
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2008-03-01', '2026-03-01', 18],
  ['2026-03-01', '2026-03-01', 0],
])('whoever was born on %s is on %s %i years old', (born, today, age) => {
  expect(ageOn(day(today), born as BirthDate)).toBe(age);
});
