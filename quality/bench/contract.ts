import { createHmac, hash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What limits need to give the same answers as the service. */
const REFUSALS = {
  PATH_NOT_FOUND: [404, 'There is nothing at this path; check its spelling against the documentation.'],
  SESSION_MISSING: [401, 'A session is needed: log in, then send its id in the field id or as Authorization: Bearer.'],
  SESSION_INVALID: [401, 'The session is unknown or has ended; log in again.'],
  ROLE_NOT_ALLOWED: [403, 'This account may not do this.'],
  CREDENTIALS_WRONG: [401, 'The e-mail address or the password is wrong.'],
} as const;

export const port = Number(process.env['PORT']);

export const digestOf = (token: string): string => hash('sha256', token, 'base64url');

/** What the service gives to bcrypt (D-08). */
export const passwordDigestOf = (password: string): string =>
  createHmac('sha384', 'health-case-service/password/1').update(password).digest('base64');

/** D-09: half an hour after the last use, twelve hours after the login. */
export const hasEnded = (startedAt: number, lastUsedAt: number): boolean =>
  Date.now() >= lastUsedAt + 30 * 60_000 || Date.now() >= startedAt + 12 * 3_600_000;

/** Replies with the headers of the service, with as little code as node:http needs. */
export const reply = (
  outgoing: ServerResponse,
  status: number,
  content: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, string>> = {},
): void => {
  const body = Buffer.from(JSON.stringify({ version: '1', status: status === 200 ? 'OK' : 'ERR', ...content }));
  const types = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  outgoing.writeHead(status, { ...types, 'Request-Id': randomUUID(), ...more, 'Content-Length': body.length });
  outgoing.end(body);
};

export const refuse = (outgoing: ServerResponse, code: keyof typeof REFUSALS): void => {
  const [status, body] = REFUSALS[code];
  reply(outgoing, status, { body }, { 'Error-Code': code, ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }) });
};

export const sessionOf = ({ headers }: IncomingMessage): string =>
  digestOf(/^Bearer +(.*\S) *$/i.exec(headers.authorization ?? '')?.[1] ?? '');

export type Names = { readonly firstName: string; readonly lastName: string };

/** What a record of the audit trail says; `outcome` is always OK. */
export type Recorded = {
  readonly requestId: string;
  readonly by: string;
  readonly action: string;
  readonly on: string;
  readonly child?: string;
};

/** Seals text. The key is not that of the service, but as long. */
const SEALING_KEY = Buffer.alloc(32, 'limit');
export const sealOf = (text: string): string => createHmac('sha256', SEALING_KEY).update(text).digest('base64url');
