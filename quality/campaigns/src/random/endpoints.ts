import { createClient } from '../ground/client.ts';
import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';

/** An endpoint as the service's own document describes it. */
export type Endpoint = {
  readonly to: Instance;
  readonly method: string;
  /** With the names of its segments in braces. */
  readonly path: string;
  readonly fields: readonly string[];
  /** The field without which a request costs nothing: neither a hash, which takes as long as fifty others, nor a session. */
  readonly costly: string | undefined;
  /** The codes that are documented for each status; none for 200. */
  readonly codes: ReadonlyMap<number, ReadonlySet<string>>;
};

/** Every endpoint of both variants. */
export const endpointsOf = async (ground: Ground, instances: readonly Instance[]): Promise<readonly Endpoint[]> => {
  const client = createClient(ground);
  const all = instances.map(async (to) => {
    const { text } = await client(to.port, { path: '/openapi.json' });
    return endpointsIn(JSON.parse(text), to);
  });
  return (await Promise.all(all)).flat();
};

const MORE = 'x-oai-additionalOperations';

const endpointsIn = (document: unknown, to: Instance): readonly Endpoint[] =>
  entriesOf(at(document, 'paths')).flatMap(([path, item]) => {
    const operations = [...entriesOf(item).filter(([name]) => name !== MORE), ...entriesOf(at(item, MORE))];
    return operations.map(([method, operation]) =>
      endpointOf(document, operation, { to, path, method: method.toUpperCase() }),
    );
  });

const endpointOf = (
  document: unknown,
  operation: unknown,
  named: Pick<Endpoint, 'to' | 'method' | 'path'>,
): Endpoint => {
  const schema = at(operation, 'requestBody', 'content', 'application/json', 'schema');
  const fields = entriesOf(at(schema, 'properties')).map(([name]) => name);
  const codes = entriesOf(at(operation, 'responses')).map(([status, response]) => {
    const known = at(resolved(document, response), 'headers', 'Error-Code', 'schema', 'enum');
    return [Number(status), new Set(Array.isArray(known) ? (known as string[]) : [])] as const;
  });
  const costly = named.path.endsWith('/logout') ? 'id' : fields.find((field) => field === 'password');
  return { ...named, fields, costly, codes: new Map(codes) };
};

const resolved = (document: unknown, response: unknown): unknown => {
  const reference = at(response, '$ref');
  return typeof reference === 'string' ? at(document, ...reference.split('/').slice(1)) : response;
};

const at = (json: unknown, ...names: readonly string[]): unknown =>
  names.reduce((part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined), json);

const entriesOf = (json: unknown): readonly (readonly [string, unknown])[] =>
  typeof json === 'object' && json !== null ? Object.entries(json) : [];
