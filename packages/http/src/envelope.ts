import { STATUS_CODES } from 'node:http';
import { REFUSALS, type WireRefusal } from './refusals.ts';

/** The member that holds the content: `body` in variant A, `response` in variant B. */
export type ContentField = 'body' | 'response';

/** D-01: three members in this order. What follows is the content as JSON, and a closing brace. */
export const okHead = (field: ContentField): string => `{"version":"1","status":"OK","${field}":`;

const errorEnvelope = (field: ContentField, { code, sentence = REFUSALS[code][1] }: WireRefusal): string =>
  `{"version":"1","status":"ERR","${field}":${JSON.stringify(sentence)}}`;

export type ReplyHeaders = Record<string, string>;

/** D-01: the headers of every reply. */
export const replyHeaders = (requestId: string): ReplyHeaders => ({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Request-Id': requestId,
});

export type ErrorReply = { readonly status: number; readonly headers: ReplyHeaders; readonly body: string };

/** D-02: a refusal as a reply. RFC 9110, 11.6.1: a 401 names the scheme that would help. */
export const errorReply = (
  field: ContentField,
  requestId: string,
  refusal: WireRefusal,
  more?: ReplyHeaders,
): ErrorReply => {
  const { code, retryAfterSeconds } = refusal;
  const [status] = REFUSALS[code];
  const headers = replyHeaders(requestId);
  headers['Error-Code'] = code;
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds);
  return { status, headers: Object.assign(headers, more), body: errorEnvelope(field, refusal) };
};

/** The bytes of a reply for a socket without a valid request. It closes the connection: what follows cannot be trusted. */
export const rawReply = ({ status, headers, body }: ErrorReply): string => {
  const all = {
    ...headers,
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
};
