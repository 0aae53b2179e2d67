import type { RefusalCode } from '@health-case/domain/errors';
import type { Parsed } from '@health-case/domain/model/values';
import { ok, type Result, refused } from '@health-case/domain/result';
import { z } from 'zod';
import type { WireRefusal } from './refusals.ts';
import type { RequestObject } from './request-object.ts';

/** A segment of the path. D-10: one that can be no identifier is answered as an identifier of nothing. */
export type Segment<Value> = {
  readonly parse: (text: string) => Parsed<Value>;
  readonly otherwise: RefusalCode;
  /** How it reads in the API document. */
  readonly string: z.ZodString;
};
export type Segments = Readonly<Record<string, Segment<unknown>>>;
type ValueOf<Part> = Part extends Segment<infer Value> ? Value : never;
type ValuesOf<Path extends Segments> = { readonly [Name in keyof Path]: ValueOf<Path[Name]> };

/** Makes a use case's input of the request object and the path. The schema of the fields is part of the API document. */
export type Reader<Input> = {
  readonly fields: z.ZodObject;
  readonly path: Segments;
  /** D-25: whether the fields `email` and `password` may come as `Authorization: Basic`. */
  readonly takesBasic?: boolean;
  readonly read: (object: RequestObject, segments: Readonly<Record<string, string>>) => Result<Input, WireRefusal>;
};

/** `fields` in the words of the wire, `path` by the names of its segments, and `input` in the words of the use case. */
export const reader = <Shape extends z.ZodRawShape, Path extends Segments, Input>(
  shape: Shape,
  path: Path,
  input: (fields: z.output<z.ZodObject<Shape>>, path: ValuesOf<Path>) => Input,
): Reader<Input> => {
  const fields = z.object(shape);
  return {
    fields,
    path,
    read: (object, segments) => {
      const values = readPath(path, segments);
      if (!values.ok) return values;
      const parsed = fields.safeParse(object);
      return parsed.success ? ok(input(parsed.data, values.value)) : refused(invalidFields(parsed.error));
    },
  };
};

/** For requests whose fields are the input as they are. */
export const fieldsOnly = <Shape extends z.ZodRawShape>(shape: Shape): Reader<z.output<z.ZodObject<Shape>>> =>
  reader(shape, {}, (fields) => fields);

const readPath = <Path extends Segments>(
  path: Path,
  segments: Readonly<Record<string, string>>,
): Result<ValuesOf<Path>, WireRefusal> => {
  const values: Record<string, unknown> = {};
  for (const [name, { parse, otherwise }] of Object.entries(path)) {
    const parsed = parse(segments[name] ?? '');
    if (!parsed.ok) return refused({ code: otherwise });
    values[name] = parsed.value;
  }
  return ok(values as ValuesOf<Path>);
};

/** D-02: where several fields are wrong, each is named. */
const invalidFields = (error: z.ZodError): WireRefusal => ({
  code: 'FIELDS_INVALID',
  sentence: `${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
});
