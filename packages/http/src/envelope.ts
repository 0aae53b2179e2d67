import { ERRORS, sentenceOf, type WireRefusal } from './refusals.ts';

/** The member that holds the content: `body` in variant A, `response` in variant B. */
export type ContentField = 'body' | 'response';

/** D-01: three members in this order. */
export const okEnvelope = (field: ContentField, json: string): string => `${okHead(field)}${json}}`;
export const okHead = (field: ContentField): string => `{"version":"1","status":"OK","${field}":`;

export const errorEnvelope = (field: ContentField, refusal: WireRefusal): string =>
  `{"version":"1","status":"ERR","${field}":${JSON.stringify(sentenceOf(refusal))}}`;

export type ReplyHeaders = Record<string, string>;

/** D-01: what every reply carries. */
export const replyHeaders = (requestId: string): ReplyHeaders => ({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Request-Id': requestId,
});

/** D-02: what every refusal carries besides. RFC 9110, 11.6.1: a 401 names the scheme that would help. */
export const errorHeaders = (requestId: string, { code, retryAfterSeconds }: WireRefusal): ReplyHeaders => ({
  ...replyHeaders(requestId),
  'Error-Code': code,
  ...(ERRORS[code].status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
});
