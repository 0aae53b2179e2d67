import { byRole, ofCase, ofTask } from './expected.ts';
import { members, NOTHING } from './shape.ts';
import { BOTH, type Here, inPath, inPathWith, type ObjectOf, type Subject } from './subject.ts';
import { finished, withOpenTask } from './world.ts';

const TITLE = { title: 'Measure lung function' };
const REASON = { reason: 'It came back' };
const TASK = members('id title status closedAt');
const CASE = 'id title status ChildID DocID';

const theCase: ObjectOf = { right: ({ caseId }) => caseId, otherKind: ({ taskId }) => taskId };
const theTask: ObjectOf = { right: ({ taskId }) => taskId, otherKind: ({ caseId }) => caseId };

/** The doctor and the assistants see both cases of the doctor, everyone else the one that is theirs; the parent at two practices sees two. */
const casesShown = ({ world, role, standing, own }: Here): readonly string[] => {
  if (standing === 'participant' && role !== 'Par') return [world.caseId, world.own('Par', 'neighbour').caseId];
  return role === 'Par' && standing === 'stranger' ? [own.caseId, world.own('Doc', 'neighbour').caseId] : [own.caseId];
};

const opening: readonly Subject[] = [
  {
    endpoint: 'POST /api/Case',
    variants: BOTH,
    about: "about the child, at the caller's own practice",
    object: { right: ({ childId }) => childId, otherKind: ({ caseId }) => caseId },
    request: ({ own, object }) => ({ fields: { ChildID: object, DocID: own.doctorId, ...TITLE } }),
    expected: {
      Doc: ['OK', 'CHILD_NOT_FOUND', 'CHILD_NOT_FOUND'],
      Ast: ['OK', 'CHILD_NOT_FOUND', 'CHILD_NOT_FOUND'],
      Par: ['OK', 'CHILD_NOT_FOUND', 'CHILD_NOT_FOUND'],
      nothing: 'CHILD_NOT_FOUND',
      noId: 'FIELDS_INVALID',
    },
    answer: members('CaseID'),
    changes: 'children',
  },
  {
    endpoint: 'POST /api/Case',
    variants: BOTH,
    about: "at the doctor, about the caller's own child or patient",
    object: { right: ({ doctorId }) => doctorId, otherKind: ({ people }) => people.shared.id },
    request: ({ own, object }) => ({ fields: { ChildID: own.childId, DocID: object, ...TITLE } }),
    expected: {
      Doc: ['OK', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED'],
      Ast: ['OK', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED'],
      Par: 'OK',
      nothing: 'DOCTOR_NOT_FOUND',
      noId: 'FIELDS_INVALID',
    },
    answer: members('CaseID'),
    changes: 'children',
  },
];

const looking: readonly Subject[] = [
  {
    endpoint: 'GET /api/Case',
    variants: BOTH,
    about: "about the caller's own cases",
    request: () => ({}),
    expected: byRole('OK', 'OK', 'OK'),
    answer: [members(CASE)],
    shows: (here) => casesShown(here).toSorted(),
    changes: 'nothing',
  },
  {
    endpoint: 'GET /api/Case/:id',
    variants: BOTH,
    about: 'about the case',
    object: theCase,
    request: inPath,
    expected: ofCase('OK', 'OK', 'OK'),
    answer: members(`${CASE} openedAt finishedAt`, { tasks: [TASK] }),
    shows: ({ world }) => [world.caseId],
    changes: 'nothing',
  },
  {
    endpoint: 'GET /api/Case/:id/history',
    variants: BOTH,
    about: 'about the case',
    object: theCase,
    request: inPath,
    expected: ofCase('OK', 'OK', 'OK'),
    answer: [members('id at by action reason')],
    changes: 'nothing',
  },
];

/** Of a call about the case, once where it can succeed, and once where the state of the case is against it. */
const aboutCase = (
  what: Pick<Subject, 'endpoint' | 'about' | 'expected' | 'request' | 'answer' | 'begin'>,
): Subject => ({
  variants: BOTH,
  object: theCase,
  changes: 'children',
  ...what,
});

const addTask = { endpoint: 'POST /api/Case/:id/tasks', request: inPathWith(TITLE), answer: members('TaskID') };
const finish = { endpoint: 'POST /api/Case/:id/finish', request: inPath, answer: NOTHING };
const reopen = { endpoint: 'POST /api/Case/:id/reopen', request: inPathWith(REASON), answer: NOTHING };
const close = { endpoint: 'POST /api/Task/:id/close', request: inPath, answer: NOTHING, object: theTask };

const working: readonly Subject[] = [
  aboutCase({ ...addTask, about: 'in the case', expected: ofCase('OK', 'OK', 'ROLE_NOT_ALLOWED') }),
  aboutCase({
    ...addTask,
    about: 'in the finished case',
    begin: finished,
    expected: ofCase('CASE_FINISHED', 'CASE_FINISHED', 'ROLE_NOT_ALLOWED'),
  }),
  aboutCase({
    ...close,
    about: 'about the open task',
    begin: withOpenTask,
    expected: ofTask('OK', 'OK', 'ROLE_NOT_ALLOWED'),
  }),
  aboutCase({
    ...close,
    about: 'about the closed task',
    expected: ofTask('TASK_ALREADY_CLOSED', 'TASK_ALREADY_CLOSED', 'ROLE_NOT_ALLOWED'),
  }),
  aboutCase({ ...finish, about: 'about the case', expected: ofCase('OK', 'OK', 'ROLE_NOT_ALLOWED') }),
  aboutCase({
    ...finish,
    about: 'about the case with an open task',
    begin: withOpenTask,
    expected: ofCase('TASKS_OPEN', 'TASKS_OPEN', 'ROLE_NOT_ALLOWED'),
  }),
  aboutCase({
    ...finish,
    about: 'about the finished case',
    begin: finished,
    expected: ofCase('CASE_FINISHED', 'CASE_FINISHED', 'ROLE_NOT_ALLOWED'),
  }),
  aboutCase({
    ...reopen,
    about: 'about the finished case',
    begin: finished,
    expected: ofCase('OK', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED'),
  }),
  aboutCase({
    ...reopen,
    about: 'about the ongoing case',
    expected: ofCase('CASE_ONGOING', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED'),
  }),
];

export const caseSubjects: readonly Subject[] = [...opening, ...looking, ...working];
