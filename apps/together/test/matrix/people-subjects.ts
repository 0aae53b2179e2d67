import { expect } from 'vitest';
import { byRole, ofDoctor } from './expected.ts';
import { PASSWORD } from './people.ts';
import { members, NOTHING } from './shape.ts';
import {
  BOTH,
  callerIn,
  type Here,
  inPath,
  inPathWith,
  type ObjectOf,
  ONLY_A,
  ONLY_B,
  type Subject,
} from './subject.ts';

const PERSON = members('firstName lastName id');
const NAMES = { firstName: 'Carla', lastName: 'Jansen' };

const account: readonly Subject[] = [
  {
    endpoint: 'GET /api/Auth/me',
    variants: BOTH,
    about: 'about the own account',
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
    request: () => ({}),
    expected: byRole('OK', 'OK', 'OK'),
    answer: NOTHING,
    changes: 'people',
  },
  {
    endpoint: 'POST /api/Auth/password',
    variants: BOTH,
    about: 'about the own password',
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
    request: () => ({ fields: { ...NAMES, birthDate: '2019-02-28', socSecNum: '756.1234.11' } }),
    expected: byRole('ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED', 'OK'),
    answer: members('ChildID'),
    changes: 'children',
  },
  {
    endpoint: 'POST /api/Parent/child',
    variants: ONLY_B,
    about: 'for the own account',
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

const aDoctor: ObjectOf = {
  right: ({ doctorId }) => doctorId,
  otherKind: ({ people }) => people.Ast.participant.id,
};

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

const ONLY_THAT_DOCTOR = {
  Doc: ['OK', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED'],
  Ast: 'ROLE_NOT_ALLOWED',
  Par: 'ROLE_NOT_ALLOWED',
} as const;
const NEITHER = { Ast: 'ROLE_NOT_ALLOWED', Par: 'ROLE_NOT_ALLOWED' } as const;

const assistants: readonly Subject[] = [
  {
    endpoint: 'POST /api/Doc/:id/assistants',
    variants: BOTH,
    about: 'for the doctor',
    object: aDoctor,
    request: (here) => inPathWith({ email: here.world.people.newcomer.email })(here),
    expected: ofDoctor(ONLY_THAT_DOCTOR),
    answer: members('AstID'),
    changes: 'people',
  },
  {
    endpoint: 'POST /api/Doc/:id/assistants',
    variants: BOTH,
    about: "by the assistant's address, for the caller's own practice",
    object: {
      right: ({ people }) => people.newcomer.email,
      otherKind: ({ people }) => people.Par.participant.email,
      unknown: 'nobody@example.org',
    },
    request: ({ own, object }) => ({ segments: { id: own.doctorId }, fields: { email: object } }),
    expected: {
      Doc: 'OK',
      ...NEITHER,
      nothing: { Doc: 'ASSISTANT_NOT_FOUND', ...NEITHER },
      noId: 'FIELDS_INVALID',
    },
    answer: members('AstID'),
    changes: 'people',
  },
  {
    endpoint: 'DELETE /api/Doc/:id/assistants/:AstID',
    variants: BOTH,
    about: 'for the doctor',
    object: aDoctor,
    request: ({ world, object }) => ({ segments: { id: object, AstID: world.people.Ast.participant.id } }),
    expected: ofDoctor(ONLY_THAT_DOCTOR),
    answer: NOTHING,
    changes: 'people',
  },
  {
    endpoint: 'DELETE /api/Doc/:id/assistants/:AstID',
    variants: BOTH,
    about: "about the doctor's assistant, for the caller's own practice",
    object: { right: ({ people }) => people.Ast.participant.id, otherKind: ({ people }) => people.Par.participant.id },
    request: ({ own, object }) => ({ segments: { id: own.doctorId, AstID: object } }),
    expected: {
      Doc: ['OK', 'ASSISTANT_NOT_FOUND', 'ASSISTANT_NOT_FOUND'],
      ...NEITHER,
      nothing: { Doc: 'ASSISTANT_NOT_FOUND', ...NEITHER },
      noId: 'ASSISTANT_NOT_FOUND',
    },
    answer: NOTHING,
    changes: 'people',
  },
];

export const peopleSubjects: readonly Subject[] = [...account, ...children, ...doctors, ...assistants];
