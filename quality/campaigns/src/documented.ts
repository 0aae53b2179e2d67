import type { Reply } from '@health-case/harness/client';
import type { Instance } from '@health-case/harness/processes';
import { readApiDocument } from '@health-case/http/testing/api-document';

/** An operation as the API document of a variant describes it. */
export type Operation = {
  readonly to: Instance;
  readonly method: string;
  /** With names in braces where identifiers go. */
  readonly path: string;
  readonly fields: readonly string[];
  /** What in a reply is not as the document says. */
  readonly complaints: (reply: Reply) => readonly string[];
};

/** Every operation of every instance, as it serves its document itself. */
export const operationsOf = async (instances: readonly Instance[]): Promise<readonly Operation[]> => {
  const documents = instances.map(async (to) => ({ to, document: await readApiDocument(to.port) }));
  return (await Promise.all(documents)).flatMap(({ to, document }) => {
    const paths = at(JSON.parse(document.text), 'paths');
    return document.operations.map(({ method, path }) => {
      const described = at(paths, path, method.toLowerCase()) ?? at(paths, path, 'x-oai-additionalOperations', method);
      const schema = at(described, 'requestBody', 'content', 'application/json', 'schema', 'properties');
      const complaints = (reply: Reply) => document.complaints(`${method} ${path}`, reply);
      return { to, method, path, fields: Object.keys(schema ?? {}), complaints };
    });
  });
};

const at = (json: unknown, ...names: readonly string[]): object | undefined =>
  names.reduce<unknown>((part, name) => Object(part)[name], json) as object | undefined;

/** The names under which replies tell identifiers, and requests ask for them. */
export const IDENTIFIERS = ['ChildID', 'CaseID', 'TaskID', 'AstID', 'DocID'] as const;
export type Identifier = (typeof IDENTIFIERS)[number];

/** What stands in a path in the place of a name in braces. */
export const identifiersAt = (path: string, name: string): readonly Identifier[] => {
  if (name === 'AstID') return ['AstID'];
  if (path.startsWith('/api/Doc')) return ['DocID'];
  // A certification is asked for by its case or by its task (D-21).
  return path.startsWith('/api/Case') ? ['CaseID', 'CaseID', 'TaskID'] : ['TaskID'];
};

/** The identifiers in the content of a reply. */
export const identifiersIn = ({ content }: Reply): readonly (readonly [Identifier, string])[] =>
  IDENTIFIERS.flatMap((name) => {
    const value: unknown = typeof content === 'object' && content !== null ? Reflect.get(content, name) : undefined;
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
