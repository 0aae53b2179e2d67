import { IDEMPOTENCY_KEY } from '@health-case/domain/model/idempotency';
import { z } from 'zod';
import { queryFieldsOf, type Route, TAGS, type Variant } from './endpoint.ts';
import { type ContentField, errorReply } from './envelope.ts';
import { otp, sessionId } from './fields.ts';
import { GENERAL, WIRE_REFUSALS } from './refusals.ts';

type Json = Readonly<Record<string, unknown>>;

const JSON_TYPE = 'application/json';

/** What the document writes once and refers to from several places. It grows while the operations are written. */
const createComponents = () => ({
  schemas: {} as Record<string, Json>,
  responses: {} as Record<string, Json>,
  headers: { RequestId: REQUEST_ID },
  parameters: { IdempotencyKey: IDEMPOTENCY_KEY_PARAMETER },
});

type Components = ReturnType<typeof createComponents>;
type JsonSchema = z.core.JSONSchema.ObjectSchema;

/** Every GET is described again as QUERY, with the request object: either takes it, but few clients send it so. */
type DocumentedMethod = Route['method'] | 'QUERY';

const operationObject = (route: Route, method: DocumentedMethod, field: ContentField, components: Components): Json => {
  const { name, tag, summary, description } = route;
  const requestBody = method === 'GET' ? undefined : requestBodyOf(route, components);
  const schemes = !route.anyone ? ['session'] : route.request.takesBasic ? ['credentials'] : [];
  const parameters = parametersOf(route, method, components);
  return {
    operationId: method === 'QUERY' ? `${name}ByQuery` : name,
    tags: [tag],
    summary,
    description: method === 'QUERY' ? 'The same as GET, with a request object.' : description,
    // The empty alternative stands for fields of the request object, for which OpenAPI has no scheme.
    security: schemes.flatMap((scheme) => [{ [scheme]: [] }, ...(requestBody ? [{}] : [])]),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(route, field, components),
  };
};

/** JSON Schema from zod's. A schema with an id becomes a component. */
const schemaOf = (schema: z.ZodType, { schemas }: Components): Json => {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input' }));
  const { $schema: _, $defs = {}, ...written } = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'));
  Object.assign(schemas, $defs);
  return written;
};

/** A value that fits a schema: of each string the first example, `null` where it fits, and the required members. */
const exampleOf = (schema: Json, components: Components): unknown => {
  const { $ref, const: only, examples, enum: words, anyOf, items, properties, required = [] } = schema as JsonSchema;
  if ($ref !== undefined) return exampleOf(components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, components);
  if (only !== undefined) return only;
  if (examples) return examples[0];
  if (words) return words[0];
  if (items) return [exampleOf(items as Json, components)];
  if (!properties || anyOf) return null;
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] as Json, components)]));
};

/** The segments of the path, the page of a list, the one-time password, and the key of what can be sent again. */
const parametersOf = (route: Route, method: DocumentedMethod, components: Components): readonly Json[] => {
  const parameter = (place: 'path' | 'query' | 'header', name: string, string: z.ZodType): Json => {
    const { description, examples, ...schema } = schemaOf(string, components) as Json & { examples: string[] };
    const isPath = place === 'path';
    return { name, in: place, required: isPath, description, schema, ...(isPath && { example: examples[0] }) };
  };
  return [
    ...Object.entries(route.request.path).map(([name, [{ in: string }]]) => parameter('path', name, string)),
    ...(method === 'GET' ? queryFieldsOf(route) : []).map((name) =>
      parameter('query', name, route.request.fields.shape[name] as z.ZodType),
    ),
    ...(route.request.takesBasic ? [parameter('header', 'One-Time-Password', otp.in)] : []),
    ...(route.retriable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
};

/** D-24. */
const IDEMPOTENCY_KEY_PARAMETER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to send the call again: within 24 hours the same key with the same fields answers the first outcome. Any text that is new for each new call, such as a UUID.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: IDEMPOTENCY_KEY.source },
};

