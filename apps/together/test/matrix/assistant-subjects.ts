import { ofDoctor } from './expected.ts';
import { members, NOTHING } from './shape.ts';
import { aDoctor, BOTH, inPathWith, type Subject } from './subject.ts';

const ONLY_THAT_DOCTOR = {
  Doc: ['OK', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED'],
  Ast: 'ROLE_NOT_ALLOWED',
  Par: 'ROLE_NOT_ALLOWED',
} as const;
const NEITHER = { Ast: 'ROLE_NOT_ALLOWED', Par: 'ROLE_NOT_ALLOWED' } as const;

export const assistantSubjects: readonly Subject[] = [
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
