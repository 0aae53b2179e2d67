import { expect, test } from 'vitest';
import { Unavailable } from '../src/errors.ts';
import { throttledFor } from '../src/result.ts';

test.each([
  [900_000, 900],
  [1001, 2],
  [1, 1],
  [0, 1],
])(
  'what is refused for %i ms is to be tried again in whole seconds, never too early and never at once',
  (wait, seconds) => {
    expect(throttledFor(wait).refusal).toEqual({ code: 'THROTTLED', retryAfterSeconds: seconds });
  },
);

test('an outage says in a log what it is, and what is out', () => {
  const outage = new Unavailable('store', 'The disk is full.', { retryAfterSeconds: 5 });
  expect(String(outage)).toBe('Unavailable: The disk is full.');
});
