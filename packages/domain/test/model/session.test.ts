import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasEnded, isUseWorthWriting, type Session, type SessionDigest } from '../../src/model/account.ts';
import { HOUR, type Instant, later, MINUTE } from '../../src/model/values.ts';
import { at, unknownId } from '../support/values.ts';

const start = at('2026-06-15T08:00:00.000Z');
const lifetimes = { idle: 30 * MINUTE, most: 12 * HOUR };
const sessionLastUsed = (lastUsedAt: Instant): Session => ({
  digest: 'digest' as SessionDigest,
  accountId: unknownId(),
  startedAt: start,
  lastUsedAt,
});

/** Less than no time has passed where the clock was ahead and has been set right. */
describe('the end of a session (D-09)', () => {
  test.each([
    [0, false],
    [30 * MINUTE - 1, false],
    [30 * MINUTE, true],
    [30 * MINUTE + 1, true],
    [1 - 30 * MINUTE, false],
    [-30 * MINUTE, true],
  ])('left alone for %i ms, it has ended: %s', (passed, ended) => {
    const lastUsedAt = later(start, 2 * HOUR);
    expect(hasEnded(sessionLastUsed(lastUsedAt), lifetimes, later(lastUsedAt, passed))).toBe(ended);
  });

  test.each([
    [12 * HOUR - 1, false],
    [12 * HOUR, true],
    [12 * HOUR + 1, true],
    [1 - 12 * HOUR, false],
    [-12 * HOUR, true],
  ])('in use for %i ms, it has ended: %s', (passed, ended) => {
    const now = later(start, passed);
    expect(hasEnded(sessionLastUsed(later(now, -1)), lifetimes, now)).toBe(ended);
  });

  test('comes with whichever lifetime is over first, and is final', () => {
    const duration = fc.integer({ min: 1, max: 24 * HOUR });
    fc.assert(
      fc.property(duration, duration, duration, duration, (idle, most, use, passed) => {
        const session = sessionLastUsed(later(start, use));
        const end = Math.min(use + idle, most);
        expect(hasEnded(session, { idle, most }, later(start, use + passed))).toBe(use + passed >= end);
      }),
    );
  });
});

const LONG = { idle: 30 * MINUTE, most: 12 * HOUR };

describe('the use of a session (D-09)', () => {
  test('is written before a session that is in use can end, however short it is', () => {
    const short = { idle: MINUTE, most: HOUR };
    expect(isUseWorthWriting(sessionLastUsed(start), short, later(start, MINUTE / 2))).toBe(true);
    expect(isUseWorthWriting(sessionLastUsed(start), short, later(start, MINUTE / 2 - 1))).toBe(false);
  });

  test.each([
    [0, false],
    [MINUTE - 1, false],
    [MINUTE, true],
    [MINUTE + 1, true],
    [1 - MINUTE, false],
    [-MINUTE, true],
  ])('%i ms after the last one written, it is worth writing: %s', (passed, worth) => {
    expect(isUseWorthWriting(sessionLastUsed(start), LONG, later(start, passed))).toBe(worth);
  });

  test('is measured from the last use, not from the start', () => {
    const session = sessionLastUsed(later(start, HOUR));
    expect(isUseWorthWriting(session, LONG, later(start, HOUR + MINUTE - 1))).toBe(false);
  });
});