/** The request object. A call that takes neither a field nor a session has none. */
const requestBodyOf = (route: Route, components: Components): Json | undefined => {
  const id = sessionId.meta({ description: 'The session, unless it is sent as bearer token.' }).optional();
  const members = { ...(!route.anyone && { id }), ...route.request.fields.shape };
  if (Object.keys(members).length === 0) return undefined;
  const schema = schemaOf(z.object(members), components);
  const { properties = {}, required } = schema as JsonSchema;
  const exampleFor = (name: string) => exampleOf(properties[name] as Json, components);
  // The fields that are required, and of a list the first page.
  const request = {
    ...Object(exampleOf(schema, components)),
    ...('limit' in properties && { limit: exampleFor('limit') }),
  };
  const given = Object.entries<Json>(route.examples ?? { request });
  const examples = given.flatMap(([name, value]) => {
    if (route.anyone) return [[name, { value }]];
    const withId = { id: exampleFor('id'), ...value };
    return [
      [name, { summary: 'The session as bearer token', value }],
      [`${name}WithId`, { summary: 'The session in the field id', value: withId }],
    ];
  });
  return {
    required: required !== undefined && !route.request.takesBasic,
    content: { [JSON_TYPE]: { schema, examples: Object.fromEntries(examples) } },
  };
};

