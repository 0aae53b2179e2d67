import type { RefusalCode } from '@health-case/domain/errors';
import { parseAccountId, parseCaseId, parseTaskId } from '@health-case/domain/model/values';
import { ok, type Parsed, type Result, refused } from '@health-case/domain/result';
import { z } from 'zod';
import * as field from './fields.ts';
import type { WireRefusal } from './refusals.ts';
import type { RequestObject } from './request.ts';

/** A segment of the path. D-10: a text that cannot be an identifier is refused as an unknown identifier. */
export type Segment<Value> = {
  readonly parse: (text: string) => Parsed<Value>;
  readonly otherwise: RefusalCode;
  /** Its schema in the API document. */
  readonly string: z.ZodString;
};
export type Segments = Readonly<Record<string, Segment<unknown>>>;
type ValueOf<Part> = Part extends Segment<infer Value> ? Value : never;
type ValuesOf<Path extends Segments> = { readonly [Name in keyof Path]: ValueOf<Path[Name]> };

/** Makes a use case's input from the request object and the path. The schema of the fields is part of the API document. */
export type Reader<Input> = {
  readonly fields: z.ZodObject;
  readonly path: Segments;
  /** D-25: whether the fields `email` and `password` may come as `Authorization: Basic`. */
  readonly takesBasic?: boolean;
  readonly read: (object: RequestObject, segments: Readonly<Record<string, string>>) => Result<Input, WireRefusal>;
};

/** `shape` has the names of the wire, `path` the names of the segments, and `input` returns the names of the use case. */
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
      const values: Record<string, unknown> = {};
      for (const name in path) {
        const { parse, otherwise } = path[name] as Segment<unknown>;
        const parsed = parse(segments[name] ?? '');
        if (!parsed.ok) return refused({ code: otherwise });
        values[name] = parsed.value;
      }
      const parsed = fields.safeParse(object);
      return parsed.success ? ok(input(parsed.data, values as ValuesOf<Path>)) : refused(fieldsInvalid(parsed.error));
    },
  };
};

/** For requests whose fields are the input as they are. */
export const fieldsOnly = <Shape extends z.ZodRawShape>(shape: Shape): Reader<z.output<z.ZodObject<Shape>>> =>
  reader(shape, {}, (fields) => fields);

/** D-02: where several fields are wrong, the sentence names each. */
const fieldsInvalid = (error: z.ZodError): WireRefusal => ({
  code: 'FIELDS_INVALID',
  sentence: `${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
});

/** D-19. */
const doctorInPath = {
  id: { parse: parseAccountId, otherwise: 'DOCTOR_NOT_FOUND', string: field.doctorId.in },
} as const;
const assistantOfDoctorInPath = {
  ...doctorInPath,
  AstID: { parse: parseAccountId, otherwise: 'ASSISTANT_NOT_FOUND', string: field.assistantId.in },
} as const;
/** For an account without a part in it, a case or a task does not exist (D-23). */
const caseInPath = { id: { parse: parseCaseId, otherwise: 'CASE_NOT_FOUND', string: field.caseId.in } } as const;
const taskInPath = { id: { parse: parseTaskId, otherwise: 'TASK_NOT_FOUND', string: field.taskId.in } } as const;

/** D-12. */
const paging = <Id extends z.ZodType>(id: Id) => ({
  after: id.optional().meta({ description: 'Only the entries that follow the one with this id.' }),
  limit: field.limit.optional(),
});
const accountPaging = paging(field.accountId);
const childPaging = paging(field.childId);

// The requests that both variants take in the same words. Those with `List` ask for a list, or a page of it.

export const nothing = fieldsOnly({});
export const credentials = fieldsOnly({ email: field.email, password: field.passwordAttempt });
export const registration = fieldsOnly({
  firstName: field.firstName,
  lastName: field.lastName,
  email: field.newEmail,
  password: field.password,
  role: field.role,
  invitation: field.invitation.optional(),
});
export const passwordChange = fieldsOnly({ password: field.passwordAttempt, newPassword: field.password });

export const doctorList = reader(accountPaging, {}, (paging) => ({ paging }));
export const assistantList = reader(accountPaging, doctorInPath, (paging, { id }) => ({ doctorId: id, paging }));
export const assistantByEmail = reader({ email: field.email }, doctorInPath, ({ email }, { id }) => ({
  doctorId: id,
  email,
}));
export const assistantOfDoctor = reader({}, assistantOfDoctorInPath, (_, { id, AstID }) => ({
  doctorId: id,
  assistantId: AstID,
}));
export const patientList = reader(childPaging, doctorInPath, (paging, { id }) => ({ doctorId: id, paging }));
export const ownChildList = reader(childPaging, {}, (paging) => ({ paging }));

export const newCase = reader(
  { ChildID: field.childId, DocID: field.doctorId, title: field.title },
  {},
  ({ ChildID, DocID, title }) => ({ childId: ChildID, doctorId: DocID, title }),
);
export const caseList = reader(paging(field.caseId), {}, (paging) => ({ paging }));
export const oneCase = reader({}, caseInPath, (_, { id }) => ({ caseId: id }));
export const eventList = reader(paging(field.caseEventId), caseInPath, (paging, { id }) => ({ caseId: id, paging }));
export const caseWithReason = reader({ reason: field.reason }, caseInPath, ({ reason }, { id }) => ({
  caseId: id,
  reason,
}));
export const newTask = reader({ title: field.title }, caseInPath, ({ title }, { id }) => ({ caseId: id, title }));
export const oneTask = reader({}, taskInPath, (_, { id }) => ({ taskId: id }));
