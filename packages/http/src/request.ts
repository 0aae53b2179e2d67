import type { IncomingMessage } from 'node:http';
import { type IdempotencyKey, parseIdempotencyKey } from '@health-case/domain/model/idempotency';
import { ok, refused } from '@health-case/domain/result';
import { queryFieldsOf, type RequestObject, type Route } from './endpoint.ts';
import { BODY_LIMIT } from './fields.ts';
import type { WireRefusal, WireResult } from './refusals.ts';
import { headerOf } from './server/headers.ts';

const invalid = (sentence: string) => refused<WireRefusal>({ code: 'FIELDS_INVALID', sentence });
const malformed = refused<WireRefusal>({ code: 'MALFORMED_JSON' });

/**
 * Reads the request object from Node's stream, because the Fetch API has no body on GET. The size is checked while the
 * bytes arrive, so a body of any size takes no more memory than the limit.
 */
export const readRequestObject = async (incoming: IncomingMessage): Promise<WireResult<RequestObject>> => {
  const { headers } = incoming;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return ok({});
  return new Promise((resolve) => {
    let bytes = Buffer.allocUnsafe(Math.min(Number(headers['content-length'] ?? BODY_LIMIT), BODY_LIMIT));
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      chunk.copy(bytes, length);
      length += chunk.length;
      if (length > BODY_LIMIT) resolve(refused({ code: 'BODY_TOO_LARGE' }));
    });
    incoming.once('end', () => {
      const coding = headerOf(incoming, 'content-encoding')?.trim() || 'identity';
      const isPlain = length === 0 || coding.toLowerCase() === 'identity';
      resolve(isPlain ? parseObject(bytes.subarray(0, length)) : refused({ code: 'CONTENT_ENCODING_UNSUPPORTED' }));
      // The listeners live as long as the reply, which may be a long list.
      bytes = Buffer.alloc(0);
    });
    incoming.once('error', () => resolve(refused({ code: 'MALFORMED_HTTP' })));
  });
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const parseObject = (bytes: Buffer): WireResult<RequestObject> => {
  if (bytes.length === 0) return ok({});
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed;
    return ok(Object.fromEntries(Object.entries(value).filter(isGiven)));
  } catch {
    return malformed;
  }
};

const isGiven = ([, member]: readonly [string, unknown]): boolean =>
  typeof member === 'string' ? member.trim() !== '' : member !== null;

/**
 * D-25: adds the fields of the query string and of `Authorization: Basic` to the request object, and what stands in a
 * header in place of `otp`, for clients that send no body with GET. A URL would be kept in logs.
 */
export const withQueryAndBasic = (
  incoming: IncomingMessage,
  route: Route,
  object: RequestObject,
): WireResult<RequestObject> => {
  const query = new URLSearchParams((incoming.url ?? '').split('?').slice(1).join('?'));
  if (!route.anyone && query.has('id')) {
    return invalid('The session must not stand in the URL: send it in the field id or as Authorization: Bearer.');
  }
  if (route.method === 'GET' && 'name' in route.request.fields.shape && query.has('name')) {
    return invalid('name is personal and must not stand in the URL: send it in the request object, with GET or QUERY.');
  }
  const basic = route.request.takesBasic ? basicCredentials(headerOf(incoming, 'authorization')) : ok([]);
  if (!basic.ok) return basic;
  const otp = route.request.takesBasic ? headerOf(incoming, 'one-time-password') : undefined;
  const inHeaders = [...basic.value, ...(otp === undefined ? [] : [['otp', otp] as const])];
  const fields = new Map(Object.entries(object));
  const names = queryFieldsOf(route);
  for (const [name, value] of [...[...query].filter(([name]) => names.includes(name)), ...inHeaders]) {
    if (value.trim() === '') continue;
    if ((fields.get(name) ?? value) !== value) {
      return invalid(`${name} is given twice with different values; send it once.`);
    }
    fields.set(name, value);
  }
  return ok(Object.fromEntries(fields));
};

/** RFC 7617, 2: an address has no colon, a password may. */
const basicCredentials = (authorization = ''): WireResult<[string, string][]> => {
  if (!/^Basic( |$)/i.test(authorization)) return ok([]);
  const token = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1] ?? '';
  try {
    const [, email, password] = /^([^:]*):(.*)$/s.exec(utf8.decode(Buffer.from(token, 'base64'))) ?? [];
    if (email !== undefined && password !== undefined) return ok(Object.entries({ email, password }));
  } catch {
    // Not UTF-8.
  }
  return invalid('The header Authorization: Basic must hold e-mail address, colon and password, in UTF-8 and base64.');
};

/** RFC 6750, 2.1. Other schemes are ignored; whatever follows this one is meant as a session's id. */
const BEARER = /^Bearer +([^ ].*)$/i;

/** D-05: the session comes in the field `id` or as a bearer token; if in both, it must be the same. */
export const sessionTokenOf = (incoming: IncomingMessage, { id }: RequestObject): WireResult<string> => {
  if (id !== undefined && typeof id !== 'string') return invalid('id must be a string.');
  const bearer = headerOf(incoming, 'authorization')?.match(BEARER)?.[1]?.trimEnd() || undefined;
  if (bearer !== undefined && id !== undefined && bearer !== id) return refused({ code: 'SESSION_AMBIGUOUS' });
  const token = id ?? bearer;
  return token === undefined ? refused({ code: 'SESSION_MISSING' }) : ok(token);
};

/** D-24. Node joins a header that is sent twice with a comma and a space, which no key contains. */
export const idempotencyKeyOf = (incoming: IncomingMessage): WireResult<IdempotencyKey | undefined> => {
  const text = headerOf(incoming, 'idempotency-key');
  if (text === undefined) return ok(undefined);
  const parsed = parseIdempotencyKey(text);
  return parsed.ok ? parsed : invalid(`The header Idempotency-Key ${parsed.refusal.problem}.`);
};
