import { ok } from '../result.ts';
import type { Brand } from './brand.ts';
import { HOUR, type Instant, later } from './instant.ts';
import { type Parsed, problem } from './parsed.ts';

/** D-24: what a client names a request by, so that it can send it again without doubling what it does. */
export type IdempotencyKey = Brand<string, 'IdempotencyKey'>;

/** What a request came to, under the key of whoever sent it. */
export type KeptOutcome = {
  /** The client's key, and whose it is. */
  readonly key: string;
  /** The call and its fields. */
  readonly request: string;
  readonly outcome: string;
  readonly at: Instant;
};

/** From when on an outcome must have been kept to be answered again. */
export const answeredAgainSince = (now: Instant): Instant => later(now, -24 * HOUR);

export const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

export const parseIdempotencyKey = (text: string): Parsed<IdempotencyKey> =>
  IDEMPOTENCY_KEY.test(text) ? ok(text as IdempotencyKey) : problem('must be 1 to 255 visible ASCII characters');
