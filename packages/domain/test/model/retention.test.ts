import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfRetention } from '../../src/model/retention.ts';
import type { Instant } from '../../src/model/values.ts';
import { at } from '../support/values.ts';

/** The text of a moment is ISO 8601. */
const endAt = (now: string, years: number) => {
  const end = endOfRetention(at(now), years);
  return end === undefined ? undefined : new Date(end).toISOString();
};

test('with 0 years nothing is ever over', () => {
  expect(endAt('2026-06-15T12:00:00.000Z', 0)).toBeUndefined();
});

test.each([
  ['2026-06-15T12:00:00.000Z', 1, '2025-06-15T12:00:00.000Z'],
  ['2026-06-15T12:00:00.123Z', 30, '1996-06-15T12:00:00.123Z'],
  ['2028-02-29T12:00:00.000Z', 4, '2024-02-29T12:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', 1, '2027-02-28T12:00:00.000Z'],
  ['2028-03-01T00:00:00.000Z', 1, '2027-03-01T00:00:00.000Z'],
  ['2027-02-28T23:59:59.999Z', 3, '2024-02-28T23:59:59.999Z'],
  ['2027-03-01T00:00:00.000Z', 3, '2024-03-01T00:00:00.000Z'],
])('at %s, after %d years, is over what was finished before %s', (now, years, end) => {
  expect(endAt(now, years)).toBe(end);
});

test('it is never less than so many years, also over a leap day, and at most a day more', () => {
  const moments = fc.integer({ min: at('1990-01-01T00:00:00Z'), max: at('2090-01-01T00:00:00Z') });
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 50 }), (moment, years) => {
      const now = moment as Instant;
      const end = endOfRetention(now, years) as Instant;
      const due = new Date(end);
      due.setUTCFullYear(due.getUTCFullYear() + years);
      expect(due.getTime()).toBeLessThanOrEqual(now);
      expect(now - due.getTime()).toBeLessThanOrEqual(24 * 60 * 60_000);
      const later = endOfRetention((now + 1) as Instant, years) as Instant;
      expect(later).toBeGreaterThanOrEqual(end);
    }),
    { numRuns: 500 },
  );
});
