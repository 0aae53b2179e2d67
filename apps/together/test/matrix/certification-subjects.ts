import { ofCase, ofTask } from './expected.ts';
import { members, NOTHING, type Shape } from './shape.ts';
import { type Changes, inPath, inPathWith, type ObjectOf, ONLY_A, type Subject } from './subject.ts';
import { type Beginning, issued, rejected, requested, revoked, withOpenTask } from './world.ts';

/** D-21: either names the task, and neither shows to a stranger that it is there. */
const byCase: ObjectOf = { right: ({ caseId }) => caseId, otherKind: ({ childId }) => childId };
const byTask: ObjectOf = { right: ({ taskId }) => taskId, otherKind: ({ childId }) => childId };

const REQUEST = 'POST /api/Case/:id/certreq';
const CHECK = 'GET /api/Case/:id/certreq';
const WHY = inPathWith({ reason: 'Not needed' });
const FACTS = 'certID TaskID CaseID status requestedAt';

type Facts = Omit<Subject, 'variants' | 'about' | 'object'>;
/** The same by the id of the case and by that of its task. */
const either = (state: string, facts: Facts): readonly Subject[] => [
  { ...facts, variants: ONLY_A, about: `by the case of ${state}`, object: byCase },
  { ...facts, variants: ONLY_A, about: `by ${state}`, object: byTask },
];

/** D-21: with a case, the field names the task. A task of somebody else's case is no task of the caller's own. */
const inField = (endpoint: string, begin: Beginning, answer: Shape, changes: Changes): Subject => ({
  endpoint,
  variants: ONLY_A,
  about: "by the task in the field TaskID, beside the caller's own case",
  begin,
  object: { right: ({ taskId }) => taskId, otherKind: ({ otherTaskId }) => otherTaskId },
  request: ({ own, object }) => ({ segments: { id: own.caseId }, fields: { TaskID: object } }),
  expected: { ...ofTask('OK', 'OK', 'OK'), noId: 'FIELDS_INVALID' },
  answer,
  changes,
});

const unaltered: Beginning = async (world) => world;
const ALL = ofCase('OK', 'OK', 'OK');
const NOT_CLOSED = ofCase('TASK_NOT_CLOSED', 'TASK_NOT_CLOSED', 'TASK_NOT_CLOSED');

const requesting: readonly Subject[] = [
  ...either('the closed task', {
    endpoint: REQUEST,
    request: inPath,
    expected: ALL,
    answer: members('certID'),
    changes: 'children',
  }),
  inField(REQUEST, unaltered, members('certID'), 'children'),
  {
    endpoint: REQUEST,
    variants: ONLY_A,
    about: 'by an open task',
    begin: withOpenTask,
    object: byTask,
    request: inPath,
    expected: NOT_CLOSED,
    answer: NOTHING,
    changes: 'children',
  },
];

const checked = (state: string, begin: Beginning, names: string): readonly Subject[] =>
  either(`the task whose certification is ${state}`, {
    endpoint: CHECK,
    begin,
    request: inPath,
    expected: ALL,
    answer: members(names),
    changes: 'nothing',
  });

const checking: readonly Subject[] = [
  ...checked('requested', requested, FACTS),
  ...checked('issued', issued, `${FACTS} decidedAt`),
  ...checked('rejected', rejected, `${FACTS} decidedAt reason`),
  ...checked('revoked', revoked, `${FACTS} decidedAt reason`),
  inField(CHECK, requested, members(FACTS), 'nothing'),
  ...either('the task without a certification', {
    endpoint: CHECK,
    request: inPath,
    expected: ofCase('CERTIFICATION_NOT_FOUND', 'CERTIFICATION_NOT_FOUND', 'CERTIFICATION_NOT_FOUND'),
    answer: NOTHING,
    changes: 'nothing',
  }),
];

/** D-23: only the case's doctor decides; those who see the case without being its doctor are told so. */
const decision = (word: 'issue' | 'reject' | 'revoke', right: Beginning, wrong: Beginning): readonly Subject[] => {
  const endpoint = `POST /api/Case/:id/certreq/${word}`;
  const request = word === 'issue' ? inPath : WHY;
  const facts = { endpoint, variants: ONLY_A, object: byTask, request, answer: NOTHING, changes: 'children' } as const;
  const against = word === 'revoke' ? 'CERTIFICATION_NOT_ISSUED' : 'CERTIFICATION_DECIDED';
  return [
    ...either('the certified task', {
      ...facts,
      begin: right,
      expected: ofCase('OK', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED'),
    }),
    {
      ...facts,
      about: 'by a task whose certification is past that',
      begin: wrong,
      expected: ofCase(against, 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED'),
    },
    {
      ...facts,
      about: 'by a task without a certification',
      expected: ofCase('CERTIFICATION_NOT_FOUND', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED'),
    },
  ];
};

export const certificationSubjects: readonly Subject[] = [
  ...requesting,
  ...checking,
  ...decision('issue', requested, rejected),
  ...decision('reject', requested, issued),
  ...decision('revoke', issued, revoked),
];
