import { IDEMPOTENCY_KEY } from '@health-case/domain/model/request-options';
import type { z } from 'zod';
import { queryNames } from '../fields-elsewhere.ts';
import type { Row } from '../route.ts';
import { sessionId } from '../strings.ts';
import type { Components, Json } from './components.ts';
import type { Operation } from './operation.ts';

/** The segments of the path, the page of a list, and the key of what can be sent again. */
export const parametersOf = (row: Row, { retriable }: Operation, components: Components): readonly Json[] => [
  ...Object.entries(row.segments).map(([name, { string }]) => {
    const { description, examples, ...schema } = components.schemaOf(string) as Described;
    return { name, in: 'path', required: true, description, schema, example: examples[0] };
  }),
  ...queryNames(row).map((name) => {
    const {
      description,
      examples: _,
      ...schema
    } = components.schemaOf(row.fields.shape[name] as z.ZodType) as Described;
    return { name, in: 'query', required: false, description, schema };
  }),
  ...(retriable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
];

type Described = Json & { readonly description: string; readonly examples: readonly string[] };

/** D-24. */
export const IDEMPOTENCY_KEY_PARAMETER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to send the call again: within 24 hours the same key with the same fields answers the first outcome. Any text that is new for each new call, such as a UUID.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: IDEMPOTENCY_KEY.source },
};

/** The request object. A call that takes neither a field nor a session has none. */
export const requestBodyOf = (row: Row, operation: Operation, components: Components): Json | undefined => {
  const fields = components.schemaOf(row.fields) as Fields;
  const withSession = row.who === 'session';
  const properties = { ...(withSession && { id: idField(components) }), ...fields.properties };
  if (Object.keys(properties).length === 0) return undefined;
  const required = fields.required ?? [];
  return {
    required: required.length > 0 && !row.takesBasic,
    ...(row.method === 'GET' && { description: BODY_ALTERNATIVES }),
    content: {
      'application/json': {
        schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
        examples: examplesOf(row, operation, components),
      },
    },
  };
};

type Fields = {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
};

const BODY_ALTERNATIVES =
  'Clients that cannot send a body with GET send secrets in the header Authorization, and limit and after in the query string. With the method QUERY they send the whole object.';

const idField = (components: Components): Json => ({
  ...components.schemaOf(sessionId),
  description: 'The session, unless it is sent as bearer token.',
});

/** Each with the session as bearer token and, where there is one, in the field. */
const examplesOf = (row: Row, { examples }: Operation, components: Components): Json => {
  const given = Object.entries(examples ?? { request: plainExample(row, components) });
  if (row.who !== 'session') return Object.fromEntries(given.map(([name, value]) => [name, { value }]));
  const id = components.exampleOf(sessionId);
  return Object.fromEntries(
    given.flatMap(([name, value]) => [
      [name, { summary: 'The session as bearer token', value }],
      [`${name}WithId`, { summary: 'The session in the field id', value: { id, ...value } }],
    ]),
  );
};

/** What must be given, and of a list the first page. */
const plainExample = ({ fields }: Row, components: Components): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields.shape)
      .filter(([name, field]) => name === 'limit' || !field.safeParse(undefined).success)
      .map(([name, field]) => [name, String(components.exampleOf(field))]),
  );
