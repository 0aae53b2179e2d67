import type { Application } from '@health-case/domain/application';
import type { ContentField } from '../envelope.ts';
import type { Route } from '../route.ts';
import { alive } from '../shared-routes.ts';
import { createComponents, type DocumentedMethod, type Json, operationObject } from './exchange.ts';
import { TAGS } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { publishedPaths, VERIFICATION } from './published.ts';

type Described = {
  readonly variant: { readonly name: string; readonly contentField: ContentField };
  readonly routes: readonly Route[];
  /** Whose use cases the routes serve. */
  readonly application: Application;
};

/** The OpenAPI 3.1 document of a variant, made of its routes. The introduction says what holds for every call. */
export const createApiDocument = ({ variant, routes, application }: Described, introduction: string): Json => {
  const components = createComponents();
  const useCases = Object.entries({ ...application, alive });
  /** By the use case itself, so that no route is described as another. */
  const nameOf = ({ useCase }: Route) =>
    useCases.find(([, known]) => known === useCase)?.[0] as keyof typeof OPERATIONS;
  const paths = Object.fromEntries(
    [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => [
      path.replace(/:(\w+)/g, '{$1}'),
      pathItem(ofPath, (route, method) =>
        operationObject({ route, method, name: nameOf(route) }, variant.contentField, components),
      ),
    ]),
  );
  const used = new Set<string>(routes.map((route) => OPERATIONS[nameOf(route)].tag));
  const tags = Object.entries(TAGS).filter(([name]) => used.has(name));
  return {
    openapi: '3.1.1',
    info: {
      title: `Health case service, variant ${variant.name}`,
      version: '1',
      summary: 'Accounts, children, cases, tasks and health certifications.',
      description: introduction.replaceAll('{field}', variant.contentField),
      contact: { name: 'Those who run this service' },
    },
    servers: [{ url: '/', description: 'Where this document is served.' }],
    tags: [...tags.map(([name, description]) => ({ name, description })), VERIFICATION],
    paths: { ...paths, ...publishedPaths(variant.contentField, components) },
    components: {
      ...components,
      securitySchemes: {
        session: SESSION,
        ...(routes.some(({ reader }) => reader.takesBasic) && { credentials: CREDENTIALS }),
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
