import { ERRORS, type ErrorCode, type WireRefusal } from './refusals.ts';

/** The member that holds the content: `body` in variant A, `response` in variant B. */
export type ContentField = 'body' | 'response';

/** D-01: three members in this order. */
export const okEnvelope = (field: ContentField, json: string): string => `${okHead(field)}${json}}`;
export const okHead = (field: ContentField): string => `{"version":"1","status":"OK","${field}":`;

/** Most refusals are told in the same words each time, and these are written once. */
export const errorEnvelope = (field: ContentField, refusal: WireRefusal): string =>
  refusal.sentence === undefined ? WRITTEN[field][refusal.code] : written(field, refusal.sentence);

const written = (field: ContentField, sentence: string): string =>
  `{"version":"1","status":"ERR","${field}":${JSON.stringify(sentence)}}`;

const writtenIn = (field: ContentField) =>
  Object.fromEntries(
    Object.entries(ERRORS).map(([code, { sentence }]) => [code, written(field, sentence)]),
  ) as Readonly<Record<ErrorCode, string>>;

const WRITTEN = { body: writtenIn('body'), response: writtenIn('response') };

export type ReplyHeaders = Record<string, string>;

/** D-01: what every reply carries. */
export const replyHeaders = (requestId: string): ReplyHeaders => ({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Request-Id': requestId,
});

/** D-02: what every refusal carries besides. RFC 9110, 11.6.1: a 401 names the scheme that would help. */
export const errorHeaders = (requestId: string, { code, retryAfterSeconds }: WireRefusal): ReplyHeaders => {
  const headers = replyHeaders(requestId);
  headers['Error-Code'] = code;
  if (ERRORS[code].status === 401) headers['WWW-Authenticate'] = 'Bearer';
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds);
  return headers;
};
