import type { Role } from '@health-case/domain/model/account';
import type { ErrorCode } from '@health-case/http/refusals';
import type { Relation } from './words.ts';

export type Code = 'OK' | ErrorCode;

/** D-03, for the codes that the matrix expects; a code that is missing here is not expected anywhere. */
export const STATUS: Readonly<Partial<Record<Code, number>>> = {
  OK: 200,
  FIELDS_INVALID: 400,
  SESSION_INVALID: 401,
  SESSION_MISSING: 401,
  ROLE_NOT_ALLOWED: 403,
  ASSISTANT_NOT_FOUND: 404,
  CASE_NOT_FOUND: 404,
  CERTIFICATION_NOT_FOUND: 404,
  CHILD_NOT_FOUND: 404,
  DOCTOR_NOT_FOUND: 404,
  TASK_NOT_FOUND: 404,
  CASE_FINISHED: 409,
  CASE_ONGOING: 409,
  CERTIFICATION_DECIDED: 409,
  CERTIFICATION_NOT_ISSUED: 409,
  TASK_ALREADY_CLOSED: 409,
  TASK_NOT_CLOSED: 409,
  TASKS_OPEN: 409,
};

/** What a role is answered: as participant, as neighbour, as stranger; or the same in all three. */
type ByStanding = Code | readonly [participant: Code, neighbour: Code, stranger: Code];
type ByRole<What> = Readonly<Record<Role, What>>;

export type Expected = ByRole<ByStanding> & {
  /** For an id of nothing, and for the id of something else: they are never told apart. */
  readonly nothing: Code | ByRole<Code>;
  /** For a text that is no id; where it is left out, as for `nothing`. */
  readonly noId?: Code;
};

const PLACE = { participant: 0, neighbour: 1, stranger: 2 } as const;

export const expectedCode = (expected: Expected, role: Role, relation: Relation): Code => {
  if (relation in PLACE) {
    const codes = expected[role];
    return typeof codes === 'string' ? codes : codes[PLACE[relation as keyof typeof PLACE]];
  }
  if (relation === 'no id' && expected.noId !== undefined) return expected.noId;
  return typeof expected.nothing === 'string' ? expected.nothing : expected.nothing[role];
};

type Participants = readonly [Doc: Code, Ast: Code, Par: Code];

/** D-23: to whoever has no part in it, it does not exist. */
const hiddenBehind =
  (nothing: Code) =>
  (...[Doc, Ast, Par]: Participants): Expected => ({
    Doc: [Doc, nothing, nothing],
    Ast: [Ast, nothing, nothing],
    Par: [Par, nothing, nothing],
    nothing,
  });

export const ofCase = hiddenBehind('CASE_NOT_FOUND');
export const ofTask = hiddenBehind('TASK_NOT_FOUND');

/** For calls without an object, where the role alone decides. */
export const byRole = (...[Doc, Ast, Par]: Participants): Expected => ({ Doc, Ast, Par, nothing: 'OK' });

/** D-19: that a doctor exists is no secret, so a refusal may say who may not. */
export const ofDoctor = (codes: ByRole<ByStanding>): Expected => ({ ...codes, nothing: 'DOCTOR_NOT_FOUND' });
