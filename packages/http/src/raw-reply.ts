import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type ContentField, errorEnvelope, errorHeaders, type ReplyHeaders } from './envelope.ts';
import { ERRORS, type WireRefusal } from './refusals.ts';

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

/** The same for a request that Node's parser let through but that names no address (bad Host, bad target). */
export const malformedRequestReply = (field: ContentField): Response => {
  const refusal: WireRefusal = { code: 'MALFORMED_HTTP' };
  return new Response(errorEnvelope(field, refusal), { status: 400, headers: errorHeaders(randomUUID(), refusal) });
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