/** The answer and every refusal of an operation, by status. */
const responsesOf = (route: Route, field: ContentField, components: Components): Json => {
  const byStatus = Map.groupBy(reasonsOf(route), ([code]) => WIRE_REFUSALS[code][0]);
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  const refused = statuses.map(([status, reasons]) => {
    const response = refusedWith(reasons, field, components);
    const name = sharedName(route, status, reasons);
    if (name === undefined) return [status, response];
    components.responses[name] = response;
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  const schema = schemaOf(envelope('OK', field, route.answer.schema), components);
  const content = { [JSON_TYPE]: { schema, example: exampleOf(schema, components) } };
  const answered = { description: 'Done.', headers: { 'Request-Id': REQUEST_ID_REFERENCE }, content };
  return { 200: answered, ...Object.fromEntries(refused) };
};

type ErrorCode = keyof typeof WIRE_REFUSALS;
type Reasons = readonly (readonly [ErrorCode, string])[];

/** All refusals of an operation, by code. A reason that is not the use case's own is the refusal's sentence. */
const reasonsOf = ({ anyone, request, retriable, about = {}, refused }: Route): Reasons => {
  const general = Object.keys({
    ...GENERAL.anyCall,
    ...(!anyone && GENERAL.callWithSession),
    ...(retriable && GENERAL.callWithKey),
  }) as ErrorCode[];
  const codes = [...general, ...Object.values(request.path).map(([, otherwise]) => otherwise)];
  const reasons = { ...Object.fromEntries(codes.map((code) => [code, WIRE_REFUSALS[code][1]])), ...refused };
  const found = Object.entries(reasons) as [ErrorCode, string][];
  const fieldOf: Readonly<Record<string, string>> = about;
  const isPossible = (field: string | undefined) => field === undefined || field in request.fields.shape;
  return found.filter(([code]) => isPossible(fieldOf[code])).sort(([one], [other]) => (one < other ? -1 : 1));
};

/** The name of the response that operations share, if none of these codes comes from the use case or the path. */
const sharedName = ({ refused = {} }: Route, status: number, reasons: Reasons): string | undefined => {
  const general = { ...GENERAL.anyCall, ...GENERAL.callWithSession, ...GENERAL.callWithKey };
  if (reasons.some(([code]) => !(code in general) || code in refused)) return undefined;
  return `Refused${status}${reasons.some(([code]) => code in GENERAL.callWithSession) ? 'WithSession' : ''}`;
};

/** D-01. */
const envelope = (status: 'OK' | 'ERR', field: ContentField, content: z.ZodType) =>
  z.strictObject({ version: z.literal('1'), status: z.literal(status), [field]: content });

const refusal = (field: ContentField) =>
  envelope('ERR', field, z.string().min(1).describe('What to change, as a sentence.')).meta({
    id: 'Refusal',
    description: 'What is answered instead. The header Error-Code says the same to programs.',
  });

const header = (description: string, required: boolean, schema: Json): Json => {
  return { description, required, schema: { type: 'string', ...schema } };
};

const REQUEST_ID = header('Names this call in the log of the service.', true, { format: 'uuid' });
const REQUEST_ID_REFERENCE = { $ref: '#/components/headers/RequestId' };

/** RFC 9110, 10.2.3: these codes come with the time to wait. */
const WAITING: ReadonlySet<ErrorCode> = new Set(['OVERLOADED', 'REQUEST_IN_FLIGHT', 'STORE_UNAVAILABLE', 'THROTTLED']);

const refusedWith = (reasons: Reasons, field: ContentField, components: Components): Json => {
  const codes = reasons.map(([code]) => code);
  const examples = codes.map((code) => [code, { value: JSON.parse(errorReply(field, '', { code }).body) }]);
  const waiting = codes.filter((code) => WAITING.has(code));
  return {
    description: reasons.map(([code, reason]) => `- \`${code}\`: ${reason}`).join('\n'),
    headers: {
      'Request-Id': REQUEST_ID_REFERENCE,
      'Error-Code': header('What was refused, for programs.', true, { enum: codes }),
      ...(waiting.length > 0 && {
        'Retry-After': header(
          `After so many seconds the same call may be served. With ${waiting.join(' and ')}.`,
          waiting.length === codes.length,
          { pattern: '^[1-9][0-9]*$' },
        ),
      }),
      ...(codes.some((code) => WIRE_REFUSALS[code][0] === 401) && {
        'WWW-Authenticate': header('The scheme that takes a session.', true, { const: 'Bearer' }),
      }),
    },
    content: { [JSON_TYPE]: { schema: schemaOf(refusal(field), components), examples: Object.fromEntries(examples) } },
  };
};

const LIST = {
  name: 'list',
  in: 'path',
  required: true,
  description: 'The number of the list; certificates name its address.',
  schema: { type: 'string', pattern: '^[0-9]{1,9}$' },
  example: '0',
};

type Reading = {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Json[];
  /** What it answers: no envelope (P-24). */
  readonly type: string;
  readonly content: z.ZodType;
  /** Besides those of `ANY`. */
  readonly codes: readonly ErrorCode[];
};

const keyId = z.string().meta({ description: 'Names the key in certificates and status lists.' });
const coordinate = z.string().meta({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]{43}$' });
/** RFC 7517; RFC 7518, 6.2. */
const publicKey = z
  .object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    alg: z.literal('ES256'),
    use: z.literal('sig'),
    kid: keyId,
    x: coordinate,
    y: coordinate,
  })
  .meta({ id: 'PublicKey' });

const moment = z.int().min(0).meta({ description: 'Seconds since 1970.' });
/** A signed list: its header, its claims, and the signature. */
const statusList = z.tuple(
  [
    z.object({ typ: z.literal('statuslist+jwt'), alg: z.literal('ES256'), kid: keyId }),
    z.object({
      sub: z.string().meta({ format: 'uri', description: 'The address of the list.' }),
      iat: moment,
      exp: moment,
      ttl: z.int().min(0).meta({ description: 'For so many seconds it may be used without asking again.' }),
      status_list: z.object({
        bits: z.literal(1),
        lst: z.string().meta({ description: 'Base64url of the bits, compressed (RFC 1950).' }),
      }),
    }),
  ],
  z.string(),
);

const OF_STORE = ['OVERLOADED', 'STORE_UNAVAILABLE'] as const;

/** D-26, by path: what verifiers read. */
const READINGS: Readonly<Record<string, Reading>> = {
  '/.well-known/jwks.json': {
    id: 'listPublicKeys',
    summary: 'The public keys under which certificates are signed',
    description: 'RFC 7517. Keys of the past stay until the last certificate under them has expired.',
    type: 'application/jwk-set+json',
    content: z.object({ keys: z.array(publicKey) }),
    codes: OF_STORE,
  },
  '/status/{list}': {
    id: 'readStatusList',
    summary: 'Which certificates are revoked',
    description:
      'A signed Token Status List (draft-ietf-oauth-status-list). One bit for each certificate: 1 is revoked. If another list follows, the header `Link` names it.',
    parameters: [LIST],
    type: 'application/statuslist+jwt',
    content: z
      .string()
      .meta({ contentMediaType: 'application/jwt', contentSchema: z.toJSONSchema(statusList, { io: 'input' }) }),
    codes: ['STATUS_LIST_NOT_FOUND', ...OF_STORE],
  },
  '/verify': {
    id: 'openVerifyPage',
    summary: 'A page that verifies certificates, also without a network',
    description: 'The certificate stands behind #, which browsers do not send.',
    type: 'text/html',
    content: z.string(),
    codes: [],
  },
};

/** What any request may be refused with, before its path is looked at or whatever it is. */
const ANY = ['HEADERS_TOO_LARGE', 'INTERNAL', 'MALFORMED_HTTP', 'REQUEST_TIMEOUT'] as const;

const VERIFICATION = { name: 'Verification', description: 'What anyone reads to verify a certificate.' };

/** The paths of what is served without an envelope; only refusals have one. */
const publishedPaths = (field: ContentField, components: Components): Json =>
  Object.fromEntries(
    Object.entries(READINGS).map(([path, { id, type, content, codes, ...words }]) => {
      const byStatus = Map.groupBy([...ANY, ...codes].toSorted(), (code) => WIRE_REFUSALS[code][0]);
      const refused = [...byStatus].map(([status, ofStatus]) => {
        const reasons = ofStatus.map((code) => [code, WIRE_REFUSALS[code][1]] as const);
        return [status, refusedWith(reasons, field, components)];
      });
      const answered = { description: 'Done.', content: { [type]: { schema: schemaOf(content, components) } } };
      const responses = { 200: answered, ...Object.fromEntries(refused) };
      return [path, { get: { operationId: id, tags: [VERIFICATION.name], security: [], ...words, responses } }];
    }),
  );

/** The OpenAPI 3.1 document of a variant, made of its routes. The introduction says what holds for every call. */
export const createApiDocument = ({ name, contentField, routes }: Variant, introduction: string): Json => {
  const components = createComponents();
  const paths = Object.fromEntries(
    [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => [
      path.replace(/:(\w+)/g, '{$1}'),
      pathItem(ofPath, (route, method) => operationObject(route, method, contentField, components)),
    ]),
  );
  const used = new Set<string>(routes.map(({ tag }) => tag));
  const tags = Object.entries(TAGS).filter(([name]) => used.has(name));
  return {
    openapi: '3.1.1',
    info: {
      title: `Health case service, variant ${name}`,
      version: '1',
      summary: 'Accounts, children, cases, tasks and health certifications.',
      description: introduction.replaceAll('{field}', contentField),
      contact: { name: 'Those who run this service' },
    },
    servers: [{ url: '/', description: 'Where this document is served.' }],
    tags: [...tags.map(([name, description]) => ({ name, description })), VERIFICATION],
    paths: { ...paths, ...publishedPaths(contentField, components) },
    components: {
      ...components,
      securitySchemes: {
        session: SESSION,
        ...(routes.some(({ request }) => request.takesBasic) && { credentials: CREDENTIALS }),
      },
    },
  };
};

/** D-05: OpenAPI has QUERY from 3.2 on. Before, its registry of extensions has this name for it. */
const pathItem = (routes: readonly Route[], describe: (route: Route, method: DocumentedMethod) => Json): Json => {
  const operations = routes.map((route) => [route.method.toLowerCase(), describe(route, route.method)]);
  const get = routes.find(({ method }) => method === 'GET');
  return {
    ...Object.fromEntries(operations),
    ...(get && { 'x-oai-additionalOperations': { QUERY: describe(get, 'QUERY') } }),
  };
};

const SESSION = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'SessionID',
  description: 'The id that logging in answers. It can also be sent in the field id of the request object.',
};

const CREDENTIALS = {
  type: 'http',
  scheme: 'basic',
  description: 'E-mail address and password, in UTF-8. They can also be sent in the fields of the request object.',
};
