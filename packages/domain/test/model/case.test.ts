import { describe, expect, test } from 'vitest';
import { type Refusal, refuse } from '../../src/errors.ts';
import {
  type Case,
  type Certification,
  type ClosedTask,
  certify,
  closeTask,
  finishCase,
  isLive,
  issue,
  openCase,
  openTask,
  reject,
  reopenCase,
  revoke,
  type Task,
} from '../../src/model/case.ts';
import type { AccountId, CaseId, CertificationId, ChildId, TaskId } from '../../src/model/values.ts';
import { ok, type Result } from '../../src/result.ts';
import { at, reason, title } from '../support/values.ts';

const then = at('2026-02-01T00:00:00.000Z');
const now = at('2026-03-01T00:00:00.000Z');

/** Everything is frozen, so that a transition which changed its input would throw. */
const caseFacts = Object.freeze({
  id: 'case' as CaseId,
  childId: 'child' as ChildId,
  parentId: 'parent' as AccountId,
  doctorId: 'doctor' as AccountId,
  title: title('Asthma'),
  openedAt: then,
});
const ongoing = Object.freeze(openCase(caseFacts));
const finished = Object.freeze<Case>({ ...caseFacts, status: 'finished', finishedAt: then });

describe('the states of a case', () => {
  test('begin with ongoing', () => {
    expect(ongoing).toStrictEqual({ ...caseFacts, status: 'ongoing' });
  });

  test.each([
    ['finish', 'ongoing', finishCase(ongoing, now), ok({ ...caseFacts, status: 'finished', finishedAt: now })],
    ['finish', 'finished', finishCase(finished, now), refuse('CASE_FINISHED')],
    ['reopen', 'ongoing', reopenCase(ongoing), refuse('CASE_ONGOING')],
    ['reopen', 'finished', reopenCase(finished), ok({ ...caseFacts, status: 'ongoing' })],
  ])('%s one that is %s', (_transition, _state, outcome, expected) => {
    expect(outcome).toStrictEqual(expected);
  });
});

const taskFacts = { id: 'task' as TaskId, caseId: caseFacts.id, title: title('Measure') };
const open = Object.freeze<Task>({ ...taskFacts, status: 'open' });
const closed = Object.freeze<ClosedTask>({ ...taskFacts, status: 'closed', closedAt: then });

describe('the states of a task', () => {
  test('begin with open, in the case it was added to', () => {
    expect(openTask(ongoing, taskFacts.id, taskFacts.title)).toStrictEqual(open);
  });

  test.each([
    ['open', closeTask(open, now), ok({ ...taskFacts, status: 'closed', closedAt: now })],
    ['closed', closeTask(closed, now), refuse('TASK_ALREADY_CLOSED')],
  ])('close one that is %s', (_state, outcome, expected) => {
    expect(outcome).toStrictEqual(expected);
  });
});

const facts = {
  id: 'certification' as CertificationId,
  taskId: taskFacts.id,
  caseId: caseFacts.id,
  requestedBy: 'parent' as AccountId,
  requestedAt: then,
};
const STATES = {
  requested: Object.freeze<Certification>({ ...facts, status: 'requested' }),
  issued: Object.freeze<Certification>({ ...facts, status: 'issued', decidedAt: then }),
  rejected: Object.freeze<Certification>({ ...facts, status: 'rejected', decidedAt: then, reason: reason('No') }),
  revoked: Object.freeze<Certification>({ ...facts, status: 'revoked', decidedAt: then, reason: reason('No') }),
};
const why = reason('Issued by mistake');

type Transition = (certification: Certification) => Result<Certification, Refusal>;
/** Each transition, the one state in which it is allowed, its outcome there, and its refusal elsewhere. */
const TRANSITIONS: readonly (readonly [string, Transition, keyof typeof STATES, object, Result<never, Refusal>])[] = [
  ['issue', (one) => issue(one, now), 'requested', { status: 'issued' }, refuse('CERTIFICATION_DECIDED')],
  [
    'reject',
    (one) => reject(one, now, why),
    'requested',
    { status: 'rejected', reason: why },
    refuse('CERTIFICATION_DECIDED'),
  ],
  [
    'revoke',
    (one) => revoke(one, now, why),
    'issued',
    { status: 'revoked', reason: why },
    refuse('CERTIFICATION_NOT_ISSUED'),
  ],
];

describe('the states of a certification (D-22)', () => {
  test('begin with requested, for the closed task it is about', () => {
    expect(certify(closed, facts.id, facts.requestedBy, facts.requestedAt)).toStrictEqual(STATES.requested);
  });

  test.each(TRANSITIONS)('%s in one state and refuse elsewhere', (_, transition, from, outcome, refusal) => {
    for (const [state, certification] of Object.entries(STATES)) {
      const allowed = ok({ ...facts, decidedAt: now, ...outcome });
      expect(transition(certification), state).toStrictEqual(state === from ? allowed : refusal);
    }
  });

  test('requested and issued are live', () => {
    const live = Object.entries(STATES).filter(([, certification]) => isLive(certification));
    expect(live.map(([state]) => state)).toEqual(['requested', 'issued']);
  });
});
