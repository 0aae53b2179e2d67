import type { Application } from '@health-case/domain/application';
import type { ContentField } from '../envelope.ts';
import type { Route } from '../route.ts';
import { alive } from '../shared-routes.ts';
import { createComponents, type Json, operationObject } from './exchange.ts';
import { OPERATIONS, TAGS } from './operations.ts';

export type Described = {
  readonly variant: { readonly name: string; readonly contentField: ContentField };
  readonly routes: readonly Route[];
  /** Whose use cases the routes serve. */
  readonly application: Application;
};

/** The OpenAPI 3.1 document of a variant, made of the routes that serve it. */
export const createApiDocument = ({ variant, routes, application }: Described): Json => {
  const components = createComponents(variant.contentField);
  const useCases = Object.entries({ ...application, alive });
  /** By the use case itself, so that no route is described as another. */
  const nameOf = ({ useCase }: Route) =>
    useCases.find(([, known]) => known === useCase)?.[0] as keyof typeof OPERATIONS;
  const paths = Object.fromEntries(
    [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => [
      path.replace(/:(\w+)/g, '{$1}'),
      pathItem(ofPath, (route) => operationObject(route, nameOf(route), variant.contentField, components)),
    ]),
  );
  const used = new Set<string>(routes.map((route) => OPERATIONS[nameOf(route)].tag));
  const tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  return {
    openapi: '3.1.1',
    info: {
      title: `Health case service, variant ${variant.name}`,
      version: '1',
      summary: 'Accounts, children, cases, tasks and health certifications.',
      description: INTRODUCTION(variant.contentField),
    },
    servers: [{ url: '/', description: 'Where this document is served.' }],
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    components: {
      ...components,
      securitySchemes: {
        session: SESSION,
        ...(routes.some(({ reader }) => reader.takesBasic) && { credentials: CREDENTIALS }),
      },
    },
  };
};

const pathItem = (routes: readonly Route[], describe: (route: Route) => Json): Json => {
  const operations = Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), describe(route)]));
  const { get } = operations;
  return { ...operations, ...(get && { 'x-oai-additionalOperations': { QUERY: asQuery(get) } }) };
};

/** D-05: OpenAPI has this method from 3.2 on. Before, its registry of extensions has this name for it. */
const asQuery = ({ requestBody, ...get }: Json): Json => ({
  ...get,
  ...(requestBody !== undefined && { requestBody: { ...(requestBody as Json), description: undefined } }),
  operationId: `${get['operationId']}ByQuery`,
  description: 'The same as GET, for clients that can send a body with this method only.',
});

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

/** What holds for every call, in Markdown. */
const INTRODUCTION = (field: ContentField): string => `\
Every reply is a JSON object of three members: \`version\`, \`status\` (\`OK\` or \`ERR\`) and \`${field}\`, the content.

**Requests** are JSON objects of strings, with every method, also with GET. Members that are unknown are ignored; one that
is \`null\` or white space alone counts as missing.

**Sessions.** Log in, then send the \`id\` of the answer with every further call: in the field \`id\` of the request
object, or as \`Authorization: Bearer\`. Both are equal. It never goes into a URL.

**GET with a body** cannot be sent by browsers and most generated clients, and is dropped by some proxies. Such clients send
secrets in the header \`Authorization\`, and \`limit\` and \`after\` in the query string; or the same request object with the
method \`QUERY\` (RFC 10008), which every path takes that takes GET; this document names it under \`x-oai-additionalOperations\`.

**Lists** come whole, in the order of creation. \`limit\` and \`after\` page through them, as fields or in the query string.

**Refusals.** When \`status\` is \`ERR\`, \`${field}\` is a sentence that says what to change. Programs look at the status and at
the header \`Error-Code\`; each operation lists the codes that it can give. Besides, a path that is none is answered
with 404 \`PATH_NOT_FOUND\`, and a method that a path does not take with 405 \`METHOD_NOT_ALLOWED\` and the header \`Allow\`.

**Retries.** What creates something takes the header \`Idempotency-Key\`: sent again with the same key, it is done once.
\`Retry-After\` says how many seconds to wait where waiting helps.
`;
