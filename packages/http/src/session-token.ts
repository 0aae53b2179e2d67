import type { IncomingHttpHeaders } from 'node:http';
import { ok, type Result, refused } from '@health-case/domain/result';
import type { WireRefusal } from './refusals.ts';
import type { RequestObject } from './request-object.ts';

/** RFC 6750, 2.1. A header of another scheme is none of ours; whatever follows this one is meant for a session's id. */
const BEARER = /^Bearer +(.*\S) *$/i;

/** D-05: the session comes in the field `id` or as a bearer token; if in both, it must be the same. */
export const sessionTokenOf = (
  { authorization }: IncomingHttpHeaders,
  { id }: RequestObject,
): Result<string, WireRefusal> => {
  if (id !== undefined && typeof id !== 'string') {
    return refused({ code: 'FIELDS_INVALID', sentence: 'id must be a string.' });
  }
  const bearer = authorization?.match(BEARER)?.[1];
  if (bearer !== undefined && id !== undefined && bearer !== id) return refused({ code: 'SESSION_AMBIGUOUS' });
  const token = id ?? bearer;
  return token === undefined ? refused({ code: 'SESSION_MISSING' }) : ok(token);
};
