import type { Application } from '@health-case/domain/application';
import * as domain from '@health-case/domain/refusals';
import type { Refusal, RefusalCode, Refused, Result } from '@health-case/domain/result';
import type { ServerRefusal } from './server/server.ts';

type Rows<Code extends string = string> = Readonly<Record<Code, readonly [status: number, sentence: string]>>;

/** The codes in the type of a use case. */
export type CodesOf<UseCase extends (...input: never) => Promise<unknown>> = Extract<
  Awaited<ReturnType<UseCase>>,
  Refused<Refusal>
>['refusal']['code'];

/** D-03: a kind that is missing here does not compile. */
const STATUSES: Readonly<Record<keyof typeof domain.REFUSALS, number>> = {
  invalid: 400,
  unproven: 401,
  forbidden: 403,
  unknown: 404,
  conflict: 409,
  otherRequest: 422,
  tooOften: 429,
};
const kinds = Object.entries(domain.REFUSALS) as [keyof typeof STATUSES, Readonly<Record<string, string>>][];
const OF_DOMAIN: Rows<RefusalCode> = Object.assign(
  {},
  ...kinds.flatMap(([kind, all]) => Object.entries(all).map(([code, said]) => ({ [code]: [STATUSES[kind], said] }))),
);
const { NOT_CONFIRMED, SECOND_FACTOR_NEEDED, SESSION_INVALID, THROTTLED } = OF_DOMAIN;
const { IDEMPOTENCY_KEY_REUSED, REQUEST_IN_FLIGHT } = OF_DOMAIN;

const TRY_AGAIN = 'try again after the time in the Retry-After header.';

/** The refusals that do not come from a route's own use case, grouped by the calls that can be refused so. */
export const GENERAL = {
  anyCall: {
    BODY_TOO_LARGE: [413, 'The request body is larger than 64 KiB; send less.'],
    CONTENT_ENCODING_UNSUPPORTED: [415, 'The request body is compressed; send it without Content-Encoding.'],
    FIELDS_INVALID: [400, 'A field of the request is missing or invalid.'],
    HEADERS_TOO_LARGE: [431, 'The request headers are larger than 16 KiB; send fewer or shorter ones.'],
    INTERNAL: [500, 'The service failed; report the Request-Id of this reply if it happens again.'],
    MALFORMED_HTTP: [400, 'The request is not well-formed HTTP/1.1; correct it and send it anew.'],
    MALFORMED_JSON: [400, 'The request body must be one JSON object in UTF-8, or empty.'],
    OVERLOADED: [503, `The service is overloaded; ${TRY_AGAIN}`],
    REQUEST_TIMEOUT: [408, 'The request took too long to arrive; send it faster.'],
    STORE_UNAVAILABLE: [503, `The store cannot be used for this call at present; ${TRY_AGAIN}`],
  },
  noDocumentedCall: {
    METHOD_NOT_ALLOWED: [405, 'This path does not take that method; use one named in the Allow header.'],
    PATH_NOT_FOUND: [404, 'There is nothing at this path; check its spelling against the documentation.'],
  },
  callWithSession: {
    NOT_CONFIRMED,
    SECOND_FACTOR_NEEDED,
    SESSION_AMBIGUOUS: [400, 'The Authorization header and the field id name different sessions; send one of them.'],
    SESSION_INVALID,
    SESSION_MISSING: [
      401,
      'A session is needed: log in, then send its id in the field id or as Authorization: Bearer.',
    ],
    THROTTLED,
  },
  /** D-24. */
  callWithKey: { IDEMPOTENCY_KEY_REUSED, REQUEST_IN_FLIGHT },
} satisfies Record<string, Rows> & { callWithSession: Rows & Rows<CodesOf<Application['resumeSession']>> };

type CodesIn<Calls> = Calls extends unknown ? keyof Calls : never;
type GeneralCode = CodesIn<(typeof GENERAL)[keyof typeof GENERAL]>;
type ErrorCode = RefusalCode | GeneralCode;

export const WIRE_REFUSALS: Rows<ErrorCode> = Object.assign({}, ...Object.values(GENERAL), OF_DOMAIN);

/** A refusal of the domain or of the transport, with its own sentence where the general one says too little. */
export type WireRefusal = { readonly code: ErrorCode; readonly sentence?: string; readonly retryAfterSeconds?: number };

/** What the server itself refuses. */
export const OF_SERVER: Readonly<Record<ServerRefusal['problem'], WireRefusal>> = {
  malformed: { code: 'MALFORMED_HTTP' },
  'headers too large': { code: 'HEADERS_TOO_LARGE' },
  'body too large': { code: 'BODY_TOO_LARGE' },
  'too slow': { code: 'REQUEST_TIMEOUT' },
  method: { code: 'METHOD_NOT_ALLOWED' },
  overloaded: { code: 'OVERLOADED', retryAfterSeconds: 1 },
  failed: { code: 'INTERNAL' },
};

export type WireResult<Value> = Result<Value, WireRefusal>;
