import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfRetention } from '../../src/model/calendar.ts';
import type { Instant } from '../../src/model/values.ts';
import { createTestPorts } from '../support/ports.ts';
import { at } from '../support/values.ts';

/** The text of a moment is ISO 8601. */
const endAt = (now: string, years: number) => {
  const end = endOfRetention(createTestPorts().calendar, at(now), years);
  return end === undefined ? undefined : new Date(end).toISOString();
};

test('with 0 years nothing is ever over', () => {
  expect(endAt('2026-06-15T12:00:00.000Z', 0)).toBeUndefined();
});

test.each([
  ['2026-06-15T12:00:00.000Z', 1, '2025-06-15T00:00:00.000Z'],
  ['2026-06-15T00:00:00.000Z', 30, '1996-06-15T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', 4, '2024-02-29T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', 1, '2027-02-28T00:00:00.000Z'],
  ['2028-03-01T00:00:00.000Z', 1, '2027-03-01T00:00:00.000Z'],
  ['2027-02-28T23:59:59.999Z', 3, '2024-02-28T00:00:00.000Z'],
  ['2027-03-01T00:00:00.000Z', 3, '2024-03-01T00:00:00.000Z'],
])('at %s, after %d years, is over what was finished before %s', (now, years, end) => {
  expect(endAt(now, years)).toBe(end);
});

test('days are those of the place of the service', () => {
  const { calendar } = createTestPorts();
  calendar.moveTo(-5);
  expect(endOfRetention(calendar, at('2026-06-15T04:59:59.999Z'), 1)).toBe(at('2025-06-14T05:00:00.000Z'));
  expect(endOfRetention(calendar, at('2026-06-15T05:00:00.000Z'), 1)).toBe(at('2025-06-15T05:00:00.000Z'));
});

test('it is never less than so many years, also over a leap day, and at most two days more', () => {
  const { calendar } = createTestPorts();
  const moments = fc.integer({ min: at('1990-01-01T00:00:00Z'), max: at('2090-01-01T00:00:00Z') });
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 50 }), (moment, years) => {
      const now = moment as Instant;
      const end = endOfRetention(calendar, now, years) as Instant;
      const due = new Date(end);
      due.setUTCFullYear(due.getUTCFullYear() + years);
      expect(due.getTime()).toBeLessThanOrEqual(now);
      expect(now - due.getTime()).toBeLessThan(2 * 24 * 60 * 60_000);
      const later = endOfRetention(calendar, (now + 1) as Instant, years) as Instant;
      expect(later).toBeGreaterThanOrEqual(end);
    }),
    { numRuns: 500 },
  );
});
