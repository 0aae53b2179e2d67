import { describe, expect, test } from 'vitest';
import { HOUR, type Instant, later, MINUTE } from '../../src/model/instant.ts';
import { type Attempts, growingDelay, perMinute, type Throttle, takenBack } from '../../src/model/throttle.ts';
import { at } from '../support/values.ts';

const start = at('2026-06-15T12:00:00.000Z');

/** What so many attempts, each as soon as it is allowed, come to. */
const after = (attempts: number, throttle: Throttle): Attempts[] => {
  const all: Attempts[] = [];
  let now: Instant = start;
  for (let count = 0; count < attempts; count += 1) {
    const last = throttle(all.at(-1), now);
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

  test('is forgotten a day after the last failure', () => {
    expect(growingDelay(undefined, start)).toEqual({
      count: 1,
      notBefore: start,
      forgottenAt: later(start, 24 * HOUR),
    });
  });
});

describe('so many a minute', () => {
  test('lets as many through, and the next when the minute since the first is over', () => {
    const all = after(3, perMinute(3));
    expect(all.map(({ notBefore }) => notBefore - start)).toEqual([0, 0, MINUTE]);
    expect(new Set(all.map(({ forgottenAt }) => forgottenAt))).toEqual(new Set([later(start, MINUTE)]));
  });

  test('is no limit where it is 0', () => {
    expect(after(1000, perMinute(0)).at(-1)?.notBefore).toBe(start);
  });

  test('counts one less when one turns out not to count', () => {
    const full = after(3, perMinute(3)).at(-1);
    const back = full && takenBack(full, later(start, 10));
    expect(back).toEqual({ count: 2, notBefore: later(start, 10), forgottenAt: later(start, MINUTE) });
    expect(perMinute(3)(back, later(start, 20)).notBefore).toBe(later(start, MINUTE));
  });
});
