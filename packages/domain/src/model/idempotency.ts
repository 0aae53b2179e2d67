import { ok, type Parser, parser, problem } from '../result.ts';
import { type Brand, HOUR, type Instant, later } from './values.ts';

/** D-24: a client's name for a request, so that it can send it again without doubling its effect. */
export type IdempotencyKey = Brand<string, 'IdempotencyKey'>;

export const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

const NO_KEY = problem('must be 1 to 255 visible ASCII characters');
export const parseIdempotencyKey: Parser<IdempotencyKey> = parser(255, NO_KEY, (text) =>
  IDEMPOTENCY_KEY.test(text) ? ok(text as IdempotencyKey) : NO_KEY,
);

/** The client's key, and whose it is; the call and its fields. */
export type KeptRequest = { readonly key: string; readonly request: string };
export type KeptOutcome = KeptRequest & { readonly outcome: string; readonly at: Instant };

export const answeredAgainSince = (now: Instant): Instant => later(now, -24 * HOUR);
