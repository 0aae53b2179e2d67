import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInFuture, parseBirthDate } from '../../src/model/child.ts';
import { HOUR, type Instant } from '../../src/model/values.ts';
import { ok, refused } from '../../src/result.ts';
import { at, day } from '../support/values.ts';

const noDay = refused({ problem: 'must be a calendar day written YYYY-MM-DD' });
const tooEarly = refused({ problem: 'must not lie before 1900-01-01' });
const written = (year: number, month: number, date: number) =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-');

/** Told by the calendar's own rule, not by what a library takes for a date. */
const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};
const year = fc.integer({ min: 1900, max: 9999 });
const month = fc.integer({ min: 1, max: 12 });

describe('a birth date (D-13)', () => {
  test('is every calendar day since 1900, as it was written', () => {
    const calendarDay = fc
      .tuple(year, month, fc.nat())
      .map(([inYear, inMonth, any]) => written(inYear, inMonth, 1 + (any % daysIn(inYear, inMonth))));
    fc.assert(
      fc.property(calendarDay, (text) => {
        expect(parseBirthDate(text)).toEqual(ok(text));
      }),
      { numRuns: 300 },
    );
  });

  test('is no day that its month does not have', () => {
    fc.assert(
      fc.property(year, month, fc.integer({ min: 0, max: 99 }), (inYear, inMonth, date) => {
        const exists = date >= 1 && date <= daysIn(inYear, inMonth);
        const text = written(inYear, inMonth, date);
        expect(parseBirthDate(text)).toEqual(exists ? ok(text) : noDay);
      }),
      { numRuns: 300 },
    );
  });

  test.each(['1904-02-29', '2000-02-29', '2024-02-29', '2400-02-29'])('accepts the leap day %s', (text) => {
    expect(parseBirthDate(text)).toEqual(ok(text));
  });

  test.each(['1900-02-29', '2023-02-29', '2100-02-29', '2024-02-30', '2023-04-31', '2023-11-31'])(
    'refuses %s, which no calendar has',
    (text) => {
      expect(parseBirthDate(text)).toEqual(noDay);
    },
  );

  test.each([
    '2020-00-10',
    '2020-13-01',
    '2020-1-1',
    '20-01-01',
    '20200101',
    '2020/01/01',
    '01-01-2020',
    '02020-01-01',
    '+002020-01-01',
    '+010000-01',
    '-000001-01',
    '2020-01-01T00:00:00Z',
    '2020-01-01\n2020-01-02',
    '2020-01-0१',
    '2020-01-01x',
    'yesterday',
  ])('refuses %j, which is not written YYYY-MM-DD', (text) => {
    expect(parseBirthDate(text)).toEqual(noDay);
  });

  test('begins with the year 1900', () => {
    expect(parseBirthDate('1900-01-01')).toEqual(ok('1900-01-01'));
    expect(parseBirthDate('1899-12-31')).toEqual(tooEarly);
    expect(parseBirthDate('0000-01-01')).toEqual(tooEarly);
  });

  test('is trimmed, and missing where only white space is given', () => {
    expect(parseBirthDate(' 2020-01-01\n')).toEqual(ok('2020-01-01'));
    expect(parseBirthDate('')).toEqual(refused({ problem: 'is missing' }));
    expect(parseBirthDate(' \t')).toEqual(refused({ problem: 'is missing' }));
  });
});

describe('the future of a birth date (D-13)', () => {
  test.each([
    ['2026-03-02', '2026-03-01T09:59:59.999Z', true],
    ['2026-03-02', '2026-03-01T10:00:00.000Z', false],
    ['2026-03-01', '2026-03-01T00:00:00.000Z', false],
    ['2026-03-01', '2026-03-01T23:59:59.999Z', false],
    ['2024-02-29', '2024-02-28T09:59:59.999Z', true],
    ['2024-02-29', '2024-02-28T10:00:00.000Z', false],
    ['2024-03-01', '2024-02-28T10:00:00.000Z', true],
    ['2027-01-01', '2026-12-31T10:00:00.000Z', false],
    ['2027-01-01', '2026-12-31T09:59:59.999Z', true],
  ])('%s, seen at %s: %s', (text, now, future) => {
    expect(isInFuture(day(text), at(now))).toBe(future);
  });

  test('begins when the day has begun nowhere on Earth', () => {
    const first = Date.UTC(1950, 0, 1);
    const within = { min: first, max: Date.UTC(2150, 0, 1) };
    fc.assert(
      fc.property(fc.integer(within), fc.integer({ min: -48 * HOUR, max: 48 * HOUR }), (now, offset) => {
        const text = new Date(now + offset).toISOString().slice(0, 10);
        expect(isInFuture(day(text), now as Instant)).toBe(Date.parse(text) > now + 14 * HOUR);
      }),
      { numRuns: 300 },
    );
  });
});
