import { IDEMPOTENCY_KEY } from '@health-case/domain/model/request-options';
import type { z } from 'zod';
import { type ContentField, errorEnvelope } from '../envelope.ts';
import { sessionId } from '../fields.ts';
import { type ErrorCode, REFUSALS } from '../refusals.ts';
import type { Route } from '../route.ts';
import type { Components, Json } from './components.ts';
import { type Operation, reasonsOf, sharedName } from './operation.ts';

const JSON_TYPE = 'application/json';

/** The segments of the path, the page of a list, and the key of what can be sent again. */
export const parametersOf = (route: Route, { retriable }: Operation, components: Components): readonly Json[] => {
  const parameter = (place: 'path' | 'query', name: string, string: z.ZodType): Json => {
    const { description, examples, ...schema } = components.schemaOf(string) as Json & { examples: string[] };
    const isPath = place === 'path';
    return { name, in: place, required: isPath, description, schema, ...(isPath && { example: examples[0] }) };
  };
  return [
    ...Object.entries(route.segments).map(([name, { string }]) => parameter('path', name, string)),
    ...route.queryFields.map((name) => parameter('query', name, route.fields.shape[name] as z.ZodType)),
    ...(retriable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
};

/** D-24. */
export const IDEMPOTENCY_KEY_PARAMETER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to send the call again: within 24 hours the same key with the same fields answers the first outcome. Any text that is new for each new call, such as a UUID.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: IDEMPOTENCY_KEY.source },
};

const BODY_ALTERNATIVES =
  'Clients that cannot send a body with GET send secrets in the header Authorization, and limit and after in the query string. With the method QUERY they send the whole object.';

/** The request object. A call that takes neither a field nor a session has none. */
export const requestBodyOf = (route: Route, operation: Operation, components: Components): Json | undefined => {
  const fields = components.schemaOf(route.fields) as {
    properties: Readonly<Record<string, Json>>;
    required?: string[];
  };
  const id = { ...components.schemaOf(sessionId), description: 'The session, unless it is sent as bearer token.' };
  const properties = { ...(route.who === 'session' && { id }), ...fields.properties };
  if (Object.keys(properties).length === 0) return undefined;
  const required = fields.required ?? [];
  return {
    required: required.length > 0 && !route.takesBasic,
    ...(route.method === 'GET' && { description: BODY_ALTERNATIVES }),
    content: {
      [JSON_TYPE]: {
        schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
        examples: examplesOf(route, operation, components),
      },
    },
  };
};

/** Each with the session as bearer token and, if there is one, in the field. */
const examplesOf = (route: Route, { examples }: Operation, components: Components): Json => {
  const given = Object.entries(examples ?? { request: plainExample(route, components) });
  if (route.who !== 'session') return Object.fromEntries(given.map(([name, value]) => [name, { value }]));
  const id = components.exampleOf(sessionId);
  return Object.fromEntries(
    given.flatMap(([name, value]) => [
      [name, { summary: 'The session as bearer token', value }],
      [`${name}WithId`, { summary: 'The session in the field id', value: { id, ...value } }],
    ]),
  );
};

/** The fields that are required, and of a list the first page. */
const plainExample = ({ fields }: Route, components: Components): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields.shape)
      .filter(([name, field]) => name === 'limit' || !field.safeParse(undefined).success)
      .map(([name, field]) => [name, String(components.exampleOf(field))]),
  );

/** The answer and every refusal of an operation, by status. */
export const responsesOf = (route: Route, operation: Operation, field: ContentField, components: Components): Json => {
  const byStatus = Map.groupBy(reasonsOf(route, operation), ([code]) => REFUSALS[code][0]);
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  const refused = statuses.map(([status, reasons]) => {
    const response = refusedWith(reasons, field);
    const codes = reasons.map(([code]) => code);
    const name = sharedName(operation, status, codes);
    return [status, name === undefined ? response : components.sharedResponse(name, response)];
  });
  return { 200: answered(route, field, components), ...Object.fromEntries(refused) };
};

const answered = ({ answer }: Route, field: ContentField, components: Components): Json => {
  const content = components.schemaOf(answer);
  const example = { version: '1', status: 'OK', [field]: components.exampleOf(answer) };
  return {
    description: 'Done.',
    headers: { 'Request-Id': REQUEST_ID },
    content: { [JSON_TYPE]: { schema: envelope('OK', field, content), example } },
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

/** RFC 9110, 10.2.3: these codes come with the time to wait. */
const WAITING: ReadonlySet<ErrorCode> = new Set(['OVERLOADED', 'REQUEST_IN_FLIGHT', 'STORE_UNAVAILABLE', 'THROTTLED']);

const refusedWith = (reasons: readonly [ErrorCode, string][], field: ContentField): Json => {
  const sorted = reasons.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const codes = sorted.map(([code]) => code);
  const examples = codes.map((code) => [code, { value: JSON.parse(errorEnvelope(field, { code })) }]);
  const waiting = codes.filter((code) => WAITING.has(code));
  const header = (description: string, required: boolean, schema: Json) => ({
    description,
    required,
    schema: { type: 'string', ...schema },
  });
  return {
    description: sorted.map(([code, reason]) => `- \`${code}\`: ${reason}`).join('\n'),
    headers: {
      'Request-Id': REQUEST_ID,
      'Error-Code': header('What was refused, for programs.', true, { enum: codes }),
      ...(waiting.length > 0 && {
        'Retry-After': header(
          `After so many seconds the same call may be served. With ${waiting.join(' and ')}.`,
          waiting.length === codes.length,
          { pattern: '^[1-9][0-9]*$' },
        ),
      }),
      ...(codes.some((code) => REFUSALS[code][0] === 401) && {
        'WWW-Authenticate': header('The scheme that takes a session.', true, { const: 'Bearer' }),
      }),
    },
    content: { [JSON_TYPE]: { schema: REFUSAL, examples: Object.fromEntries(examples) } },
  };
};
