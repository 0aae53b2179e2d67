import { WIRE_REFUSALS, type WireRefusal } from './refusals.ts';
import type { ReplyHeaders } from './server/server.ts';

/** The member that holds the content: `body` in variant A, `response` in variant B. */
export type ContentField = 'body' | 'response';

/** D-01: three members in this order. What follows is the content as JSON, and a closing brace. */
export const okHead = (field: ContentField): string => `{"version":"1","status":"OK","${field}":`;

/** D-01: the headers of every reply. */
export const replyHeaders = (requestId: string): ReplyHeaders => ({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Request-Id': requestId,
});

type ErrorReply = { readonly status: number; readonly headers: ReplyHeaders; readonly body: string };

/** D-02: a refusal as a reply. RFC 9110, 11.6.1: a 401 names the scheme that would help. */
export const errorReply = (
  field: ContentField,
  requestId: string,
  refusal: WireRefusal,
  more?: ReplyHeaders,
): ErrorReply => {
  const { code, retryAfterSeconds } = refusal;
  const [status, sentence] = WIRE_REFUSALS[code];
  const headers = replyHeaders(requestId);
  headers['Error-Code'] = code;
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds);
  const body = `{"version":"1","status":"ERR","${field}":${JSON.stringify(refusal.sentence ?? sentence)}}`;
  return { status, headers: Object.assign(headers, more), body };
};
