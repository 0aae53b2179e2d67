import { ok, type Parsed, problem } from '../result.ts';
import { type Brand, HOUR, type Instant, later } from './values.ts';

/** D-24: a client's name for a request, so that it can send it again without doubling its effect. */
export type IdempotencyKey = Brand<string, 'IdempotencyKey'>;

export const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

export const parseIdempotencyKey = (text: string): Parsed<IdempotencyKey> =>
  IDEMPOTENCY_KEY.test(text) ? ok(text as IdempotencyKey) : problem('must be 1 to 255 visible ASCII characters');

/** The client's key, and whose it is; the call and its fields. */
export type KeptRequest = { readonly key: string; readonly request: string };
export type KeptOutcome = KeptRequest & { readonly outcome: string; readonly at: Instant };

export const answeredAgainSince = (now: Instant): Instant => later(now, -24 * HOUR);
