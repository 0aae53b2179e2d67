import type { Application } from '@health-case/domain/application';
import { alive } from '../alive.ts';
import type { ContentField } from '../envelope.ts';
import type { Row } from '../route.ts';
import { type Components, createComponents, type Json } from './components.ts';
import { INTRODUCTION, TAGS } from './introduction.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { IDEMPOTENCY_KEY_PARAMETER, parametersOf, requestBodyOf } from './requests.ts';
import { envelope, responsesOf } from './responses.ts';

export type Documented = {
  readonly variant: { readonly name: string; readonly contentField: ContentField };
  readonly rows: readonly Row[];
  /** Whose use cases the rows serve. */
  readonly application: Application;
};

/** The OpenAPI 3.1 document of a variant, made of the rows that serve it. */
export const createApiDocument = ({ variant, rows, application }: Documented): Json => {
  const components = createComponents();
  const nameOf = namesOf(application);
  const paths = Object.fromEntries(
    [...Map.groupBy(rows, ({ path }) => path)].map(([path, ofPath]) => [
      path.replace(/:(\w+)/g, '{$1}'),
      pathItem(ofPath, (row) => operationObject(row, nameOf(row), variant.contentField, components)),
    ]),
  );
  const tags = new Set(rows.map((row) => OPERATIONS[nameOf(row)].tag));
  return {
    openapi: '3.1.1',
    info: {
      title: `Health case service, variant ${variant.name}`,
      version: '1',
      summary: 'Accounts, children, cases, tasks and health certifications.',
      description: INTRODUCTION(variant.contentField),
    },
    servers: [{ url: '/', description: 'Where this document is served.' }],
    tags: TAGS.filter(({ name }) => tags.has(name)),
    paths,
    components: {
      schemas: { Refusal: refusal(variant.contentField), ...components.schemas },
      responses: components.responses,
      headers: { RequestId: REQUEST_ID },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY_PARAMETER },
      securitySchemes: {
        session: SESSION,
        ...(rows.some(({ takesBasic }) => takesBasic) && { credentials: CREDENTIALS }),
      },
    },
  };
};

type Name = keyof typeof OPERATIONS;

/** Which use case a row serves is told by the use case itself, so no row can be described as another. */
const namesOf = (application: Application): ((row: Row) => Name) => {
  const names = new Map<unknown, string>(Object.entries({ ...application, alive }).map(([name, own]) => [own, name]));
  return ({ method, path, useCase }) => {
    const name = names.get(useCase);
    if (name === undefined || !(name in OPERATIONS))
      throw new Error(`${method} ${path} serves no use case that is known.`);
    return name as Name;
  };
};

const pathItem = (rows: readonly Row[], describe: (row: Row) => Json): Json => {
  const operations = rows.map((row) => [row.method.toLowerCase(), describe(row)] as const);
  const get = operations.find(([method]) => method === 'get')?.[1];
  return {
    ...Object.fromEntries(operations),
    ...(get && { 'x-oai-additionalOperations': { QUERY: asQuery(get) } }),
  };
};

/** D-05: OpenAPI has the method from 3.2 on; until then this is the name that its registry of extensions has for it. */
const asQuery = ({ requestBody, ...get }: Json): Json => ({
  ...get,
  ...(requestBody !== undefined && { requestBody: { ...(requestBody as Json), description: undefined } }),
  operationId: `${get['operationId']}ByQuery`,
  description: 'The same as GET, for clients that can send a body with this method only.',
});

const operationObject = (row: Row, name: Name, field: ContentField, components: Components): Json => {
  const operation: Operation = OPERATIONS[name];
  const requestBody = requestBodyOf(row, operation, components);
  const parameters = parametersOf(row, operation, components);
  return {
    operationId: name,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    // The empty alternative stands for fields of the request object, which no scheme can name.
    security: schemesOf(row).flatMap((scheme) => [{ [scheme]: [] }, {}]),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(row, operation, field, components),
  };
};

const schemesOf = ({ who, takesBasic }: Row): readonly string[] => {
  if (who === 'session') return ['session'];
  return takesBasic ? ['credentials'] : [];
};

const refusal = (field: ContentField): Json => ({
  ...envelope('ERR', field, { type: 'string', minLength: 1, description: 'What to change, as a sentence.' }),
  description: 'What is answered instead. The header Error-Code says the same to programs.',
});

const REQUEST_ID = {
  description: 'Names this call in the log of the service.',
  required: true,
  schema: { type: 'string', format: 'uuid' },
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
