import type { IncomingMessage } from 'node:http';
import { ok, type Result, refused } from '@health-case/domain/result';
import type { WireRefusal } from './refusals.ts';

/** D-04: the members that were given. Those that count as missing (D-06: null, white space alone) are gone. */
export type RequestObject = Readonly<Record<string, unknown>>;

/** D-06: 64 KiB, whatever the method. */
export const BODY_LIMIT = 64 * 1024;

/**
 * How much of a body that is too large is read on and thrown away, and for how long, before it is refused: a client that
 * sends only a little too much has then finished sending, and reads the reply instead of meeting a reset connection. One
 * that sends more has the half second in which a connection ends (P-22).
 */
const LINGER_BYTES = 1024 * 1024;
const LINGER_MILLISECONDS = 1000;

/**
 * Reads the request object from the bytes themselves, because the Fetch API has no body on GET. The bytes are bounded
 * while they arrive, so a body of any size costs its limit and no more.
 */
export const readRequestObject = async (incoming: IncomingMessage): Promise<Result<RequestObject, WireRefusal>> => {
  const { headers } = incoming;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return ok({});
  const bytes = await readBytes(incoming);
  return bytes.ok ? parse(bytes.value) : bytes;
};

const readBytes = (incoming: IncomingMessage): Promise<Result<Buffer, WireRefusal>> =>
  new Promise((resolve) => {
    let bytes: Buffer = NOTHING;
    let length = 0;
    let lingering: NodeJS.Timeout | undefined;
    const settle = (result: Result<Buffer, WireRefusal>): void => {
      clearTimeout(lingering);
      incoming.off('data', take).off('end', end).off('close', abort).off('error', abort);
      resolve(result);
    };
    const tooLarge = () => settle(refused({ code: 'BODY_TOO_LARGE' }));
    const take = (chunk: Buffer): void => {
      if (length + chunk.length <= BODY_LIMIT) bytes = added(bytes, length, chunk);
      length += chunk.length;
      if (length <= BODY_LIMIT) return;
      bytes = NOTHING;
      lingering ??= setTimeout(tooLarge, LINGER_MILLISECONDS);
      if (length > BODY_LIMIT + LINGER_BYTES) tooLarge();
    };
    const end = () => (length > BODY_LIMIT ? tooLarge() : settle(ok(bytes.subarray(0, length))));
    const abort = () => settle(refused({ code: 'MALFORMED_HTTP' }));
    incoming.on('data', take).on('end', end).on('close', abort).on('error', abort);
  });

const NOTHING = Buffer.alloc(0);

/** Puts a piece behind the first `length` bytes. From the second on they are one buffer: each tiny one costs a hundred bytes. */
const added = (bytes: Buffer, length: number, piece: Buffer): Buffer => {
  if (length === 0) return piece;
  const end = length + piece.length;
  const roomy = end <= bytes.length ? bytes : Buffer.concat([bytes.subarray(0, length)], Math.min(2 * end, BODY_LIMIT));
  piece.copy(roomy, length);
  return roomy;
};

export const utf8 = new TextDecoder('utf-8', { fatal: true });
const malformed = refused<WireRefusal>({ code: 'MALFORMED_JSON' });

const parse = (bytes: Buffer): Result<RequestObject, WireRefusal> => {
  if (bytes.length === 0) return ok({});
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed;
    return ok(Object.fromEntries(Object.entries(value).filter(([, member]) => !isMissing(member))));
  } catch {
    return malformed;
  }
};

export const isMissing = (member: unknown): boolean =>
  member === null || (typeof member === 'string' && member.trim() === '');
