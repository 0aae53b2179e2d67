import { type Route, TAGS, type Variant } from '../endpoint.ts';
import { createComponents, type DocumentedMethod, type Json, operationObject } from './exchange.ts';
import { publishedPaths, VERIFICATION } from './published.ts';

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
