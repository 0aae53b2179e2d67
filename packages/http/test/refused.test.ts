import { expect, it } from 'vitest';
import type { Refused } from '../src/endpoint.ts';

type BesidesRetries = 'CASE_FINISHED' | 'IDEMPOTENCY_KEY_REUSED' | 'REQUEST_IN_FLIGHT';

it('the words of the API document do not compile with a code of a use case too few or too many', () => {
  const one: Refused<'CASE_FINISHED'> = { refused: { CASE_FINISHED: '' } };
  const none: Refused<never> = {};
  const retriable: Refused<BesidesRetries> = { refused: { CASE_FINISHED: '' }, retriable: true };
  // @ts-expect-error
  const missing: Refused<'CASE_FINISHED' | 'TASKS_OPEN'> = { refused: { CASE_FINISHED: '' } };
  // @ts-expect-error
  const unknown: Refused<'CASE_FINISHED'> = { refused: { CASE_FINISHED: '', TASKS_OPEN: '' } };
  // @ts-expect-error
  const unexpected: Refused<never> = { refused: { CASE_FINISHED: '' } };
  // @ts-expect-error
  const withoutRetries: Refused<BesidesRetries> = { refused: { CASE_FINISHED: '' } };
  // @ts-expect-error
  const withRetries: Refused<'CASE_FINISHED'> = { refused: { CASE_FINISHED: '' }, retriable: true };
  // The compiler says the rest, in npm run check.
  expect([one, none, retriable, missing, unknown, unexpected, withoutRetries, withRetries]).toHaveLength(8);
});
