import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The replies of the contract, as short as node:http can write them: the same bytes and headers as the service's. */
export const answer = (
  outgoing: ServerResponse,
  status: number,
  json: string,
  more: Record<string, string> = {},
): void => {
  const body = Buffer.from(json);
  outgoing.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Request-Id': randomUUID(),
    ...more,
    'Content-Length': body.length,
  });
  outgoing.end(body);
};

export const ok = (outgoing: ServerResponse, field: 'body' | 'response', json: string): void =>
  answer(outgoing, 200, `{"version":"1","status":"OK","${field}":${json}}`);

export const refuse = (outgoing: ServerResponse, status: number, code: string, sentence: string): void =>
  answer(outgoing, status, JSON.stringify({ version: '1', status: 'ERR', body: sentence }), {
    'Error-Code': code,
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  });

export const PATH_NOT_FOUND = 'There is nothing at this path; check its spelling against the documentation.';
export const SESSION_MISSING =
  'A session is needed: log in, then send its id in the field id or as Authorization: Bearer.';
export const SESSION_INVALID = 'The session is unknown or has ended; log in again.';
export const ROLE_NOT_ALLOWED = 'This account may not do this.';

export const tokenOf = ({ headers }: IncomingMessage): string => headers.authorization?.slice('Bearer '.length) ?? '';

export const readJson = (incoming: IncomingMessage): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>));
    incoming.on('error', reject);
  });

/** D-09: half an hour after the last use, twelve hours after the login. */
export const hasEnded = (session: { startedAt: number; lastUsedAt: number }, now: number): boolean =>
  now >= session.lastUsedAt + 30 * 60_000 || now >= session.startedAt + 12 * 3_600_000;
