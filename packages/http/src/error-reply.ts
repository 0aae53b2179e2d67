import { STATUS_CODES } from 'node:http';
import { type ContentField, errorEnvelope, errorHeaders, type ReplyHeaders } from './envelope.ts';
import { ERRORS, type WireRefusal } from './refusals.ts';

export type ErrorReply = { readonly status: number; readonly headers: ReplyHeaders; readonly body: string };

/** A refusal as it goes out, whichever way is left to send it. */
export const errorReply = (
  field: ContentField,
  requestId: string,
  refusal: WireRefusal,
  more: ReplyHeaders = {},
): ErrorReply => ({
  status: ERRORS[refusal.code].status,
  headers: { ...errorHeaders(requestId, refusal), ...more },
  body: errorEnvelope(field, refusal),
});

/** The bytes of a reply for a socket whose request never became one. It closes the connection: nothing after it can be trusted. */
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
