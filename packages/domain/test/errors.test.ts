import { expect, test } from 'vitest';
import { allEnded, Unavailable } from '../src/errors.ts';
import { throttledFor } from '../src/result.ts';

test('what is throttled is to be tried again in whole seconds, never too early and never at once', () => {
  const refusals = [900_000, 1001, 1, 0].map((milliseconds) => throttledFor(milliseconds).refusal);
  expect(refusals).toEqual([900, 2, 1, 1].map((retryAfterSeconds) => ({ code: 'THROTTLED', retryAfterSeconds })));
});

test('an outage says in a log what it is, and what is out', () => {
  const outage = new Unavailable('store', 'The disk is full.', { retryAfterSeconds: 5 });
  expect(String(outage)).toBe('Unavailable: The disk is full.');
});

test('what runs side by side has all ended when one of them has failed', async () => {
  const ended: string[] = [];
  const slow = new Promise<void>((resolve) => setImmediate(resolve)).then(() => ended.push('slow'));
  await expect(allEnded([Promise.reject(new Error('failed')), slow])).rejects.toThrow('failed');
  expect(ended).toEqual(['slow']);
});
