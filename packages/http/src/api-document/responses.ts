import type { Application } from '@health-case/domain/application';
import { type ContentField, errorEnvelope } from '../envelope.ts';
import { ERRORS, type ErrorCode, type WireRefusalCode } from '../refusals.ts';
import type { Row } from '../route.ts';
import type { Components, Json } from './components.ts';
import type { CodesOf, Operation, RetryCode } from './operation.ts';

/** Where each code that is not a use case's own can come from. */
type Origin = 'any call' | 'a call with a session' | 'a call with a key' | 'no documented call';
const ORIGINS: Readonly<Record<WireRefusalCode | CodesOf<Application['resumeSession']> | RetryCode, Origin>> = {
  BODY_TOO_LARGE: 'any call',
  FIELDS_INVALID: 'any call',
  HEADERS_TOO_LARGE: 'any call',
  IDEMPOTENCY_KEY_REUSED: 'a call with a key',
  INTERNAL: 'any call',
  MALFORMED_HTTP: 'any call',
  MALFORMED_JSON: 'any call',
  METHOD_NOT_ALLOWED: 'no documented call',
  OVERLOADED: 'any call',
  PATH_NOT_FOUND: 'no documented call',
  REQUEST_IN_FLIGHT: 'a call with a key',
  REQUEST_TIMEOUT: 'any call',
  SESSION_AMBIGUOUS: 'a call with a session',
  SESSION_INVALID: 'a call with a session',
  SESSION_MISSING: 'a call with a session',
  STORE_UNAVAILABLE: 'any call',
  THROTTLED: 'a call with a session',
};

/** RFC 9110, 10.2.3: they say how long to wait. */
const WAITING: ReadonlySet<ErrorCode> = new Set(['OVERLOADED', 'REQUEST_IN_FLIGHT', 'STORE_UNAVAILABLE', 'THROTTLED']);

type Reasons = Readonly<Partial<Record<ErrorCode, string>>>;

const reasonsOf = ({ who, segments }: Row, { refusals, retriable }: Operation): Reasons => {
  const origins: readonly Origin[] = [
    'any call',
    ...(who === 'session' ? (['a call with a session'] as const) : []),
    ...(retriable ? (['a call with a key'] as const) : []),
  ];
  const general = Object.entries(ORIGINS).filter(([, origin]) => origins.includes(origin));
  const codes = [...general.map(([code]) => code), ...Object.values(segments).map(({ otherwise }) => otherwise)];
  const sentences = codes.map((code) => [code, ERRORS[code as ErrorCode].sentence]);
  return { ...Object.fromEntries(sentences), ...refusals };
};

/** The answer and every refusal of an operation, by status. */
export const responsesOf = (row: Row, operation: Operation, field: ContentField, components: Components): Json => {
  const refusals = Object.entries(reasonsOf(row, operation)) as [ErrorCode, string][];
  const byStatus = Map.groupBy(refusals, ([code]) => ERRORS[code].status);
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return {
    200: answered(row, field, components),
    ...Object.fromEntries(
      statuses.map(([status, reasons]) => {
        const response = refusedWith(reasons, field);
        const isGeneral = reasons.every(([code]) => code in ORIGINS && !(code in operation.refusals));
        return [status, isGeneral ? components.sharedResponse(sharedName(row, status), response) : response];
      }),
    ),
  };
};

/** The refusals that are no use case's own, by status; some of them come of sessions. */
const sharedName = ({ who }: Row, status: number): string =>
  who === 'session' && SESSION_STATUSES.has(status) ? `Refused${status}WithSession` : `Refused${status}`;

const SESSION_STATUSES = new Set(
  Object.entries(ORIGINS)
    .filter(([, origin]) => origin === 'a call with a session')
    .map(([code]) => ERRORS[code as ErrorCode].status as number),
);

const answered = ({ answer }: Row, field: ContentField, components: Components): Json => {
  const content = components.schemaOf(answer);
  const example = { version: '1', status: 'OK', [field]: components.exampleOf(answer) };
  return {
    description: 'Done.',
    headers: { 'Request-Id': REQUEST_ID },
    content: { 'application/json': { schema: envelope('OK', field, content), example } },
  };
};

/** D-01. */
export const envelope = (status: 'OK' | 'ERR', field: ContentField, content: Json): Json => ({
  type: 'object',
  properties: {
    version: { type: 'string', const: '1' },
    status: { type: 'string', const: status },
    [field]: content,
  },
  required: ['version', 'status', field],
  additionalProperties: false,
});

const REQUEST_ID = { $ref: '#/components/headers/RequestId' };
const REFUSAL = { $ref: '#/components/schemas/Refusal' };

const refusedWith = (reasons: readonly [ErrorCode, string][], field: ContentField): Json => {
  const sorted = reasons.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const codes = sorted.map(([code]) => code);
  const examples = codes.map((code) => [code, { value: JSON.parse(errorEnvelope(field, { code })) }]);
  const waiting = codes.filter((code) => WAITING.has(code));
  return {
    description: sorted.map(([code, reason]) => `- \`${code}\`: ${reason}`).join('\n'),
    headers: {
      'Request-Id': REQUEST_ID,
      'Error-Code': {
        description: 'What was refused, for programs.',
        required: true,
        schema: { type: 'string', enum: codes },
      },
      ...(waiting.length > 0 && {
        'Retry-After': {
          description: `After so many seconds the same call may be served. With ${waiting.join(' and ')}.`,
          required: waiting.length === codes.length,
          schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
        },
      }),
      ...(codes.some((code) => ERRORS[code].status === 401) && {
        'WWW-Authenticate': {
          description: 'The scheme that takes a session.',
          required: true,
          schema: { type: 'string', const: 'Bearer' },
        },
      }),
    },
    content: { 'application/json': { schema: REFUSAL, examples: Object.fromEntries(examples) } },
  };
};
