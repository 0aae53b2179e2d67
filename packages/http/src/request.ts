import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { type IdempotencyKey, parseIdempotencyKey } from '@health-case/domain/model/request-options';
import { ok, type Result, refused } from '@health-case/domain/result';
import ipaddr from 'ipaddr.js';
import type { WireRefusal } from './refusals.ts';

/** D-04: the members of the request. Those that count as missing (D-06: null, white space alone) are left out. */
export type RequestObject = Readonly<Record<string, unknown>>;

/** D-06: 64 KiB, whatever the method. */
export const BODY_LIMIT = 64 * 1024;

/**
 * How much of a body that is too large is read and discarded, and for how long, before it is refused. A client that sends
 * only a little too much has then finished sending, and reads the reply instead of a connection reset. A client that sends
 * more has the half second in which a connection is closed (P-22).
 */
const LINGER_BYTES = 1024 * 1024;
const LINGER_MILLISECONDS = 1000;

const invalid = (sentence: string) => refused<WireRefusal>({ code: 'FIELDS_INVALID', sentence });
const malformed = refused<WireRefusal>({ code: 'MALFORMED_JSON' });

/**
 * Reads the request object from Node's stream, because the Fetch API has no body on GET. The size is checked while the
 * bytes arrive, so a body of any size takes no more memory than the limit.
 */
export const readRequestObject = async (incoming: IncomingMessage): Promise<Result<RequestObject, WireRefusal>> => {
  const { headers } = incoming;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return ok({});
  const bytes = await readBytes(incoming);
  return bytes.ok ? parseObject(bytes.value) : bytes;
};

const readBytes = (incoming: IncomingMessage): Promise<Result<Buffer, WireRefusal>> =>
  new Promise((resolve) => {
    let bytes: Buffer = NO_BYTES;
    let length = 0;
    let lingering: NodeJS.Timeout | undefined;
    const settle = (result: Result<Buffer, WireRefusal>): void => {
      clearTimeout(lingering);
      incoming.off('data', take).off('end', end).off('close', abort).off('error', abort);
      resolve(result);
    };
    const tooLarge = () => settle(refused({ code: 'BODY_TOO_LARGE' }));
    const take = (chunk: Buffer): void => {
      if (length + chunk.length <= BODY_LIMIT) bytes = length === 0 ? chunk : append(bytes, length, chunk);
      length += chunk.length;
      if (length <= BODY_LIMIT) return;
      bytes = NO_BYTES;
      lingering ??= setTimeout(tooLarge, LINGER_MILLISECONDS);
      if (length > BODY_LIMIT + LINGER_BYTES) tooLarge();
    };
    const end = () => (length > BODY_LIMIT ? tooLarge() : settle(ok(bytes.subarray(0, length))));
    const abort = () => settle(refused({ code: 'MALFORMED_HTTP' }));
    incoming.on('data', take).on('end', end).on('close', abort).on('error', abort);
  });

const NO_BYTES = Buffer.alloc(0);

/** Copies a chunk behind the first `length` bytes of one growing buffer: a list of tiny chunks costs 100 bytes for each. */
const append = (bytes: Buffer, length: number, chunk: Buffer): Buffer => {
  const end = length + chunk.length;
  const roomy = end <= bytes.length ? bytes : Buffer.concat([bytes.subarray(0, length)], Math.min(2 * end, BODY_LIMIT));
  chunk.copy(roomy, length);
  return roomy;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const parseObject = (bytes: Buffer): Result<RequestObject, WireRefusal> => {
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

/** Where a route takes fields besides the body (D-25). */
type FieldSources = {
  readonly who: 'anyone' | 'session';
  /** The fields that may stand in the query string. */
  readonly queryFields: readonly string[];
  /** Whether `email` and `password` may come as `Authorization: Basic`. */
  readonly takesBasic: boolean;
};

/** D-25: adds the fields of the query string and of `Authorization: Basic` to the request object. */
export const withQueryAndBasic = (
  { url = '', headers }: IncomingMessage,
  { who, queryFields, takesBasic }: FieldSources,
  object: RequestObject,
): Result<RequestObject, WireRefusal> => {
  const question = url.indexOf('?');
  if (question < 0 && !takesBasic) return ok(object);
  const query = new URLSearchParams(question < 0 ? '' : url.slice(question));
  if (who === 'session' && query.has('id')) {
    return invalid('The session must not stand in the URL: send it in the field id or as Authorization: Bearer.');
  }
  const basic = takesBasic ? basicCredentials(headers) : ok([]);
  if (!basic.ok) return basic;
  const fields = new Map(Object.entries(object));
  for (const [name, value] of [...query].filter(([name]) => queryFields.includes(name)).concat(basic.value)) {
    if (value.trim() === '') continue;
    if ((fields.get(name) ?? value) !== value) {
      return invalid(`${name} is given twice with different values; send it once.`);
    }
    fields.set(name, value);
  }
  return ok(Object.fromEntries(fields));
};

/** RFC 7617, 2: an address has no colon, a password may. */
const basicCredentials = ({ authorization = '' }: IncomingHttpHeaders): Result<[string, string][], WireRefusal> => {
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
const BEARER = /^Bearer +(.*\S) *$/i;

/** D-05: the session comes in the field `id` or as a bearer token; if in both, it must be the same. */
export const sessionTokenOf = (
  { authorization }: IncomingHttpHeaders,
  { id }: RequestObject,
): Result<string, WireRefusal> => {
  if (id !== undefined && typeof id !== 'string') return invalid('id must be a string.');
  const bearer = authorization?.match(BEARER)?.[1];
  if (bearer !== undefined && id !== undefined && bearer !== id) return refused({ code: 'SESSION_AMBIGUOUS' });
  const token = id ?? bearer;
  return token === undefined ? refused({ code: 'SESSION_MISSING' }) : ok(token);
};

/** D-24. Node joins a header that is sent twice with a comma and a space, which no key contains. */
export const idempotencyKeyOf = (headers: IncomingHttpHeaders): Result<IdempotencyKey | undefined, WireRefusal> => {
  const text = headers['idempotency-key'];
  if (text === undefined) return ok(undefined);
  const parsed = parseIdempotencyKey(String(text));
  return parsed.ok ? parsed : invalid(`The header Idempotency-Key ${parsed.refusal.problem}.`);
};

/**
 * The client's address: the peer of the socket, or what the outermost of the trusted proxies saw. Entries of
 * X-Forwarded-For before that one were written by strangers.
 */
export const clientAddress = ({ socket, headers }: IncomingMessage, trustedProxies: number): string => {
  const forwarded = headers['x-forwarded-for'] ?? [];
  const seen = [forwarded].flat().flatMap((line) => line.split(','));
  const hops = [...seen.map((address) => address.trim().replace(PORT, '$1$2')), socket.remoteAddress ?? ''];
  return subscriber(hops.at(-1 - trustedProxies) ?? hops[0] ?? '');
};

/** Some proxies append the port of the connection to the address, and put IPv6 in brackets then. */
const PORT = /^\[(.*)\](?::\d+)?$|^([^:]+):\d+$/;

/** An IPv6 subscriber has at least a /64, so limits count the /64 as one client. IPv4 written as IPv6 is IPv4. */
const subscriber = (text: string): string => {
  if (!isIPv6(text)) return text;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  return `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
};
