import { describe, expect, test } from 'vitest';
import {
  type Attempts,
  atMostPer,
  beginOne,
  countingAt,
  countOne,
  growingDelay,
  LONGEST_ATTEMPT,
  NOTHING,
  type Throttle,
} from '../../src/model/throttle.ts';
import { HOUR, type Instant, later, MINUTE } from '../../src/model/values.ts';
import { at } from '../support/values.ts';

const start = at('2026-06-15T12:00:00.000Z');

/** What so many counts, each as soon as it is allowed, come to. */
const after = (counts: number, throttle: Throttle): Attempts[] => {
  const all: Attempts[] = [];
  let now: Instant = start;
  for (let count = 0; count < counts; count += 1) {
    const last = countOne(countingAt(now, throttle, all.at(-1) ?? NOTHING), throttle, now);
    all.push(last);
    now = last.notBefore > now ? last.notBefore : now;
  }
  return all;
};

describe('the delay that grows with failures', () => {
  test('lets five be tried at once, then waits 1 s, twice as long each time, and never over 15 minutes', () => {
    const all = after(18, growingDelay);
    const times = [start, ...all.map(({ notBefore }) => notBefore)];
    const waits = times.slice(1).map((time, nth) => Math.max(0, (time - (times[nth] ?? start)) / 1000));
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
  });

  test('has room for five attempts at once, less those that failed, and then for one', () => {
    expect([0, 1, 4, 5, 99].map(growingDelay.room)).toEqual([5, 4, 1, 1, 1]);
  });
});

describe('a limit for a span of time', () => {
  const threeAMinute = atMostPer(MINUTE, 3);

  test('has room for as many attempts at once as are left, and then for one', () => {
    expect([0, 2, 3, 9].map(threeAMinute.room)).toEqual([3, 1, 1, 1]);
  });

  test('counts from the first attempt: its span does not begin again with a later one', () => {
    const first = countOne(NOTHING, threeAMinute, start);
    const second = countOne(first, threeAMinute, later(start, 40_000));
    expect([first, second].map(({ forgottenAt }) => forgottenAt)).toEqual(Array(2).fill(later(start, MINUTE)));
  });
});

describe('what was counted while the clock was ahead', () => {
  const wrong = later(start, HOUR);

  test.each([
    ['after a count that makes nobody wait, makes nobody wait', growingDelay, 4, 0],
    ['makes nobody wait longer than the delay that it came to', growingDelay, 7, 4000],
    ['is forgotten when a span of time is over', atMostPer(MINUTE, 3), 3, MINUTE],
  ])('%s', (_, throttle, count, wait) => {
    const counted = Array.from({ length: count }).reduce<Attempts>((one) => countOne(one, throttle, wrong), NOTHING);
    const { notBefore, forgottenAt } = countingAt(start, throttle, counted);
    expect(Math.max(0, notBefore - start)).toBe(wait);
    expect(forgottenAt).toBe(later(start, throttle.memory));
  });

  test('is no attempt under way, where it began an hour ahead; where the clocks are 10 s apart, it is', () => {
    const left = (ahead: number) =>
      countingAt(start, growingDelay, beginOne(NOTHING, later(start, ahead + LONGEST_ATTEMPT))).underWay.length;
    expect([left(HOUR), left(MINUTE), left(10_000), left(-10_000), left(-MINUTE)]).toEqual([0, 1, 1, 1, 0]);
  });
});
