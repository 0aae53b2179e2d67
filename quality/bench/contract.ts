import { createHmac, hash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What limits and rivals need to give the same answers as the service. */
export const SENTENCES = {
  PATH_NOT_FOUND: 'There is nothing at this path; check its spelling against the documentation.',
  SESSION_MISSING: 'A session is needed: log in, then send its id in the field id or as Authorization: Bearer.',
  SESSION_INVALID: 'The session is unknown or has ended; log in again.',
  ROLE_NOT_ALLOWED: 'This account may not do this.',
  CREDENTIALS_WRONG: 'The e-mail address or the password is wrong.',
} as const;

const SEALING_KEY = Buffer.alloc(32, 'limit');

export const port = Number(process.env['PORT']);
export const sqliteFile = process.env['DATABASE_FILE'] ?? '';

export const bearerOf = (authorization: string | undefined): string | undefined =>
  authorization?.match(/^Bearer +(.*\S) *$/i)?.[1];
export const digestOf = (token: string): string => hash('sha256', token, 'base64url');

/** What the service gives to bcrypt (D-08). */
export const passwordDigestOf = (password: string): string =>
  createHmac('sha384', 'health-case-service/password/1').update(password).digest('base64');

/** D-09: half an hour after the last use, twelve hours after the login. */
export const hasEnded = (startedAt: number, lastUsedAt: number): boolean =>
  Date.now() >= lastUsedAt + 30 * 60_000 || Date.now() >= startedAt + 12 * 3_600_000;

export const ok = <Field extends 'body' | 'response'>(field: Field, content: unknown) => ({
  version: '1',
  status: 'OK',
  [field]: content,
});
export const err = (code: keyof typeof SENTENCES) => ({ version: '1', status: 'ERR', body: SENTENCES[code] });

/** Replies with the headers of the service, with as little code as node:http needs. */
export const reply = (
  outgoing: ServerResponse,
  status: number,
  envelope: object,
  more: Readonly<Record<string, string>> = {},
): void => {
  const body = Buffer.from(JSON.stringify(envelope));
  const types = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  outgoing.writeHead(status, { ...types, 'Request-Id': randomUUID(), ...more, 'Content-Length': body.length });
  outgoing.end(body);
};

const STATUSES = {
  PATH_NOT_FOUND: 404,
  SESSION_MISSING: 401,
  SESSION_INVALID: 401,
  CREDENTIALS_WRONG: 401,
  ROLE_NOT_ALLOWED: 403,
} as const;

export const refuse = (outgoing: ServerResponse, code: keyof typeof SENTENCES): void => {
  const challenge = STATUSES[code] === 401 && { 'WWW-Authenticate': 'Bearer' };
  reply(outgoing, STATUSES[code], err(code), { 'Error-Code': code, ...challenge });
};

/** The digest of the session that a request carries. */
export const sessionOf = ({ headers }: IncomingMessage): string => digestOf(bearerOf(headers.authorization) ?? '');

export const readJson = async <T>(incoming: IncomingMessage): Promise<T> => {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  return JSON.parse(text) as T;
};

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
export const sealOf = (text: string): string => createHmac('sha256', SEALING_KEY).update(text).digest('base64url');
