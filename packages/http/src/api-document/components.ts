import { z } from 'zod';

/** A part of the document, as JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** What the document writes once and points to from several places. */
export const createComponents = () => {
  const schemas: Record<string, Json> = {};
  const responses: Record<string, Json> = {};
  /** JSON Schema out of zod's; what has a name in it becomes a component. */
  const schemaOf = (schema: z.ZodType): Json => {
    const { $schema: _, $defs = {}, ...written } = pointingToSchemas(z.toJSONSchema(schema, { io: 'input' }));
    Object.assign(schemas, $defs);
    return written;
  };
  return {
    schemas,
    responses,
    schemaOf,
    exampleOf: (schema: z.ZodType): unknown => exampleOf(schemaOf(schema), schemas),
    sharedResponse: (name: string, response: Json): Json => {
      responses[name] = response;
      return { $ref: `#/components/responses/${name}` };
    },
  };
};

export type Components = ReturnType<typeof createComponents>;

const pointingToSchemas = (schema: object): Json & { readonly $defs?: Readonly<Record<string, Json>> } =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** A value that fits: the first example of each string; of what may be null or left out, that it is. */
const exampleOf = (schema: Json, schemas: Readonly<Record<string, Json>>): unknown => {
  const {
    $ref,
    examples,
    enum: words,
    anyOf,
    items,
    properties,
    required = [],
  } = schema as z.core.JSONSchema.ObjectSchema;
  if ($ref !== undefined) return exampleOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  if (examples) return examples[0];
  if (words) return words[0];
  if (items) return [exampleOf(items as Json, schemas)];
  if (!properties || anyOf) return null;
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] as Json, schemas)]));
};
