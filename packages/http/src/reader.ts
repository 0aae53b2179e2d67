import { ok, type RefusalCode, refused } from '@health-case/domain/result';
import { z } from 'zod';
import * as field from './fields.ts';
import type { WireRefusal, WireResult } from './refusals.ts';

/** D-04: the members of the request. Those that count as missing (D-06: null, white space alone) are left out. */
export type RequestObject = Readonly<Record<string, unknown>>;

/** A segment of the path. D-10: a text that cannot be an identifier is refused as an unknown identifier. */
type Segment = readonly [field: field.Field<unknown>, otherwise: RefusalCode];
type Segments = Readonly<Record<string, Segment>>;
type ValuesOf<Path extends Segments> = { readonly [Name in keyof Path]: z.output<Path[Name][0]> };

/** Makes a use case's input of the request object and the path. The fields' schema is part of the API document. */
export type Reader<Input> = {
  readonly fields: z.ZodObject;
  readonly path: Segments;
  /** D-25: whether the fields `email` and `password` may come as `Authorization: Basic`, and `otp` in a header. */
  readonly takesBasic?: boolean;
  readonly read: (object: RequestObject, segments: Readonly<Record<string, string>>) => WireResult<Input>;
};

/**
 * `shape` has the names of the wire, `path` the names of the segments, and `input` returns the names of the use case.
 * Without `input`, the fields are the input.
 */
export const reader = <Shape extends z.ZodRawShape, Path extends Segments, Input = z.output<z.ZodObject<Shape>>>(
  shape: Shape,
  path = {} as Path,
  input?: (fields: z.output<z.ZodObject<Shape>>, path: ValuesOf<Path>) => Input,
): Reader<Input> => {
  const fields = z.object(shape);
  return {
    fields,
    path,
    read: (object, segments) => {
      const values: Record<string, unknown> = {};
      for (const [name, [segment, otherwise]] of Object.entries(path)) {
        const parsed = segment.safeParse(segments[name]);
        if (!parsed.success) return refused({ code: otherwise });
        values[name] = parsed.data;
      }
      const parsed = fields.safeParse(object);
      if (!parsed.success) return refused(fieldsInvalid(parsed.error));
      return ok(input ? input(parsed.data, values as ValuesOf<Path>) : (parsed.data as Input));
    },
  };
};

/** D-02: where several fields are wrong, the sentence names each. */
const fieldsInvalid = (error: z.ZodError): WireRefusal => ({
  code: 'FIELDS_INVALID',
  sentence: `${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
});

/** D-12. */
export const paging = <Id extends z.ZodType>(id: Id) => ({
  after: id.optional().meta({ description: 'Only the entries that follow the one with this id.' }),
  limit: field.limit.optional(),
});

export const nothing = reader({});
