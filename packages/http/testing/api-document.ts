import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { type Reply, send } from './client.ts';

/** Any value of the document: whatever is looked for in it is there, or the test has found what it was made to find. */
type Node = { readonly [name: string]: Node };
type Fields = Readonly<Record<string, string>>;

export type ApiDocument = Awaited<ReturnType<typeof readApiDocument>>;

/** An operation of an API document; QUERY stands beside GET. */
export type DocumentedOperation = ReturnType<typeof operationOf>;

export const readApiDocument = async (port: number) => {
  const { text } = await send(port, { path: '/openapi.json' });
  const whole = JSON.parse(text) as Node;
  const paths = closed(whole, whole['paths']);
  const found = Object.entries(paths).flatMap(([path, item]) =>
    methodsOf(item).map(([method, operation]) => ({ method, path, operation, address: addressesOf(path) })),
  );
  return {
    text,
    /** Without those that only read what is published, which has no envelope. */
    operations: found
      .filter(({ operation }) => operation['responses']?.[200]?.['content']?.[JSON_TYPE])
      .map(({ method, path, operation }) => operationOf(method, path, operation)),
    /** What in a reply is not as the document says; `endpoint` is method and path. */
    complaints: (endpoint: string, reply: Reply): readonly string[] => {
      const [wanted = '', target = ''] = endpoint.split(' ');
      if (wanted === 'HEAD') return [];
      const match = found.find(({ method, address }) => method === wanted && address.test(target));
      if (match) return complaintsOf(match.operation, reply);
      return OUTSIDE.includes(reply.code ?? '') ? [] : ['no operation is documented there'];
    },
    /** The same of what is published without an envelope; of a signed list, `content` is its parts. */
    complaintsOfPublished: (path: string, content: unknown): readonly string[] => {
      const [described] = Object.values(paths[path]?.['get']?.['responses']?.['200']?.['content'] ?? {});
      const { contentSchema, ...schema } = described?.['schema'] ?? {};
      return validate(contentSchema ?? schema, content);
    },
  };
};

/** For a service that is yet to start: a check that fails unless a reply is one that its API document knows. */
export const documentedExpectation = (port: () => number) => {
  let document: Promise<ApiDocument> | undefined;
  return async (endpoint: string, reply: Reply): Promise<void> => {
    document ??= readApiDocument(port());
    const { complaints } = await document;
    expect(complaints(endpoint, reply), `${endpoint}: ${reply.status} ${reply.code ?? ''} ${reply.text}`).toEqual([]);
  };
};

/** What is refused before an operation is found. */
const OUTSIDE = ['METHOD_NOT_ALLOWED', 'PATH_NOT_FOUND'];

const METHODS = ['get', 'query', 'post', 'delete'];
/** With GET the service takes the request object that is described with QUERY alone. */
const methodsOf = (item: Node): readonly (readonly [string, Node])[] => {
  const { QUERY } = item['x-oai-additionalOperations'] ?? {};
  const all = { ...item, ...(QUERY && { get: { ...QUERY, ...item['get'] }, query: QUERY }) } as Node;
  return METHODS.flatMap((method) => (all[method] ? [[method.toUpperCase(), all[method]] as const] : []));
};

const operationOf = (method: string, path: string, operation: Node) => {
  const { schema, examples = {} } = operation['requestBody']?.['content']?.[JSON_TYPE] ?? {};
  return {
    name: String(operation['operationId']),
    method,
    path,
    withSession: Object.values(operation['security'] ?? {}).some((scheme) => 'session' in scheme),
    fields: Object.keys(schema?.['properties'] ?? {}),
    /** All texts that a field may have, or else some. */
    textsOf: (field: string): { readonly all?: readonly string[]; readonly some?: readonly string[] } => {
      const { enum: all, examples: some } = (schema?.['properties']?.[field] ?? {}) as Record<string, never>;
      return all ? { all } : { some: some ?? [] };
    },
    /** Whether it has fields without which it is refused. */
    needsFields: schema?.['required'] !== undefined,
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, { value }]) => [name, value as unknown as Fields]),
    ),
  };
};

const JSON_TYPE = 'application/json';

const addressesOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`);

/**
 * A part of the document without references. The document lets members be added to answers one day; what this service
 * answers has no others than these.
 */
const closed = (whole: Node, part: unknown): Node =>
  JSON.parse(JSON.stringify(part), (_, value) => {
    if (value?.$ref)
      return closed(
        whole,
        String(value.$ref)
          .split('/')
          .slice(1)
          .reduce((node, name) => node[name] as Node, whole),
      );
    return value?.type === 'object' && value.properties ? { additionalProperties: false, ...value } : value;
  });

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);

/** Most operations have the same refusals and headers: each schema is compiled once, and looked up by its text once. */
const [byText, bySchema] = [new Map<string, ValidateFunction>(), new WeakMap<Node, ValidateFunction>()];
const checkOf = (schema: Node): ValidateFunction => {
  const text = JSON.stringify(schema);
  const check = byText.get(text) ?? ajv.compile(schema);
  byText.set(text, check);
  bySchema.set(schema, check);
  return check;
};

const validate = (schema: Node, value: unknown): readonly string[] => {
  const check = bySchema.get(schema) ?? checkOf(schema);
  return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

const complaintsOf = (operation: Node, reply: Reply): readonly string[] => {
  const documented = operation['responses']?.[reply.status];
  if (!documented) return [`status ${reply.status} is not documented`];
  const { headers = {}, content = {} } = documented as { headers?: Node; content?: Node };
  return [
    ...validate(content[JSON_TYPE]?.['schema'] ?? {}, reply.envelope),
    ...Object.entries(headers).flatMap(([name, { required, schema = {} }]) => {
      const value = reply.headers[name.toLowerCase()];
      if (value === undefined) return required ? [`the header ${name} is missing`] : [];
      return validate(schema, value).map((problem) => `${name}: ${value}${problem}`);
    }),
    ...ERROR_HEADERS.filter((name) => reply.headers[name.toLowerCase()] !== undefined && !(name in headers)).map(
      (name) => `the header ${name} is not documented`,
    ),
  ];
};

/** The headers that no operation gives without saying so. */
const ERROR_HEADERS = ['Error-Code', 'Retry-After', 'WWW-Authenticate', 'Allow'];
