import { expect } from 'vitest';
import { byRole, ofDoctor } from './expected.ts';
import { PASSWORD } from './people.ts';
import { members, NOTHING } from './shape.ts';
import { aDoctor, BOTH, callerIn, type Here, inPath, ONLY_A, ONLY_B, type Subject } from './subject.ts';

const PERSON = members('firstName lastName id');
const NAMES = { firstName: 'Carla', lastName: 'Jansen' };

const account: readonly Subject[] = [
  {
    endpoint: 'GET /api/Auth/me',
    variants: BOTH,
    about: 'about the own account',
    object: 'the caller',
    request: () => ({}),
    expected: byRole('OK', 'OK', 'OK'),
    answer: members('ID firstName lastName email role'),
    shows: (here) => [callerIn(here).id],
    changes: 'nothing',
  },
  {
    endpoint: 'POST /api/Auth/logout',
    variants: BOTH,
    about: 'about the own session',
    object: 'the caller',
    request: () => ({}),
    expected: byRole('OK', 'OK', 'OK'),
    answer: NOTHING,
    changes: 'people',
  },
  {
    endpoint: 'POST /api/Auth/password',
    variants: BOTH,
    about: 'about the own password',
    object: 'the caller',
    request: () => ({ fields: { password: PASSWORD, newPassword: 'Xk2!quiet-harbour' } }),
    expected: byRole('OK', 'OK', 'OK'),
    answer: NOTHING,
    changes: 'people',
  },
];

const children: readonly Subject[] = [
  {
    endpoint: 'POST /api/Auth/child',
    variants: ONLY_A,
    about: 'for the own account',
    object: 'the caller',
    request: () => ({ fields: { ...NAMES, birthDate: '2019-02-28', socSecNum: '756.1234.11' } }),
    expected: byRole('ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED', 'OK'),
    answer: members('ChildID'),
    changes: 'children',
  },
  {
    endpoint: 'POST /api/Parent/child',
    variants: ONLY_B,
    about: 'for the own account',
    object: 'the caller',
    request: () => ({ fields: NAMES }),
    expected: byRole('ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED', 'OK'),
    answer: members('ChildID'),
    changes: 'children',
  },
  {
    endpoint: 'GET /api/Parent/children',
    variants: BOTH,
    about: 'about the own children',
    request: () => ({}),
    expected: byRole('ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED', 'OK'),
    answer: [PERSON],
    shows: ({ own }) => [own.childId],
    changes: 'nothing',
  },
];

/** The parents see those of their own, everyone else who sees anything sees both of the doctor's. */
const childrenShown = ({ world, role, standing }: Here): readonly string[] => {
  const ofParent = { participant: [world.childId], neighbour: [world.own('Par', 'neighbour').childId], stranger: [] };
  return role === 'Par' ? ofParent[standing] : [...ofParent.participant, ...ofParent.neighbour];
};

const doctors: readonly Subject[] = [
  {
    endpoint: 'GET /api/Doc',
    variants: BOTH,
    about: 'about all doctors',
    request: () => ({}),
    expected: byRole('OK', 'OK', 'OK'),
    answer: [PERSON],
    // Other worlds may be in the same store.
    shows: ({ world: { people } }) => expect.arrayContaining(Object.values(people.Doc).map(({ id }) => id)),
    changes: 'nothing',
  },
  {
    endpoint: 'GET /api/Doc/:id/assistants',
    variants: BOTH,
    about: "about the doctor's assistants",
    object: aDoctor,
    request: inPath,
    expected: ofDoctor({ Doc: 'OK', Ast: 'OK', Par: 'OK' }),
    answer: [PERSON],
    shows: ({ world: { people } }) => [people.Ast.participant.id, people.shared.id].toSorted(),
    changes: 'nothing',
  },
  {
    endpoint: 'GET /api/Doc/:id/children',
    variants: BOTH,
    about: "about the doctor's children",
    object: aDoctor,
    request: inPath,
    expected: ofDoctor({
      Doc: ['OK', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED'],
      Ast: ['OK', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED'],
      Par: 'OK',
    }),
    answer: [PERSON],
    shows: (here) => childrenShown(here).toSorted(),
    changes: 'nothing',
  },
];

export const peopleSubjects: readonly Subject[] = [...account, ...children, ...doctors];
