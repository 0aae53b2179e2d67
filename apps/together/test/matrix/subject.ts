import type { Role } from '@health-case/domain/model/account';
import type { Expected } from './expected.ts';
import type { Shape } from './shape.ts';
import type { Relation, Standing } from './words.ts';
import { standingOf } from './words.ts';
import type { Beginning, Own, World } from './world.ts';

export type VariantName = 'A' | 'B';

/** Who calls about what: the world, the caller's place in it, and the id (or address) that the cell is about. */
export type Here = {
  readonly world: World;
  readonly role: Role;
  readonly standing: Standing;
  readonly own: Own;
  readonly object: string;
};

export type Request = {
  readonly segments?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, string>>;
};

/** Accounts, sessions and who assists whom; or something about children. */
export type Changes = 'people' | 'children' | 'nothing';

/** What a call can be about: the right one, and where nothing, or nothing of that kind, is. */
export type ObjectOf = {
  readonly right: (world: World) => string;
  readonly otherKind: (world: World) => string;
  readonly unknown?: string;
};

/** One endpoint and one object that it is asked about: a row of the matrix, of which each role and relation is a cell. */
export type Subject = {
  readonly endpoint: string;
  readonly variants: readonly VariantName[];
  /** Completes a sentence that begins with the endpoint. */
  readonly about: string;
  readonly begin?: Beginning;
  /** Without one, only the standing of the caller makes a difference; where the call is about the caller alone, not even that. */
  readonly object?: ObjectOf | 'the caller';
  readonly request: (here: Here) => Request;
  readonly expected: Expected;
  /** The members of the answer, all of them. */
  readonly answer: Shape;
  /** Whose ids the answer shows, and no others. */
  readonly shows?: (here: Here) => unknown;
  /** What an OK leaves changed. */
  readonly changes: Changes;
};

export const BOTH = ['A', 'B'] as const;
export const ONLY_A = ['A'] as const;
export const ONLY_B = ['B'] as const;

/** UUIDv7 of a moment before this service was written. */
const UNKNOWN_ID = '01880000-0000-7000-8000-000000000000';
const NO_ID = 'no-id';

const objectFor = ({ object }: Subject, relation: Relation, world: World): string => {
  if (object === undefined || object === 'the caller') return '';
  if (relation === 'unknown id') return object.unknown ?? UNKNOWN_ID;
  if (relation === 'id of another kind') return object.otherKind(world);
  return relation === 'no id' ? NO_ID : object.right(world);
};

export const hereOf = (
  subject: Subject,
  { role, relation }: { readonly role: Role; readonly relation: Relation },
  world: World,
): Here => {
  const standing = standingOf(relation);
  const object = objectFor(subject, relation, world);
  return { world, role, standing, own: world.own(role, standing), object };
};

export const callerIn = ({ world, role, standing }: Pick<Here, 'world' | 'role' | 'standing'>) =>
  world.people[role][standing];

export const inPath = ({ object }: Here): Request => ({ segments: { id: object } });

export const inPathWith =
  (fields: Readonly<Record<string, string>>) =>
  ({ object }: Here): Request => ({ segments: { id: object }, fields });

export const aDoctor: ObjectOf = {
  right: ({ doctorId }) => doctorId,
  otherKind: ({ people }) => people.Ast.participant.id,
};
