import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type ContentField, errorEnvelope, errorHeaders, type ReplyHeaders } from './envelope.ts';
import { ERRORS, type ErrorCode, type WireRefusal } from './refusals.ts';

/** A whole reply, for a socket whose request never became one. It closes the connection, as nothing after it can be trusted. */
export const rawReply = (field: ContentField, refusal: WireRefusal, more: ReplyHeaders = {}): string => {
  const body = errorEnvelope(field, refusal);
  const { status } = ERRORS[refusal.code];
  const headers = {
    ...errorHeaders(randomUUID(), refusal),
    ...more,
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
};

/** The same for a request that came as far as the listener, but not to the variant. */
export const wholeReply = (field: ContentField, code: ErrorCode): Response => {
  const headers = errorHeaders(randomUUID(), { code });
  return new Response(errorEnvelope(field, { code }), { status: ERRORS[code].status, headers });
};

/** What Node's parser found wrong, in our words. */
export const parserRefusal = ({ code }: NodeJS.ErrnoException): WireRefusal => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'HEADERS_TOO_LARGE' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'REQUEST_TIMEOUT' };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { code: 'BODY_TOO_LARGE' };
    default:
      return { code: 'MALFORMED_HTTP' };
  }
};
