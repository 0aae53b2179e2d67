import { hash } from 'node:crypto';

/** What the rivals share: the words of the contract, and nothing of how they are served. */
export const ok = <Field extends 'body' | 'response'>(field: Field, content: unknown) => ({
  version: '1',
  status: 'OK',
  [field]: content,
});
export const err = (sentence: string) => ({ version: '1', status: 'ERR', body: sentence });

export const PATH_NOT_FOUND = 'There is nothing at this path; check its spelling against the documentation.';
export const SESSION_MISSING =
  'A session is needed: log in, then send its id in the field id or as Authorization: Bearer.';
export const SESSION_INVALID = 'The session is unknown or has ended; log in again.';
export const ROLE_NOT_ALLOWED = 'This account may not do this.';

export const bearerOf = (authorization: string | undefined): string | undefined =>
  authorization?.match(/^Bearer +(.*\S) *$/i)?.[1];
export const digestOf = (token: string): string => hash('sha256', token, 'base64url');

/** D-09: half an hour after the last use, twelve hours after the login. */
export const hasEnded = (startedAt: number, lastUsedAt: number): boolean =>
  Date.now() >= lastUsedAt + 30 * 60_000 || Date.now() >= startedAt + 12 * 3_600_000;

export const sqliteFile = (): string => process.env['DATABASE_FILE'] ?? '';
export const port = Number(process.env['PORT']);
