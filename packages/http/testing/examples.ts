import { z } from 'zod';
import type { Route } from '../src/endpoint.ts';

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
