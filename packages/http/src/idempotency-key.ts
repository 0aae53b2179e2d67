import type { IncomingHttpHeaders } from 'node:http';
import { type IdempotencyKey, parseIdempotencyKey } from '@health-case/domain/model/request-options';
import { ok, type Result, refused } from '@health-case/domain/result';
import type { WireRefusal } from './refusals.ts';

/** D-24. Of a header that is sent twice Node makes one text with a comma and a space, which no key has. */
export const idempotencyKeyOf = (headers: IncomingHttpHeaders): Result<IdempotencyKey | undefined, WireRefusal> => {
  const text = headers['idempotency-key'];
  if (text === undefined) return ok(undefined);
  const parsed = parseIdempotencyKey(String(text));
  if (parsed.ok) return parsed;
  return refused({ code: 'FIELDS_INVALID', sentence: `The header Idempotency-Key ${parsed.refusal.problem}.` });
};
