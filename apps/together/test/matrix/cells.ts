import { ROLES, type Role } from '@health-case/domain/model/account';
import { type Code, expectedCode } from './expected.ts';
import type { Subject } from './subject.ts';
import { ODD_IDS, type Relation, STANDINGS } from './words.ts';

export type Cell = { readonly role: Role; readonly relation: Relation; readonly code: Code };

const relationsOf = ({ object }: Subject): readonly Relation[] => {
  if (object === 'the caller') return ['participant'];
  return object === undefined ? STANDINGS : [...STANDINGS, ...ODD_IDS];
};

/** Every role in every relation. */
export const cellsOf = (subject: Subject): readonly Cell[] =>
  ROLES.flatMap((role) =>
    relationsOf(subject).map((relation) => ({ role, relation, code: expectedCode(subject.expected, role, relation) })),
  );

/** Without a session the relation cannot tell yet; these are the ones in which it would make the most difference. */
const WITHOUT_SESSION: readonly Relation[] = ['participant', 'stranger', 'unknown id', 'no id'];

export const cellsWithoutSession = (subject: Subject): readonly Cell[] =>
  cellsOf(subject).filter(({ relation }) => WITHOUT_SESSION.includes(relation));
