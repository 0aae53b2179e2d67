import { expect, test } from 'vitest';
import { Unavailable } from '../src/errors.ts';
import { throttledUntil } from '../src/result.ts';
import { at } from './support/values.ts';

const now = at('2026-06-15T12:00:00.000Z');

test.each([
  ['2026-06-15T12:15:00.000Z', 900],
  ['2026-06-15T12:00:01.001Z', 2],
  ['2026-06-15T12:00:00.001Z', 1],
  ['2026-06-15T12:00:00.000Z', 1],
])(
  'what is refused until %s is to be tried again in whole seconds, never too early and never at once',
  (then, seconds) => {
    expect(throttledUntil(at(then), now).refusal).toEqual({ code: 'THROTTLED', retryAfterSeconds: seconds });
  },
);

test('an outage says in a log what it is, and what is out', () => {
  expect(String(new Unavailable('store', 'The disk is full.', { retryAfterSeconds: 5 }))).toBe(
    'Unavailable: The disk is full.',
  );
});
