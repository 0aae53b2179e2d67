import { z } from 'zod';
import type { Route } from '../src/endpoint.ts';
import { BODY_LIMIT } from '../src/fields.ts';

/** What the API document shows of a field. */
export const exampleOf = (schema: z.core.$ZodType): string => {
  const { examples, enum: values, format } = z.toJSONSchema(schema, { io: 'input' });
  return String(examples?.[0] ?? values?.[0] ?? (format === 'date' ? '2026-12-01' : 'text'));
};

/** The fields that a call needs. */
export const neededFields = ({ request }: Pick<Route, 'request'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(request.fields.shape)
      .filter(([, schema]) => !(schema instanceof z.ZodOptional))
      .map(([name, schema]) => [name, exampleOf(schema)]),
  );

/** What reads a field. None: it takes a text of any length, and the use case goes on with the whole. */
export const readerOf = (schema: z.core.$ZodType): unknown => {
  const reader = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return z.toJSONSchema(reader, { io: 'input' }).maxLength === BODY_LIMIT ? undefined : reader;
};
