import type { Role } from '@health-case/domain/model/account';

/** How someone stands to the doctor, the child, the case and the task that a cell is about. */
export type Standing = 'participant' | 'neighbour' | 'stranger';
export const STANDINGS: readonly Standing[] = ['participant', 'neighbour', 'stranger'];

/** The ids behind which is nothing for the call, named by a participant, who could have done the most with them. */
export type OddId = 'unknown id' | 'id of another kind' | 'no id';
export const ODD_IDS: readonly OddId[] = ['unknown id', 'id of another kind', 'no id'];

export type Relation = Standing | OddId;

/** The neighbour of each role is whoever comes closest to having a part without having one. */
const WHO: Readonly<Record<Role, Readonly<Record<Standing, string>>>> = {
  Doc: {
    participant: 'the doctor',
    neighbour: 'a doctor who shares an assistant with the doctor',
    stranger: 'a doctor of another practice',
  },
  Ast: {
    participant: 'an assistant of the doctor',
    neighbour: 'an assistant who has left the doctor',
    stranger: 'an assistant of another practice',
  },
  Par: {
    participant: "the child's parent",
    neighbour: 'the parent of another child at the doctor',
    stranger: 'a parent at another practice',
  },
};

const NAMING: Readonly<Record<OddId, string>> = {
  'unknown id': 'naming an unknown id',
  'id of another kind': 'naming something else that exists',
  'no id': 'naming what can be no id',
};

const isStanding = (relation: Relation): relation is Standing => !(relation in NAMING);

export const standingOf = (relation: Relation): Standing => (isStanding(relation) ? relation : 'participant');

export const inWords = (role: Role, relation: Relation): string =>
  isStanding(relation) ? WHO[role][relation] : `${WHO[role].participant}, ${NAMING[relation]}`;
