import type { IncomingMessage } from 'node:http';

/** What the parser takes of a request (`LIMITS` in `server.ts`), for what is cut short by nobody. */
const ALL = 16 * 1024;

/** The headers that are read, each with its most characters. A longer one counts as not sent. */
export const HEADERS = {
  accept: 1000,
  'accept-encoding': 1000,
  'accept-language': 1000,
  'access-control-request-method': 20,
  authorization: ALL,
  'content-encoding': 100,
  cookie: ALL,
  host: 300,
  'idempotency-key': ALL,
  'if-none-match': 4000,
  'one-time-password': ALL,
  origin: 300,
  referer: 2000,
  'sec-fetch-site': 20,
  'user-agent': 1000,
  'x-forwarded-for': ALL,
} as const;

/** A header as it was sent; lines with one name are joined by commas. */
export const headerOf = ({ headers }: IncomingMessage, name: keyof typeof HEADERS): string | undefined => {
  const text = headers[name]?.toString();
  return text !== undefined && text.length <= HEADERS[name] ? text : undefined;
};
