import { compile } from 'json-schema-to-typescript';

/** Any value of an API document. What is looked for is there, or the types come out wrong and nothing compiles. */
type Node = { readonly [name: string]: Node };

/**
 * TypeScript of an OpenAPI document: `Operations` says of each its kind, what goes in, what comes out and what it
 * refuses, and `rows` its kind and its endpoint.
 */
export const operationTypes = async (documentText: string): Promise<string> => {
  const { paths, components } = JSON.parse(documentText) as { paths: Node; components: Node };
  const found = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      // The object that goes with QUERY, which the document has beside each GET.
      const { requestBody } = item['x-oai-additionalOperations']?.['QUERY'] ?? {};
      const operation: Node | undefined = item[method] && { ...(requestBody && { requestBody }), ...item[method] };
      // What is answered without an envelope, `src/certificate.ts` reads.
      const hasEnvelope = operation?.['responses']?.[200]?.['content']?.['application/json'];
      return hasEnvelope ? [describe(method.toUpperCase(), path, operation, components)] : [];
    }),
  );
  const all = new Set(found.flatMap(({ codes }) => codes));
  const everywhere = [...all].filter((code) => found.every(({ codes }) => codes.includes(code))).sort();
  const schema = {
    ...object(Object.fromEntries(found.map((one) => [one.name, operationSchema(one, everywhere)]))),
    $defs: { ...components['schemas'], CodeOfAnyCall: { enum: everywhere } },
  };
  const pointingToDefs = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/'));
  const options = { additionalProperties: false, bannerComment: BANNER, style: STYLE };
  const rows = found.map(({ name, kind, endpoint }) => `  ${name}: '${kind} ${endpoint}',\n`);
  return `${await compile(pointingToDefs, 'Operations', options)}\nexport const rows = {\n${rows.join('')}};\n`;
};

const METHODS = ['get', 'post', 'delete'];
const BANNER = '// Made of the API document: npm run generate\n';
const STYLE = { singleQuote: true, printWidth: 120 };

type Described = ReturnType<typeof describe>;

const describe = (method: string, path: string, operation: Node, components: Node) => {
  const { operationId, summary, description, parameters = {}, requestBody, responses = {} } = operation;
  const { 200: answered, ...refused } = responses;
  const inPath = Object.values(parameters).filter((parameter) => String(parameter['in']) === 'path');
  const segments = inPath.map(({ name, schema, description }) => [String(name), { ...schema, description }] as const);
  const { id: _, ...fields } = contentOf(requestBody)['properties'] ?? {};
  const required = Object.values(contentOf(requestBody)['required'] ?? {}).map(String);
  if (fields['limit']) Object.assign(fields, { limit: { ...fields['limit'], type: 'number' } });
  const { version: _version, status: _status, ...content } = contentOf(answered)['properties'] ?? {};
  const answer = Object.values(content)[0] ?? {};
  const { properties: ofEntry = {} } = schemaOf(answer['items'], components);
  if (fields['after'] && !ofEntry['id'] && !ofEntry['LoginID'])
    throw new Error(`The entries of ${operationId} need an id, by which clients ask for the next page.`);
  const codes = Object.values(refused).flatMap((response) => codesOf(response, components));
  return {
    name: String(operationId),
    kind: kindOf(method, operation, answer, codes),
    endpoint: `${method} ${path}`,
    description: `${summary}. ${description}`,
    input: object({ ...Object.fromEntries(segments), ...fields }, [...segments.map(([name]) => name), ...required]),
    answer,
    codes,
  };
};

/** `Kind` in `src/create-client.ts`. Calls without a session are about the moment, or log in. */
const kindOf = (method: string, { security = {} }: Node, { type, items }: Node, codes: readonly string[]): string => {
  if (codes.includes('IDEMPOTENCY_KEY_REUSED')) return 'keyed';
  const isWithSession = Object.values(security).some((scheme) => 'session' in scheme);
  if (method !== 'GET' || !isWithSession) return 'once';
  return String(type) === 'array' && items ? 'list' : 'read';
};

/** A schema, wherever it stands. */
const schemaOf = (schema: Node = {}, { schemas = {} }: Node): Node =>
  schemas[String(schema['$ref']).split('/').at(-1) ?? ''] ?? schema;

const contentOf = (holder: Node | undefined): Node => holder?.['content']?.['application/json']?.['schema'] ?? {};

const codesOf = (response: Node, { responses = {} }: Node): readonly string[] => {
  const shared = responses[String(response['$ref']).split('/').at(-1) ?? ''];
  const { headers = {} } = shared ?? response;
  return Object.values(headers['Error-Code']?.['schema']?.['enum'] ?? {}).map(String);
};

const operationSchema = ({ kind, description, input, answer, codes }: Described, everywhere: readonly string[]) => {
  const own = codes.filter((code) => !everywhere.includes(code)).sort();
  const refusal = { anyOf: [...(own.length > 0 ? [{ enum: own }] : []), { $ref: '#/$defs/CodeOfAnyCall' }] };
  return { ...object({ kind: { const: kind }, input, answer, refusal }), description };
};

const object = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  // Without this, TypeScript would take anything for an object that has no member.
  ...(Object.keys(properties).length === 0 && { tsType: 'Readonly<Record<string, never>>' }),
});
